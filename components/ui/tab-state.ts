import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { changedValues } from "@/lib/values/objects";

type Save<T> = (next: T | ((current: T) => T)) => void;

/** State that survives a reload, as JSON in this tab's session storage, and whether it has been read from there. */
export function useTabState<T extends object>(
  name: string,
  empty: T,
  schema: z.ZodMiniType<T>,
): [value: T, save: Save<T>, isRead: boolean] {
  const [{ value, isRead }, setState] = useState({ value: empty, isRead: false });
  // Updates during a request apply to the latest value, not to the one before.
  const latest = useRef(empty);
  // In an effect, because the server-rendered HTML cannot contain it.
  useEffect(() => {
    latest.current = readFromTab(name, schema) ?? latest.current;
    setState({ value: latest.current, isRead: true });
  }, [name, schema]);
  const save = useCallback<Save<T>>(
    (next) => {
      latest.current = typeof next === "function" ? next(latest.current) : next;
      setState({ value: latest.current, isRead: true });
      saveInTab(name, latest.current);
    },
    [name],
  );
  return [value, save, isRead];
}

/**
 * Forgets the state when people leave the page. A reload is not leaving. Call it before `useTabState`, which then finds
 * nothing.
 */
export function useForgetOnLeave(name: string): void {
  useEffect(() => {
    if (!isReloaded()) saveInTab(name, null);
    return () => saveInTab(name, null);
  }, [name]);
}

function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
  return isReload && new URL(entry.name).pathname === location.pathname;
}

export function useValuesChanged<V extends FieldValues>(form: UseFormReturn<V>, onChange: (values: V) => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [form]);
}

type Options<V extends FieldValues, D extends object> = {
  form: UseFormReturn<V>;
  name: string;
  schema: z.ZodMiniType<D>;
  /** Null if there is nothing to save. */
  toDraft(values: V): object | null;
  restore(draft: D): void;
};

/** Saves what is typed in a form in this tab, valid or not. Returns a function that removes the draft. */
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

/** What was typed, valid or not. */
const FormDraft = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** A draft of only the fields that differ from the form's first values, because others may change the rest. */
export function useFormDraft<V extends FieldValues>(form: UseFormReturn<V>, name: string): () => void {
  return useDraft({
    form,
    name,
    schema: FormDraft,
    toDraft: (values) => changedValues(values, form.formState.defaultValues ?? {}),
    restore: (draft) => form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true }),
  });
}
