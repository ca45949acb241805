import type { FocusEvent, RefObject } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { findUnfinished, unfinishedWords } from "./unfinished";

/** The type of the error of a field that is only partly filled in. */
const UNFINISHED = "unfinished";

/** Keeps a form from being sent while a field is only partly filled in. */
export function useUnfinished<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  ref: RefObject<HTMLFormElement | null>,
) {
  const errorOf = (field: HTMLInputElement) => form.getFieldState(field.name as Path<Values>).error;
  /** Points out the first such field, unless its error is known. Returns whether it does. */
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
