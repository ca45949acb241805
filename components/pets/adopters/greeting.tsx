import { type ReactNode, useEffect, useState } from "react";
import { filtersHref, isNarrowed } from "@/lib/pets/adopters/filters";
import { cx } from "../../ui/cx";
import { SearchForm } from "./search-form";
import type { Find } from "./use-find";

const whole = cx(
  "grid grid-cols-[minmax(0,1fr)] gap-x-8 overflow-hidden p-4 sm:p-8 md:grid-cols-[minmax(0,1fr)_8.5rem] md:py-10",
  "lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_24.5rem]",
);

type Props = {
  find: Find;
  /** Shown above the search. */
  welcome: ReactNode;
  /** Shown beside the search. */
  drawings: ReactNode;
};

/** The greeting with the search in it. Visitors who arrive with a search or a filter get only the search. */
export function Greeting({ find, welcome, drawings }: Props) {
  const isCompact = useCompact(find);
  return (
    <div className={cx("rounded-card bg-accent-back", isCompact ? "p-2" : whole)}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-3 sm:gap-5">
        <div className={cx(isCompact && "sr-only")}>{welcome}</div>
        <SearchForm find={find} />
      </div>
      {!isCompact && drawings}
    </div>
  );
}

/** Whether the greeting was left out, by URL, since the page was loaded. */
const seen = new Map<string, boolean>();
/** Maximum number of URLs that are stored. */
const MAX_SEEN = 1_000;

/**
 * Whether the greeting is left out. It does not change while a visitor filters, so that nothing moves under the
 * pointer. A list to which they return looks as they left it, so that it scrolls back to the same animals.
 */
function useCompact({ filters }: Find): boolean {
  const href = filtersHref(filters);
  const [isCompact] = useState(() => seen.get(href) ?? (isNarrowed(filters) || filters.cursor !== undefined));
  useEffect(() => {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(href, isCompact);
  }, [href, isCompact]);
  return isCompact;
}
