"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { Chevron } from "../display/chevron";
import { Link } from "../navigation/link";
import { buttonClass } from "../style/button-class";
import { cx } from "../style/cx";
import { barLink } from "../style/links";
import { menuItem, menuPopup } from "../style/menu-class";

type Props = {
  label: ReactNode;
  /** A heading above the entries, for example whose account they are about. */
  head?: ReactNode;
  /**
   * `bar` looks like the links beside it in a bar at the top of a page, `inline` like part of the text; `icon` is a
   * square without an arrow.
   */
  look?: "button" | "bar" | "inline" | "icon";
  align?: "start" | "end";
  /** Whether one of the entries leads to the current page. */
  isCurrent?: boolean;
  /** Called when the pointer or the focus reaches the button, so that what the entries need can be read ahead. */
  onNear?(): void;
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
  icon: cx(
    "inline-grid size-target cursor-pointer place-items-center rounded-control text-soft transition",
    "hover:bg-pressed hover:text-ink active:text-accent-pressed data-popup-open:bg-pressed",
  ),
} as const;

/** A button that opens a short list of actions and links. */
export function Menu({ label, head, look = "button", align = "end", isCurrent, onNear, children }: Props) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        aria-current={isCurrent || undefined}
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
          <Base.Popup className={cx(menuPopup, "grid max-h-(--available-height) min-w-56 overflow-y-auto")}>
            {head && <p className="border-b border-line px-3 pt-1 pb-2 text-sm text-soft">{head}</p>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The label of a menu that looks like an icon: three dots, and a text for screen readers. */
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
  /** Why the action cannot be chosen now. Shown below the label. */
  whyNot?: string | null;
  onSelect(): void;
  children: ReactNode;
};

/** An action of a menu. */
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

/** A link of a menu. */
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
  /** Whether its entries, which are short, are in two columns. */
  inColumns?: boolean;
  children: ReactNode;
};

/** A named group of entries. */
export function MenuGroup({ name, inColumns = false, children }: GroupProps) {
  return (
    <Base.Group className={cx("mt-1.5 grid border-t border-line pt-1.5", inColumns && "grid-cols-2")}>
      <Base.GroupLabel className="col-span-full px-3 py-1 text-sm text-soft">{name}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
