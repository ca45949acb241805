import { useEffect, useState } from "react";
import { filtersHref, type PetFilters } from "@/lib/pets/adopters/filters";

/** Whether the greeting was left out, by URL, since the page was loaded. */
const seen = new Map<string, boolean>();
/** Maximum number of URLs that are stored. */
const MAX_SEEN = 1_000;

/**
 * Whether the greeting is left out, and a function that leaves it out, for a submitted search. Only the first page of
 * all available animals has it. It does not change while a visitor types or chooses facts, so that nothing moves under
 * the pointer. A list to which they return looks as they left it, so that it scrolls back to the same animals.
 */
export function useCompact(filters: PetFilters): [isCompact: boolean, leaveOut: () => void] {
  const href = filtersHref(filters);
  const { kind, cursor } = filters;
  const [view, setView] = useState(() => ({ href, kind, isCompact: seen.get(href) ?? href !== "/" }));
  if (href !== view.href) {
    const isCompact = kind === view.kind ? view.isCompact || cursor !== undefined : href !== "/";
    setView({ href, kind, isCompact: seen.get(href) ?? isCompact });
  }
  const { isCompact } = view;
  useEffect(() => {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(href, isCompact);
  }, [href, isCompact]);
  return [isCompact, () => setView((now) => ({ ...now, isCompact: true }))];
}
