"use client";

import { type ComponentProps, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { buttonClass } from "./button";
import { Chevron } from "./icons";
import { loadOnTouch } from "./later";
import { barLink, cx } from "./style";

type Props = Omit<ComponentProps<Opened["MenuPopup"]>, "trigger"> & {
  label: ReactNode;
  /**
   * `bar` looks like the links beside it, `inline` like part of the text, `cell` like that of a table; `icon` is a square
   * without an arrow.
   */
  look?: keyof typeof LOOKS;
  isCurrent?: boolean;
  isBusy?: boolean;
  /** For reading ahead what the entries need. */
  onNear?(): void;
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

type Opened = typeof import("./menu-popup");

/** The code of open menus, which is larger than that of most pages. */
let opened: Opened | null = null;

async function load(): Promise<void> {
  opened ??= await import("./menu-popup");
}

loadOnTouch(load);

/** Until somebody points at it or presses it, this is only a button. What is pressed before the code arrives opens it then. */
export function Menu({ label, look = "button", isCurrent, isBusy, onNear, ...popup }: Props) {
  const [isReady, setReady] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  const getReady = () => flushSync(() => setReady(true));
  // The focus would be lost with the button.
  const prepare = ({ pointerType, currentTarget }: PointerEvent) => {
    if (opened && pointerType === "mouse" && currentTarget !== document.activeElement) getReady();
  };
  const press = async (event: Event) => {
    if (isPressed.current) return;
    isPressed.current = true;
    await load().catch(() => null);
    isPressed.current = false;
    if (!opened) return;
    getReady();
    button.current?.focus({ preventScroll: true });
    button.current?.dispatchEvent(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    void press(new window.KeyboardEvent("keydown", { key, bubbles: true }));
  };
  const trigger = {
    ref: button,
    "aria-current": isCurrent || undefined,
    "aria-busy": isBusy || undefined,
    className: LOOKS[look],
    onPointerEnter: onNear,
    onFocus: onNear,
    children: (
      <>
        {label}
        {look !== "icon" && <Chevron />}
      </>
    ),
  };
  if (isReady && opened) return <opened.MenuPopup trigger={trigger} {...popup} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...trigger}
      onPointerEnter={(event) => {
        onNear?.();
        prepare(event);
      }}
      // A click by keyboard has the detail 0, and highlights the first entry.
      onClick={({ detail }) => void press(new window.MouseEvent("click", { detail, bubbles: true }))}
      onKeyDown={onKeyDown}
    />
  );
}

export const MenuItem = (props: ComponentProps<Opened["MenuItem"]>) => opened && <opened.MenuItem {...props} />;
export const MenuLink = (props: ComponentProps<Opened["MenuLink"]>) => opened && <opened.MenuLink {...props} />;
export const MenuGroup = (props: ComponentProps<Opened["MenuGroup"]>) => opened && <opened.MenuGroup {...props} />;

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
