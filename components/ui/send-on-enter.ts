import type { KeyboardEvent } from "react";

/** Sends a form when Ctrl or ⌘ and Enter are pressed in it, also in a text of several lines. */
export function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
