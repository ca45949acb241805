import type { ReactNode } from "react";
import { cx } from "./cx";

/** The classes of a raised surface for one thing: a form, a group of facts. */
export const panel = "rounded-card border border-line bg-panel p-5 shadow-card print:border-0 print:shadow-none";

/** The classes of a form and of the parts of a panel: one below the other. */
export const stack = "grid grid-cols-[minmax(0,1fr)] content-start gap-4";

/** The classes of a row of buttons. */
export const actions = "flex flex-wrap items-center gap-2.5";

/** Says what there is instead of what was looked for, and what to do next. */
export function Notice({ role, children }: { role?: "alert"; children: ReactNode }) {
  return (
    <div role={role} className={cx(panel, stack, "mb-4 justify-items-start")}>
      {children}
    </div>
  );
}
