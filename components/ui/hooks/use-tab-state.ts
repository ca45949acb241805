import { useCallback, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { readFromTab, trySaveInTab } from "@/lib/tab-storage";

/** Sets the saved state, or updates its latest value. Returns whether it was saved. */
type Save<T> = (next: T | ((current: T) => T)) => boolean;

/** State that survives a reload. It is saved as JSON in this tab's session storage. */
export function useTabState<T extends object>(name: string, empty: T, schema: z.ZodMiniType<T>): [T, Save<T>] {
  const [value, setValue] = useState(empty);
  // Updates during a request apply to the latest value, not to the one before.
  const latest = useRef(empty);
  // In an effect, because the server-rendered HTML cannot contain it.
  useEffect(() => {
    const saved = readFromTab(name, schema);
    if (saved === null) return;
    latest.current = saved;
    setValue(saved);
  }, [name, schema]);
  const save = useCallback<Save<T>>(
    (next) => {
      latest.current = typeof next === "function" ? next(latest.current) : next;
      setValue(latest.current);
      return trySaveInTab(name, latest.current);
    },
    [name],
  );
  return [value, save];
}
