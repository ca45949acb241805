import type { KeyboardEvent } from "react";

/**
 * Sends the first form of a dialog when Ctrl or ⌘ and Enter are pressed, wherever in the dialog the focus is. With Shift,
 * the button with `data-shift-enter` is pressed, if there is one.
 */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey)) return;
  // React passes on what happens in a dialog above this one.
  if (!(target instanceof Node && currentTarget.contains(target))) return;
  const form = target instanceof Element ? target.closest("form") : null;
  event.preventDefault();
  const other = shiftKey && currentTarget.querySelector<HTMLElement>("[data-shift-enter]");
  if (other) other.click();
  else (form ?? currentTarget.querySelector("form"))?.requestSubmit();
}
