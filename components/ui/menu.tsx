"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "./button";
import { Chevron } from "./icons";
import { Link } from "./link";
import { barLink, cx } from "./style";

export const menuPopup = cx(
  "max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-card border border-line bg-panel p-1.5",
  "shadow-raised transition outline-none data-starting-style:scale-95 data-starting-style:opacity-0",
);

export const menuItem = cx(
  "flex min-h-target cursor-pointer items-center rounded-control px-3 no-underline transition outline-none select-none",
  "hover:bg-hover data-highlighted:bg-hover data-highlighted:ring-2 data-highlighted:ring-accent data-highlighted:ring-inset active:bg-pressed",
);

type Props = {
  label: ReactNode;
  head?: ReactNode;
  /**
   * `bar` looks like the links beside it, `inline` like part of the text, `cell` like that of a table; `icon` is a square
   * without an arrow.
   */
  look?: keyof typeof LOOKS;
  align?: "start" | "end";
  isCurrent?: boolean;
  isBusy?: boolean;
  /** For reading ahead what the entries need. */
  onNear?(): void;
  /** What gets the focus when it closes; the button, if that is true. */
  finalFocus?(): HTMLElement | true;
  children: ReactNode;
};

const LOOKS = {
  button: buttonClass("quiet", "shrink-0 px-3! data-popup-open:bg-hover sm:px-4!"),
  bar: cx(barLink, "min-w-0 cursor-pointer select-none data-popup-open:bg-hover"),
  inline: cx(
    "inline-flex min-h-target cursor-pointer items-center gap-1 rounded-control px-1 underline decoration-control-line",
    "underline-offset-4 transition hover:text-accent-hover hover:decoration-accent",
    "data-popup-open:bg-hover",
  ),
  cell: cx(
    "-ms-2 inline-flex min-h-target cursor-pointer items-center gap-1.5 rounded-control border border-transparent px-2",
    "text-soft transition hover:border-control-line hover:bg-panel active:bg-pressed",
    "data-popup-open:border-accent data-popup-open:bg-panel aria-busy:cursor-progress",
  ),
  icon: cx(
    "inline-grid size-target cursor-pointer place-items-center rounded-control text-soft transition",
    "hover:bg-pressed hover:text-ink active:text-accent-pressed data-popup-open:bg-pressed",
  ),
} as const;

export function Menu({
  label,
  head,
  look = "button",
  align = "end",
  isCurrent,
  isBusy,
  onNear,
  finalFocus,
  children,
}: Props) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        aria-current={isCurrent || undefined}
        aria-busy={isBusy || undefined}
        className={LOOKS[look]}
        onPointerEnter={onNear}
        onFocus={onNear}
      >
        {label}
        {look !== "icon" && <Chevron />}
      </Base.Trigger>
      <Base.Portal>
        {/* Fixed, so that highlighting an entry, which focuses it, does not scroll the page under the pointer. */}
        <Base.Positioner positionMethod="fixed" sideOffset={6} align={align} className="z-50">
          <Base.Popup
            {...(finalFocus && { finalFocus })}
            className={cx(menuPopup, "grid max-h-(--available-height) min-w-56 overflow-y-auto")}
          >
            {head && <p className="border-b border-line px-3 pt-1 pb-2 text-sm text-soft">{head}</p>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The label of an icon menu. */
export function MoreLabel({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="sr-only">{children}</span>
      <svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" className="size-5 fill-current">
        <circle cx="4" cy="10" r="1.6" />
        <circle cx="10" cy="10" r="1.6" />
        <circle cx="16" cy="10" r="1.6" />
      </svg>
    </>
  );
}

type ItemProps = {
  className?: string;
  whyNot?: string | null;
  onSelect(): void;
  children: ReactNode;
};

export function MenuItem({ className, whyNot = null, onSelect, children }: ItemProps) {
  const isDisabled = whyNot !== null;
  return (
    <Base.Item
      className={cx(menuItem, isDisabled && "flex-col items-start! py-2 text-soft cursor-not-allowed!", className)}
      disabled={isDisabled}
      onClick={onSelect}
    >
      {children}
      {isDisabled && <span className="text-sm">{whyNot}</span>}
    </Base.Item>
  );
}

export function MenuLink({ href, className, children, ...attributes }: ComponentProps<"a"> & { href: string }) {
  return (
    <Base.LinkItem
      className={cx(menuItem, "gap-2 aria-[current]:bg-accent-back aria-[current]:font-semibold", className)}
      closeOnClick
      render={<Link href={href} />}
      {...attributes}
    >
      {children}
    </Base.LinkItem>
  );
}

type GroupProps = {
  name: string;
  inColumns?: boolean;
  children: ReactNode;
};

export function MenuGroup({ name, inColumns = false, children }: GroupProps) {
  return (
    <Base.Group className={cx("mt-1.5 grid border-t border-line pt-1.5", inColumns && "grid-cols-2")}>
      <Base.GroupLabel className="col-span-full px-3 py-1 text-sm text-soft">{name}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
