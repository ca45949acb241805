import { type RefObject, useInsertionEffect, useLayoutEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Keeps what was typed before scripts arrived. Registering a field would replace it with the default value. */
export function useTypedEarly<Values extends FieldValues>(
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
