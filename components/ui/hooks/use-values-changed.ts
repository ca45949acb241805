import { useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** Calls `onChange` with the values of a form whenever one of them changes. */
export function useValuesChanged<V extends FieldValues>(form: UseFormReturn<V>, onChange: (values: V) => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [form]);
}
