"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { buttonClass } from "./button-class";
import { cx } from "./cx";
import { Link } from "./link";
import { menuItem, menuPopup } from "./menu-class";

/** A button that opens a short list of actions and links. `head` says above them whose they are. */
export function Menu({ label, head, children }: { label: ReactNode; head?: ReactNode; children: ReactNode }) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={buttonClass("quiet", "shrink-0 px-3 data-popup-open:bg-hover sm:px-4")}>
        {label}
        <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 fill-none stroke-current stroke-2">
          <path d="m2 4 4 4 4-4" />
        </svg>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="end" className="z-30">
          <Base.Popup className={cx(menuPopup, "grid min-w-56")}>
            {head && <p className="border-b border-line px-3 pt-1 pb-2 text-sm text-soft">{head}</p>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** An action of a menu. */
export function MenuItem({ onSelect, children }: { onSelect(): void; children: ReactNode }) {
  return (
    <Base.Item className={menuItem} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

/** A link of a menu. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={menuItem} closeOnClick render={<Link href={href} />}>
      {children}
    </Base.LinkItem>
  );
}
