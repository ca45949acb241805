import type { ReactNode } from "react";
import { cx } from "./style";

/** A raised surface for one thing: a form, a group of facts. */
export const panel = "rounded-card border border-line bg-panel p-5 shadow-card print:border-0 print:shadow-none";

/** A form, or the parts of a panel, one below the other. */
export const stack = "grid grid-cols-[minmax(0,1fr)] content-start gap-4";

export const actions = "flex flex-wrap items-center gap-2.5";

/** Below each other on a phone, and equally wide. */
export const stackedActions = cx(actions, "max-sm:grid max-sm:w-full max-sm:grid-cols-[minmax(0,1fr)]");

/** The buttons of a dialog, the main one last; on a phone at the top. */
export const dialogActions = cx(
  "flex flex-col-reverse gap-2.5 sm:flex-row sm:flex-wrap sm:items-center sm:justify-end",
);

export const backdrop = cx(
  "fixed inset-0 z-30 bg-scrim transition-opacity",
  "data-ending-style:opacity-0 data-starting-style:opacity-0",
);

export const noticePicture = "size-36 rounded-pill p-4";

type NoticeProps = {
  role?: "alert";
  part?: string;
  /** Only where the notice is the whole page. */
  picture?: ReactNode;
  children: ReactNode;
};

/** Says what the page shows instead of what was expected, and what to do next. */
export function Notice({ role, part, picture, children }: NoticeProps) {
  const place = picture
    ? "justify-items-center py-8 text-center *:max-w-prose *:justify-center sm:py-12"
    : "justify-items-start";
  return (
    <div role={role} data-part={part} className={cx(panel, stack, "mb-4", place)}>
      {picture}
      {children}
    </div>
  );
}

type PanelProps = { id: string; title: ReactNode; className?: string | undefined; children: ReactNode };

/** A raised part of a page. `id` is that of its heading, which can get the focus. */
export function Panel({ id, title, className, children }: PanelProps) {
  return (
    <section className={cx(panel, stack, className)} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
