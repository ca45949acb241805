import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refusedField } from "@/lib/http/refusal-words";
import { useOneAtATime } from "./hooks";
import { closeDoneToasts } from "./toast";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Keeps what was typed before scripts arrived. Registering a field would replace it with the default value. */
function useTypedEarly<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  ref: RefObject<HTMLFormElement | null>,
): void {
  const typed = useRef<{ field: TextField; text: string }[]>([]);
  // Runs before the fields' refs, which register them.
  useInsertionEffect(() => {
    const fields = document.querySelectorAll<TextField>("form[method=dialog] :is(input, textarea)");
    typed.current = [...fields]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map((field) => ({ field, text: field.value }));
  }, []);
  useLayoutEffect(() => {
    for (const { field, text } of typed.current) {
      const name = field.name as Path<Values>;
      if (ref.current?.contains(field) && name !== "") {
        form.setValue(name, text as PathValue<Values, typeof name>, { shouldDirty: true });
      }
    }
    typed.current = [];
  }, [form, ref]);
}

/** Returns the first field that is only partly filled in, such as a date without a year: its value is empty. */
export function findUnfinished(within: ParentNode | null): HTMLInputElement | undefined {
  return [...(within?.querySelectorAll("input") ?? [])].find(({ validity }) => validity.badInput);
}

export const unfinishedWords = ({ type }: Pick<HTMLInputElement, "type">) => `Complete the ${type}, or clear it.`;

const UNFINISHED = "unfinished";

/** Keeps a form from being sent while a field is only partly filled in. */
function useUnfinished<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  ref: RefObject<HTMLFormElement | null>,
) {
  const errorOf = (field: HTMLInputElement) => form.getFieldState(field.name as Path<Values>).error;
  const refuseUnfinished = (): boolean => {
    const field = findUnfinished(ref.current);
    if (!field || errorOf(field)) return false;
    form.setError(field.name as Path<Values>, { type: UNFINISHED, message: unfinishedWords(field) });
    field.focus();
    return true;
  };
  /** Removes the error when such a field was cleared, which does not change its value. */
  const onBlur = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement) || target.validity.badInput) return;
    if (errorOf(target)?.type === UNFINISHED) form.clearErrors(target.name as Path<Values>);
  };
  return { refuseUnfinished, onBlur };
}

type Options<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Sends valid values. Rejects with an `ApiError` when they were refused. */
  send(values: Values): Promise<unknown>;
  /** The fields that can show why they were refused. */
  fields?: readonly Path<Values>[];
  /** The field that a conflict is about, such as an e-mail address that is taken. */
  conflicting?: Path<Values>;
};

/**
 * A form of react-hook-form that sends one request at a time, and none while a date is only partly filled in. The first
 * invalid field gets the focus and is scrolled into view. `problem` is what `RequestProblem` shows after a failure.
 */
export function useRequestForm<Values extends FieldValues>({ form, send, fields = [], conflicting }: Options<Values>) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const ref: RefObject<HTMLFormElement | null> = useRef(null);

  useTypedEarly(form, ref);
  // Not an attribute, because the browser has to check the form until this script has loaded, and without JavaScript.
  useEffect(() => {
    if (ref.current) ref.current.noValidate = true;
  });

  const sendOnce = useOneAtATime(async (values: Values) => {
    setSending(true);
    // A refusal for an ended session stays, so that its sign-in form keeps what was typed.
    setFailure((current: unknown) => (isSignedOut(current) ? current : null));
    try {
      await send(values);
      setFailure(null);
    } catch (error) {
      closeDoneToasts();
      const refused = refusedField(error, fields, conflicting);
      setFailure(refused ? null : error);
      if (!refused) return;
      form.setError(refused.field, { message: refused.message }, { shouldFocus: true });
    } finally {
      setSending(false);
    }
  });
  const { refuseUnfinished, onBlur } = useUnfinished(form, ref);
  const submit = form.handleSubmit(
    (values) => (refuseUnfinished() ? closeDoneToasts() : sendOnce(values)),
    () => {
      refuseUnfinished();
      closeDoneToasts();
    },
  );
  const [submits, setSubmits] = useState(0);
  const onSubmit = async (event: FormEvent) => {
    await submit(event);
    setSubmits((count) => count + 1);
  };
  // Once a refused field has the focus and its error is rendered.
  useEffect(() => {
    if (submits > 0) scrollToRefused(ref.current);
  }, [submits]);

  /** After an edit, the automatic retry and the "unknown outcome" message no longer apply. */
  const onEdit = () => setFailure((current: unknown) => (staysOnEdit(current) ? current : null));
  const sendAgain = () => ref.current?.requestSubmit();
  /** Clears the failure after signing in again. The focus goes to the submit button, which is outside the form. */
  const resume = () => {
    flushSync(() => setFailure(null));
    const id = ref.current?.id;
    document.querySelector<HTMLElement>(`[type="submit"][form="${id}"]`)?.focus();
  };
  const attributes = { ...UNREADY, ref, onSubmit, onBlur };
  const problem = { error: failure, onWaited: sendAgain, onSignedIn: resume };
  return { form, ref, attributes, failure, problem, isSending, onEdit, sendAgain, resume };
}

/**
 * Before scripts have arrived, sending does nothing: this method closes the dialog around the form, and there is none.
 * Otherwise the browser would load the page again and lose what was typed. Forms that work without scripts replace it.
 */
const UNREADY = { method: "dialog" } as const;

/**
 * Scrolls the refused field to the middle, so that no bar covers its error, or else up to the summary of the form if
 * both fit.
 */
function scrollToRefused(form: HTMLFormElement | null): void {
  const field = form?.querySelector("[data-part=field]:has(:focus[aria-invalid=true])");
  if (!field) return;
  field.scrollIntoView({ block: "center" });
  const summary = form?.querySelector("[data-part=field-problems]");
  const height = summary ? field.getBoundingClientRect().bottom - summary.getBoundingClientRect().top : 0;
  if (height > 0 && height < window.innerHeight * SHOWN_PART) summary?.scrollIntoView({ block: "start" });
}

/** How much of the window a summary and the first refused field may take to be shown together. */
const SHOWN_PART = 0.8;

const staysOnEdit = (failure: unknown) => waitSecondsOf(failure) === null && isCertain(failure);
