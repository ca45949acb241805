import type { ReactNode } from "react";
import { cx } from "../../../ui/style/cx";
import { SearchForm } from "./search-form";
import type { Find } from "./use-find";

const whole = cx(
  "grid grid-cols-[minmax(0,1fr)] gap-x-8 overflow-hidden rounded-card bg-accent-back px-4 py-3 sm:-mt-2 sm:px-8 sm:py-5 lg:py-3 tall:py-4",
  "md:grid-cols-[minmax(0,1fr)_8.5rem] lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]",
);

/** In a high window, the text is as high as the drawings, so nothing moves when these arrive. */
const text = "sm:gap-4 lg:gap-2 tall:min-h-35 tall:content-start tall:gap-3";

type Props = {
  find: Find;
  /** Whether only the search is shown. */
  isCompact: boolean;
  /** Shown above the search. */
  welcome: ReactNode;
  /** Shown beside the search. */
  drawings: ReactNode;
};

/** The greeting with the search in it. */
export function Greeting({ find, isCompact, welcome, drawings }: Props) {
  return (
    <div data-status={find.shown.filters.status} className={cx("group", !isCompact && whole)}>
      <div className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] content-center gap-3", !isCompact && text)}>
        {!isCompact && welcome}
        <SearchForm find={find} />
      </div>
      {!isCompact && drawings}
    </div>
  );
}
