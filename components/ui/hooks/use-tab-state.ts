import { useCallback, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { readFromTab, trySaveInTab } from "@/lib/tab-storage";

/** Sets the saved state, or updates its latest value. Returns whether it was saved. */
type Keep<T> = (next: T | ((current: T) => T)) => boolean;

/** State that survives a reload. It is saved as JSON in this tab's session storage. */
export function useTabState<T extends object>(name: string, empty: T, schema: z.ZodMiniType<T>): [T, Keep<T>] {
  const [value, setValue] = useState(empty);
  // Updates during a request apply to the latest value, not to the one before.
  const latest = useRef(empty);
  // In an effect, because the server-rendered HTML cannot contain it.
  useEffect(() => {
    const kept = readFromTab(name, schema);
    if (kept === null) return;
    latest.current = kept;
    setValue(kept);
  }, [name, schema]);
  const keep = useCallback<Keep<T>>(
    (next) => {
      latest.current = typeof next === "function" ? next(latest.current) : next;
      setValue(latest.current);
      return trySaveInTab(name, latest.current);
    },
    [name],
  );
  return [value, keep];
}
