import { useCallback, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";

/** Sets kept state, or changes its latest value. */
type Keep<T> = (next: T | ((current: T) => T)) => void;

/** State that survives a reload: kept as JSON for this tab, while it is open. */
export function useSessionState<T extends object>(name: string, empty: T, schema: z.ZodMiniType<T>): [T, Keep<T>] {
  const [value, setValue] = useState(empty);
  // Changes made while a request runs apply to the latest value, not to the one before.
  const latest = useRef(empty);
  // In an effect, because the server-rendered HTML cannot contain it.
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(name);
      if (!kept) return;
      latest.current = schema.parse(JSON.parse(kept));
      setValue(latest.current);
    } catch {
      // Storage is switched off, or its content is not ours: start empty.
    }
  }, [name, schema]);
  const keep = useCallback<Keep<T>>(
    (next) => {
      latest.current = typeof next === "function" ? next(latest.current) : next;
      setValue(latest.current);
      try {
        sessionStorage.setItem(name, JSON.stringify(latest.current));
      } catch {
        // Without storage, the state lasts until the page is closed.
      }
    },
    [name],
  );
  return [value, keep];
}
