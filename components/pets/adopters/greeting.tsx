import { type ReactNode, useState } from "react";
import { isNarrowed } from "@/lib/pets/adopters/filters";
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

/** The greeting with the search in it; only the search when a visitor looks for something already. */
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

/** Whether the greeting is left out. While somebody types it stays as it is, so that the field does not move. */
function useCompact({ filters, isTyping }: Find): boolean {
  const isWanted = isNarrowed(filters) || filters.cursor !== undefined;
  const [isCompact, setCompact] = useState(isWanted);
  if (!isTyping && isCompact !== isWanted) setCompact(isWanted);
  return isCompact;
}
