import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { filtersHref, isNarrowed, parseFilters } from "@/lib/pets/adopters/filters";
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
  const [isCompact, leaveOut] = useCompact(find);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    find.onSubmit(event);
    if (isNarrowed(parseFilters(new FormData(event.currentTarget)))) leaveOut();
  };
  return (
    <div className={cx("rounded-card bg-accent-back", isCompact ? "p-2" : whole)}>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-3 sm:gap-5">
        <div className={cx(isCompact && "sr-only")}>{welcome}</div>
        <SearchForm find={{ ...find, onSubmit }} />
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
 * Whether the greeting is left out, and a function that leaves it out, for a submitted search. It does not change while
 * a visitor chooses filters, so that nothing moves under the pointer. A list to which they return looks as they left it, so that it scrolls back to the same animals.
 */
function useCompact({ filters }: Find): [isCompact: boolean, leaveOut: () => void] {
  const href = filtersHref(filters);
  const [isCompact, setCompact] = useState(
    () => seen.get(href) ?? (isNarrowed(filters) || filters.cursor !== undefined),
  );
  useEffect(() => {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.set(href, isCompact);
  }, [href, isCompact]);
  return [isCompact, () => setCompact(true)];
}
