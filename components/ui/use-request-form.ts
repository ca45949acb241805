import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { refusedField } from "@/lib/http/field-errors";
import { waitSecondsOf } from "./countdown";
import { useOneAtATime } from "./use-one-at-a-time";

type Options<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Sends valid values. Rejects with an `ApiError` when they were refused. */
  send(values: Values): Promise<void>;
  /** The fields that can show a refusal that concerns them. */
  fields?: readonly Path<Values>[];
  /** The field that a conflict is about, such as an e-mail address that somebody else has. */
  conflicting?: Path<Values>;
  /** Called before a field shows why it was refused, for example to make the field visible. */
  onRefused?(field: Path<Values>): void;
};

/**
 * A form of react-hook-form that sends one request at a time. The first invalid field gets the focus. `failure` is the
 * reason why the request failed.
 */
export function useRequestForm<Values extends FieldValues>({
  form,
  send,
  fields = [],
  conflicting,
  onRefused,
}: Options<Values>) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const ref: RefObject<HTMLFormElement | null> = useRef(null);

  // Not an attribute, because the browser has to check the form until this script is loaded, and without JavaScript.
  useEffect(() => {
    if (ref.current) ref.current.noValidate = true;
  });

  const sendOnce = useOneAtATime(async (values: Values) => {
    setSending(true);
    // A refusal because the session has ended stays, so that its sign-in form keeps what was typed.
    setFailure((current: unknown) => (isSignedOut(current) ? current : null));
    try {
      await send(values);
      setFailure(null);
    } catch (error) {
      const refused = refusedField(error, fields, conflicting);
      setFailure(refused ? null : error);
      if (!refused) return;
      onRefused?.(refused.field);
      form.setError(refused.field, { message: refused.message }, { shouldFocus: true });
    } finally {
      setSending(false);
    }
  });
  const onSubmit = form.handleSubmit(sendOnce);

  /** After an edit, neither the automatic retry nor the "unknown outcome" message applies. */
  const onEdit = () => setFailure((current: unknown) => (staysOnEdit(current) ? current : null));
  const sendAgain = () => ref.current?.requestSubmit();
  /**
   * Clears the failure after signing in again, so that the form can be sent. The focus goes to the submit button, which
   * has to be outside the form and refer to it (`form`).
   */
  const resume = () => {
    flushSync(() => setFailure(null));
    const id = ref.current?.id;
    document.querySelector<HTMLElement>(`[type="submit"][form="${id}"]`)?.focus();
  };
  return { ref, attributes: { ref, onSubmit }, failure, isSending, onEdit, sendAgain, resume };
}

const staysOnEdit = (failure: unknown) => waitSecondsOf(failure) === null && isCertain(failure);
