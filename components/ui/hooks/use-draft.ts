import { useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { useValuesChanged } from "./use-values-changed";

type Options<V extends FieldValues, D extends object> = {
  form: UseFormReturn<V>;
  /** The name under which the tab saves the draft. */
  name: string;
  schema: z.ZodMiniType<D>;
  /** Returns the draft of these values, or null if there is nothing to save. */
  toDraft(values: V): object | null;
  /** Puts an earlier draft into the form. */
  restore(draft: D): void;
};

/**
 * Saves what is typed in a form in this tab, valid or not, across reloads and pages. Returns a function that removes
 * the draft. `useFormDraft` is for most forms.
 */
export function useDraft<V extends FieldValues, D extends object>({
  form,
  name,
  schema,
  toDraft,
  restore,
}: Options<V, D>): () => void {
  const restoreStored = useEffectEvent(() => {
    const stored = readFromTab(name, schema);
    if (stored !== null) restore(stored);
  });
  useEffect(() => restoreStored(), []);
  useValuesChanged(form, (values) => saveInTab(name, toDraft(values)));
  return () => saveInTab(name, null);
}
