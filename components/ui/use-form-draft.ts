import { useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { changedValues } from "@/lib/changed-values";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useValuesChanged } from "./use-values-changed";

type Options<V extends FieldValues> = { form: UseFormReturn<V>; name: string; schema: z.ZodMiniType<Partial<V>> };

/**
 * Keeps what is typed in a form, valid or not, when its sheet is closed or the page is reloaded. Only the fields that
 * differ from the form's first values are kept, so that others may change the rest. Returns a function that removes the
 * draft.
 */
export function useFormDraft<V extends FieldValues>({ form, name, schema }: Options<V>): () => void {
  const restore = useEffectEvent(() => {
    const draft = readFromTab(name, schema);
    if (draft !== null) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  });
  useEffect(() => restore(), []);
  useValuesChanged(form, (values) => saveInTab(name, changedValues(values, form.formState.defaultValues ?? {})));
  return () => saveInTab(name, null);
}
