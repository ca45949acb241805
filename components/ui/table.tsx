import type { ComponentPropsWithRef } from "react";
import { cx } from "./style";

export const numberCell = "text-end! tabular-nums";

type Props = ComponentPropsWithRef<"div"> & {
  /** The names of the columns. */
  names: readonly string[];
  numbers?: readonly string[];
  /** A column whose name is only for screen readers. */
  unseen?: string;
  /** The head stays at the top on a wide screen. Such a table does not scroll sideways, so its words have to break. */
  sticky?: boolean;
};

const stickyHead = cx(
  "md:overflow-visible md:[&_thead_th]:sticky md:[&_thead_th]:top-0 md:[&_thead_th]:z-10 md:[&_thead_th]:bg-panel",
  "md:[&_thead_th]:shadow-[inset_0_-1px_var(--color-line)]",
  "md:[&_thead_th:first-child]:rounded-ss-card md:[&_thead_th:last-child]:rounded-se-card",
  // Below the head.
  "md:[&_tbody_*]:scroll-mt-12",
);

/** On a phone, rows are cards, each cell after its `data-label`. */
const cardRows = cx(
  "max-md:[&_:is(table,tbody)]:block max-md:[&_thead]:sr-only max-md:[&_tr]:grid max-md:[&_tr]:gap-1 max-md:[&_tr]:p-4",
  "max-md:[&_tr]:border-b max-md:[&_tr]:border-line max-md:[&_tr:last-child]:border-b-0",
  "max-md:[&_:is(th,td)]:flex max-md:[&_:is(th,td)]:min-h-0 max-md:[&_:is(th,td)]:border-0 max-md:[&_:is(th,td)]:p-0",
  "max-md:[&_:is(th,td)]:gap-3 max-md:[&_th[scope=row]]:-my-2 max-md:[&_td]:items-baseline max-md:[&_[data-label]]:before:w-28",
  "max-md:[&_[data-label]]:before:shrink-0 max-md:[&_[data-label]]:before:text-start max-md:[&_[data-label]]:before:text-sm",
  "max-md:[&_[data-label]]:before:text-soft max-md:[&_[data-label]]:before:content-[attr(data-label)]",
);

/** If it is too wide, it scrolls. Its children are the rows. */
export function Table({ names, numbers = [], unseen, sticky, className, children, ...attributes }: Props) {
  return (
    <div
      className={cx(
        "overflow-x-auto rounded-card border border-line bg-panel shadow-card",
        cardRows,
        sticky && stickyHead,
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
          "md:[&_time]:whitespace-nowrap",
          "[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-2 sm:[&_:is(th,td)]:px-3.5",
        )}
      >
        <thead data-part={sticky ? "sticky-head" : undefined}>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" className={numbers.includes(name) ? numberCell : undefined}>
                {name === unseen ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
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
