import type { KeyboardEvent } from "react";

/**
 * Submits the first form of a dialog on Ctrl or ⌘ and Enter, with the focus anywhere in the dialog. With Shift, presses
 * the button with `data-shift-enter`, if there is one.
 */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey)) return;
  // React also bubbles events from dialogs that were opened from this one.
  if (!(target instanceof Node && currentTarget.contains(target))) return;
  const form = target instanceof Element ? target.closest("form") : null;
  event.preventDefault();
  const other = shiftKey && currentTarget.querySelector<HTMLElement>("[data-shift-enter]");
  if (other) other.click();
  else (form ?? currentTarget.querySelector("form"))?.requestSubmit();
}
