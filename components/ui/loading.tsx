import type { ReactNode } from "react";
import { cx } from "./style";

const SKELETONS = 8;
const shimmer =
  "animate-shimmer bg-linear-to-r from-panel via-line to-panel bg-size-[200%_100%] rounded-card border border-line";

/** Placeholders as large as what is loading. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="sr-only" role="status">
        Loading…
      </p>
      {children}
    </>
  );
}

function shapes(draw: (key: number) => ReactNode, count = SKELETONS): ReactNode[] {
  return Array.from({ length: Math.min(count, SKELETONS) }, (_, index) => draw(index));
}

export function Skeleton({ className }: { className: string }) {
  return <div className={cx(shimmer, className)} />;
}

const WIDTHS = ["w-1/3", "w-2/3", "w-1/2", "w-3/5"];

export function LoadingRows() {
  return (
    <Loading>
      <div className="overflow-hidden rounded-card border border-line bg-panel shadow-card" aria-hidden="true">
        {shapes((key) => (
          <div key={key} className={cx("flex items-center border-b border-line px-4", key === 0 ? "h-10" : "h-15")}>
            <div className={cx(shimmer, "h-4 rounded-mark border-0", WIDTHS[key % WIDTHS.length])} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

export const cardGrid = "grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 lg:grid-cols-4";

/** `count` is how many there will be, if known. */
export function LoadingCards({ count }: { count?: number }) {
  return (
    <Loading>
      <div className={cardGrid} aria-hidden="true">
        {shapes(
          (key) => (
            <Skeleton key={key} className="h-57 sm:h-80" />
          ),
          count,
        )}
      </div>
    </Loading>
  );
}
