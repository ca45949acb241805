import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { Edit } from "@/lib/http/edit";
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

/** What was typed, valid or not, of fields that differ from what the form started from: `before`, of this version. */
const Draft = z.object({
  version: z.string(),
  before: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
});

/**
 * Saves what is typed in a form in this tab until `forget`. Only the fields that differ from the form's first values,
 * because others may change the rest. A form of something with a version goes on from the version that it was typed for.
 */
export function useDraft<V extends FieldValues>(form: UseFormReturn<V>, name: string, firstVersion = "") {
  const base = useRef({ version: firstVersion, before: form.formState.defaultValues as V }); // all of them are given
  const [isRestored, setRestored] = useState(false);
  const goOn = ({ version, before, values }: Edit<V>) => {
    base.current = { version, before };
    form.reset(before);
    form.reset(values, { keepDefaultValues: true });
  };
  const restore = useEffectEvent(() => {
    const draft = readFromTab(name, Draft);
    if (draft === null) return;
    const before = { ...base.current.before, ...(firstVersion !== "" && draft.before) };
    goOn({ version: draft.version, before, values: { ...form.getValues(), ...draft.values } });
    setRestored(true);
  });
  useEffect(() => restore(), []);
  useValuesChanged(form, (typed) => {
    const { version, before } = base.current;
    const values = changedValues(typed, before);
    const earlier = values && Object.fromEntries(Object.keys(values).map((field) => [field, before[field]]));
    saveInTab(name, values && { version, before: earlier, values });
  });
  return {
    isRestored,
    /** What was typed, as an edit of what the form started from. */
    editOf: (values: V): Edit<V> => ({ ...base.current, values }),
    goOn,
    forget: () => {
      saveInTab(name, null);
      setRestored(false);
    },
  };
}
