import { type RefObject, useEffect } from "react";

/** The space around an element at the bottom of the window, in pixels. */
const GAP = 12;

/**
 * While `isShown`, sets `--room-below` of an element at the bottom of the window to the height of what it must not
 * cover: bars with `data-bottom-bar`, a short dialog, or an on-screen keyboard. Also sets `--toast-room` of the
 * document to the element's own height, for what can make room for it.
 */
export function useRoomBelow(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const { current } = element;
      if (!current) return;
      const box = current.getBoundingClientRect();
      current.style.setProperty("--room-below", `${roomBelow(box)}px`);
      makeRoom(`${box.height + GAP}px`);
    };
    const measureSoon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    const observer = new MutationObserver(measureSoon);
    observer.observe(document.body, { childList: true, subtree: true });
    const control = new AbortController();
    const options = { capture: true, passive: true, signal: control.signal };
    for (const event of ["scroll", "resize", "transitionend"]) window.addEventListener(event, measureSoon, options);
    window.visualViewport?.addEventListener("resize", measureSoon, options);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      control.abort();
      document.documentElement.style.removeProperty("--toast-room");
    };
  }, [element, isShown]);
}

/**
 * Sets `--toast-room`. What makes room and is scrolled to its end stays there, so that its last control stays in view.
 * So does what has the focus.
 */
function makeRoom(room: string): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue("--toast-room") === room) return;
  const atEnd = [...document.querySelectorAll("[data-makes-room]")].filter(
    ({ scrollTop, clientHeight, scrollHeight }) => scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1,
  );
  const focused = seenFocus();
  style.setProperty("--toast-room", room);
  for (const part of atEnd) part.scrollTop = part.scrollHeight;
  focused?.scrollIntoView({ block: "nearest" });
}

/** Returns what has the focus and is in view in something that makes room, such as a button. */
function seenFocus(): Element | null {
  const { activeElement } = document;
  const part = activeElement?.closest("[data-makes-room]");
  if (!activeElement || !part) return null;
  const [box, view] = [activeElement.getBoundingClientRect(), part.getBoundingClientRect()];
  return box.top >= view.top && box.bottom <= view.bottom ? activeElement : null;
}

/** Returns how many pixels at the bottom of the window are taken where a box of this width would be. */
function roomBelow({ left, right, height }: DOMRect): number {
  const { innerHeight, visualViewport } = window;
  const keyboard = visualViewport ? innerHeight - visualViewport.offsetTop - visualViewport.height : 0;
  const needed = height + 2 * GAP;
  // Bars behind a dialog do not count: the dialog covers them. A short dialog itself must not be covered.
  const dialog = document.querySelector("[role=dialog][data-open]");
  const isShort = dialog !== null && dialog.getBoundingClientRect().top >= needed;
  const bars = [...(dialog ?? document).querySelectorAll("[data-bottom-bar]"), ...(isShort ? [dialog] : [])]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.left < right && bar.right > left)
    .filter((bar) => bar.top < innerHeight && bar.bottom > innerHeight - needed);
  return Math.max(0, keyboard, ...bars.map((bar) => innerHeight - bar.top));
}
