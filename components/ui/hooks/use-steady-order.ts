import { useState } from "react";

/**
 * Returns entries in the order in which they were first shown, even if they are sorted differently later. Otherwise, a
 * row could move while somebody is working in it. A new entry comes after its neighbour. Another `list` starts over.
 */
export function useSteadyOrder<E>(list: string, entries: readonly E[], keyOf: (entry: E) => string): E[] {
  const [shown, setShown] = useState<{ list: string; keys: string[] }>({ list, keys: [] });
  const before = shown.list === list ? shown.keys : [];
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const keys = before.filter((key) => byKey.has(key));
  let place = 0;
  for (const key of byKey.keys()) {
    const known = keys.indexOf(key);
    if (known < 0) keys.splice(place, 0, key);
    place = (known < 0 ? place : known) + 1;
  }
  if (shown.list !== list || keys.join() !== shown.keys.join()) setShown({ list, keys });
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
