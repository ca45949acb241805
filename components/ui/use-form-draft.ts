import type { FieldValues, UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import { changedValues } from "@/lib/values/objects";
import { useDraft } from "./tab-state";

type Options<V extends FieldValues> = { form: UseFormReturn<V>; name: string; schema: z.ZodMiniType<Partial<V>> };

/**
 * The draft of a form (`useDraft`) in which others may change the rest: only the fields that differ from the form's
 * first values stay. Returns a function that removes the draft.
 */
export function useFormDraft<V extends FieldValues>({ form, name, schema }: Options<V>): () => void {
  return useDraft({
    form,
    name,
    schema,
    toDraft: (values) => changedValues(values, form.formState.defaultValues ?? {}),
    restore: (draft) => form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true }),
  });
}
