import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";

/** State that a reload of the page does not lose: kept for this tab, as JSON, for as long as the tab is open. */
export function useKept<T>(name: string, empty: T, schema: z.ZodMiniType<T>): [T, (value: T) => void] {
  const [value, setValue] = useState(empty);
  // After the first paint: what the server rendered knows nothing of it.
  useEffect(() => {
    try {
      const kept = sessionStorage.getItem(name);
      if (kept) setValue(schema.parse(JSON.parse(kept)));
    } catch {
      // Storage is switched off, or somebody else wrote there: start empty.
    }
  }, [name, schema]);
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        sessionStorage.setItem(name, JSON.stringify(next));
      } catch {
        // It holds for this page then.
      }
    },
    [name],
  );
  return [value, keep];
}
