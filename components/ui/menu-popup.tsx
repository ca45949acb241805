"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "./link";
import { cx } from "./style";

export const menuPopup = cx(
  "max-w-[calc(100vw-2rem)] origin-(--transform-origin) rounded-card border border-line bg-panel p-1.5",
  "shadow-raised transition outline-none data-starting-style:scale-95 data-starting-style:opacity-0",
);

export const menuItem = cx(
  "flex min-h-target cursor-pointer items-center rounded-control px-3 no-underline transition outline-none select-none",
  "hover:bg-hover data-highlighted:bg-hover data-highlighted:ring-2 data-highlighted:ring-accent data-highlighted:ring-inset active:bg-pressed",
);

type Props = {
  trigger: ComponentProps<typeof Base.Trigger>;
  head?: ReactNode;
  align?: "start" | "end";
  /** What gets the focus when it closes; the button, if that is true. */
  finalFocus?(): HTMLElement | true;
  children: ReactNode;
};

export function MenuPopup({ trigger, head, align = "end", finalFocus, children }: Props) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger {...trigger} />
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
