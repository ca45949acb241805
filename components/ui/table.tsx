import type { ComponentPropsWithRef } from "react";
import { cx } from "./cx";

/** The classes of a cell with a number. */
export const numberCell = "text-end! tabular-nums";

type Props = ComponentPropsWithRef<"div"> & {
  /** Less room around the text. */
  dense?: boolean;
};

/** A table on a surface of its own. What is too wide scrolls there, and long words break. */
export function Table({ dense, className, children, ...attributes }: Props) {
  return (
    <div
      className={cx("overflow-x-auto rounded-card border border-line bg-panel shadow-card", className)}
      {...attributes}
    >
      <table
        className={cx(
          "w-full [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:text-start",
          "[&_tbody_tr]:transition [&_tbody_tr:hover]:bg-hover [&_tbody_tr:last-child>*]:border-b-0",
          "[&_:is(th,td)]:wrap-break-word [&_th[scope=row]]:min-w-29 [&_th[scope=row]]:wrap-anywhere",
          "[&_th]:font-semibold [&_thead_th]:text-sm [&_thead_th]:text-soft [&_time]:inline-block [&_time]:min-w-29",
          dense
            ? "text-sm [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1.5"
            : "[&_:is(th,td)]:px-2 [&_:is(th,td)]:py-2 sm:[&_:is(th,td)]:px-3.5",
        )}
      >
        {children}
      </table>
    </div>
  );
}
