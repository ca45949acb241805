import { useCallback, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";

/** Sets the saved state, or changes its latest value. */
type Keep<T> = (next: T | ((current: T) => T)) => void;

/** State that survives a reload: saved as JSON in this tab's session storage. */
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
      // Storage is disabled, or its content is not valid: start empty.
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
