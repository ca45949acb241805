import type { ComponentPropsWithRef } from "react";
import { cx } from "./style";

export const numberCell = "text-end! tabular-nums";

type HeadProps = {
  names: readonly string[];
  numbers?: readonly string[];
  /** A column whose name is only for screen readers. */
  unseen?: string;
  /** It stays at the top on a wide screen. The table has to be `sticky` too. */
  sticky?: boolean;
};

const stickyHead = cx(
  "md:[&_th]:sticky md:[&_th]:top-0 md:[&_th]:z-10 md:[&_th]:bg-panel md:[&_th]:shadow-[inset_0_-1px_var(--color-line)]",
  "md:[&_th:first-child]:rounded-ss-card md:[&_th:last-child]:rounded-se-card",
);

export function TableHead({ names, numbers = [], unseen, sticky = false }: HeadProps) {
  return (
    <thead data-part={sticky ? "sticky-head" : undefined} className={sticky ? stickyHead : undefined}>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={numbers.includes(name) ? numberCell : undefined}>
            {name === unseen ? <span className="sr-only">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type Props = ComponentPropsWithRef<"div"> & {
  /** Rows are cards on a phone, each cell after its `data-label`. */
  cards?: boolean;
  /** Such a table does not scroll sideways, so its words have to break. */
  sticky?: boolean;
};

const cardRows = cx(
  "max-md:[&_:is(table,tbody)]:block max-md:[&_thead]:sr-only max-md:[&_tr]:grid max-md:[&_tr]:gap-1 max-md:[&_tr]:p-4",
  "max-md:[&_tr]:border-b max-md:[&_tr]:border-line max-md:[&_tr:last-child]:border-b-0",
  "max-md:[&_:is(th,td)]:flex max-md:[&_:is(th,td)]:min-h-0 max-md:[&_:is(th,td)]:border-0 max-md:[&_:is(th,td)]:p-0",
  "max-md:[&_:is(th,td)]:gap-3 max-md:[&_th[scope=row]]:-my-2 max-md:[&_td]:items-baseline max-md:[&_[data-label]]:before:w-28",
  "max-md:[&_[data-label]]:before:shrink-0 max-md:[&_[data-label]]:before:text-start max-md:[&_[data-label]]:before:text-sm",
  "max-md:[&_[data-label]]:before:text-soft max-md:[&_[data-label]]:before:content-[attr(data-label)]",
);

/** If it is too wide, it scrolls. */
export function Table({ cards, sticky, className, children, ...attributes }: Props) {
  return (
    <div
      className={cx(
        "overflow-x-auto rounded-card border border-line bg-panel shadow-card",
        cards && cardRows,
        sticky && "md:overflow-visible",
        className,
      )}
      {...attributes}
    >
      <table
        className={cx(
          "w-full [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:text-start",
          "[&_tbody_tr]:transition [&_tbody_tr:hover]:bg-hover [&_tbody_tr:last-child_:is(th,td)]:border-b-0",
          "[&_:is(th,td)]:wrap-break-word [&_th[scope=row]]:min-w-29 [&_th[scope=row]]:wrap-anywhere",
          "[&_th]:font-semibold [&_thead_th]:text-sm [&_thead_th]:text-soft",
          cards ? "md:[&_time]:whitespace-nowrap" : "[&_time]:inline-block [&_time]:min-w-29",
          "[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-2 sm:[&_:is(th,td)]:px-3.5",
        )}
      >
        {children}
      </table>
    </div>
  );
}

/** Separates two cells that share a line on a phone. */
export function PhoneComma() {
  return (
    <span aria-hidden="true" className="md:hidden">
      ,
    </span>
  );
}
