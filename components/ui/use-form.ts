import { type ComponentPropsWithRef, type FormEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError, isCertain, isSignedOut } from "@/lib/http/errors";
import { errorsFromRefusal, type FieldErrors } from "@/lib/http/field-errors";
import { waitSecondsOf } from "./countdown";

type Options<Name extends string, Value> = {
  /** The fields that the API may object to. */
  names: readonly Name[];
  /** Reads the form: what to send, or what is wrong. */
  read(): { value: Value } | { errors: FieldErrors<Name> };
  /** Sends it; rejects with an `ApiError` when it was refused. */
  send(value: Value): Promise<void>;
};

type Form<Name extends string> = {
  ref: RefObject<HTMLFormElement | null>;
  /** The attributes of the form element. */
  attributes: Pick<ComponentPropsWithRef<"form">, "ref" | "onSubmit" | "onChange" | "noValidate">;
  errors: FieldErrors<Name>;
  /** Why sending failed, if the reason is none of the fields; else null. */
  failure: unknown;
  /** Sends the form again. */
  sendAgain(): void;
  /** Clears the failure: the form can be sent again. */
  resume(): void;
};

/** A form with one request at a time. Errors appear at their fields, and the first such field gets the focus. */
export function useForm<Name extends string, Value>({ names, read, send }: Options<Name, Value>): Form<Name> {
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [failure, setFailure] = useState<unknown>(null);
  // A second click can come before React has rendered the disabled button; a ref is set immediately.
  const busy = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  const show = (found: FieldErrors<Name>) => {
    flushSync(() => setErrors(found));
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    // Keep the sign-in form and its text.
    setFailure((current: unknown) => (isSignedOut(current) ? current : null));
    const found = read();
    if ("errors" in found) return show(found.errors);
    busy.current = true;
    setErrors({});
    try {
      await send(found.value);
      setFailure(null);
    } catch (error) {
      const wrong = errorsFromRefusal(error instanceof ApiError ? error : null, names);
      const isAboutFields = Object.keys(wrong).length > 0;
      setFailure(isAboutFields ? null : error);
      if (isAboutFields) show(wrong);
    } finally {
      busy.current = false;
    }
  };

  // After an edit, neither the automatic retry nor the "unknown outcome" message applies any more.
  const onChange = () => setFailure((current: unknown) => (staysOnChange(current) ? current : null));
  const sendAgain = () => ref.current?.requestSubmit();
  const resume = () => {
    flushSync(() => setFailure(null));
    ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  };
  return { ref, attributes: { ref, onSubmit: submit, onChange, noValidate: true }, errors, failure, sendAgain, resume };
}

const staysOnChange = (failure: unknown) => waitSecondsOf(failure) === null && isCertain(failure);
