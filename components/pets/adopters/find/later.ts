import { LoadProblem } from "../../../ui/load-problem";

// What the list needs only later, in one file that is loaded then.

/** What is shown if a page of the list could not be read. */
export const ListProblem = LoadProblem;

/** Moves the focus into an open popover, and keeps it there: after its last control comes the first. */
export function keepFocus(popover: HTMLElement): void {
  popover.querySelector("button")?.focus();
  popover.onkeydown = (event) => {
    if (event.key !== "Tab" || !popover.matches(":popover-open")) return;
    const controls = [...popover.querySelectorAll<HTMLElement>("a,button,input,select")].filter((control) =>
      control.checkVisibility(),
    );
    if (document.activeElement !== controls.at(event.shiftKey ? 0 : -1)) return;
    event.preventDefault();
    controls.at(event.shiftKey ? -1 : 0)?.focus();
  };
}
