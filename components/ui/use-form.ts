import { type FormEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "@/lib/errors";
import { errorsFromRefusal, type FieldErrors } from "@/lib/form";

type Options<Name extends string, Value> = {
  /** The fields that the API may find fault with. */
  names: readonly Name[];
  /** Reads what was typed: what to send, or what is wrong with it. */
  read(): { value: Value } | { errors: FieldErrors<Name> };
  /** Sends it; rejects with an `ApiError` when it was refused. */
  send(value: Value): Promise<void>;
};

/** What kept a form from being sent that is about none of its fields; `refused` is null when no answer came. */
type Failure = { refused: ApiError | null };

type Form<Name extends string> = {
  ref: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Name>;
  failure: Failure | null;
  /** The failure has been dealt with. */
  forgive(): void;
  submit(event: FormEvent): Promise<void>;
};

/** A form that is sent once at a time. What is wrong stands at its field, and the first such field gets the focus. */
export function useForm<Name extends string, Value>({ names, read, send }: Options<Name, Value>): Form<Name> {
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  // A second click can come before React has drawn the disabled button; a ref knows at once.
  const busy = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  const show = (found: FieldErrors<Name>) => {
    flushSync(() => setErrors(found));
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    setFailure(null);
    const found = read();
    if ("errors" in found) return show(found.errors);
    busy.current = true;
    setErrors({});
    try {
      await send(found.value);
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      const wrong = errorsFromRefusal(refused, names);
      if (Object.keys(wrong).length > 0) show(wrong);
      else setFailure({ refused });
    } finally {
      busy.current = false;
    }
  };

  return { ref, errors, failure, forgive: () => setFailure(null), submit };
}
