import { useEffect, useRef } from "react";

/** How long the pressed control and its dialog may take to leave the page, in milliseconds. */
const WATCHED_MS = 5_000;

/**
 * Moves the focus to the element where reading continues, once the pressed control has disappeared. Does nothing if
 * something else has the focus by then. Stops waiting as soon as the person presses something.
 */
export function continueAt(find: () => HTMLElement | null | undefined): void {
  watch(() => {
    if (isFocusLost()) focusInView(find());
    return true;
  });
}

/**
 * Moves the focus from one element to another as soon as that is on the page, such as the row of a new animal. Stops
 * waiting as soon as the person presses something.
 */
export function continueWhenShown(from: HTMLElement | null, find: () => HTMLElement | null | undefined): void {
  watch(() => {
    const found = document.activeElement === from && find();
    if (found) focusInView(found);
    return !found;
  });
}

/** Calls a function with each frame while it returns true, until the person presses something, or too long. */
function watch(isGoingOn: () => boolean): void {
  const until = performance.now() + WATCHED_MS;
  const pressed = new AbortController();
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, () => pressed.abort(), { capture: true, signal: pressed.signal });
  }
  const look = () => {
    if (pressed.signal.aborted || performance.now() > until || !isGoingOn()) return pressed.abort();
    requestAnimationFrame(look);
  };
  look();
}

/**
 * If nothing has the focus, moves it to this element, or else to the open dialog or the heading of the page. Does not
 * scroll.
 */
export function focusIfLost(element?: HTMLElement | null): void {
  if (!isFocusLost()) return;
  const target = element?.isConnected ? element : (openDialog() ?? document.querySelector("h1"));
  if (!target) return;
  if (target.matches("h1, h2, section")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Returns the open dialog. Toasts are dialogs too, but do not count. */
const openDialog = () => document.querySelector<HTMLElement>("[role=dialog][data-open]");

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Scrolls only if the element is out of sight. */
function focusInView(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** Returns a function that moves the focus back to the field that had it last, for example after a question. */
export function useLastField(): () => void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches("input, select, textarea")) last.current = target;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  return () => last.current?.focus();
}
