import { cx } from "./cx";

/** The classes of the surface that opens below a button or a control. */
export const menuPopup = cx(
  "max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-card border border-line bg-panel p-1.5",
  "shadow-raised transition outline-none data-starting-style:scale-95 data-starting-style:opacity-0",
);

/** The classes of one entry. */
export const menuItem = cx(
  "flex min-h-target cursor-pointer items-center rounded-control px-3 no-underline transition outline-none select-none",
  "hover:bg-hover data-highlighted:bg-hover data-highlighted:ring-2 data-highlighted:ring-accent data-highlighted:ring-inset active:bg-pressed",
);
