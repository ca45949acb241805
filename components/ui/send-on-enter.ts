import type { KeyboardEvent } from "react";

/** Sends the first form of a dialog when Ctrl or ⌘ and Enter are pressed, wherever in the dialog the focus is. */
export function sendOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== "Enter" || !(ctrlKey || metaKey)) return;
  // React passes on what happens in a dialog above this one.
  if (!(target instanceof Node && currentTarget.contains(target))) return;
  const form = target instanceof Element ? target.closest("form") : null;
  event.preventDefault();
  (form ?? currentTarget.querySelector("form"))?.requestSubmit();
}
