// Loaded when a visitor first uses a filter: what is shown if that fails, and the focus of the filter sheet.

import { ApiError } from "@/lib/http/errors";
import { LoadProblem } from "../../../ui/load-problem";

const UNAVAILABLE = new ApiError("unavailable", "The service is not available right now");

type Props = { problem: "unavailable" | Error; onRetry: () => unknown };

export function ListProblem({ problem, onRetry }: Props) {
  const error = problem === "unavailable" ? UNAVAILABLE : problem;
  return <LoadProblem what="The animals" error={error} onRetry={onRetry} />;
}

/** Keeps the focus in the sheet with the filters while it is open, from now on. */
export function trapFilterFocus(): void {
  document.addEventListener("keydown", keepFocus);
  // This event does not bubble.
  document.addEventListener("toggle", focusSheet, { capture: true });
  // The sheet may have opened before this was loaded.
  focusSheet();
}

const openSheet = () => document.querySelector<HTMLElement>("#filters:popover-open");

/** An open sheet is a dialog. In a large window, the filters are a part of the page. */
function focusSheet(): void {
  const open = openSheet();
  const filters = document.getElementById("filters");
  if (filters) {
    filters.role = open ? "dialog" : null;
    filters.ariaModal = open ? "true" : null;
  }
  open?.querySelector("button")?.focus();
}

/** Keeps the focus in the open sheet: after its last control comes the first. */
function keepFocus(event: KeyboardEvent): void {
  const sheet = event.key === "Tab" ? openSheet() : null;
  if (!sheet) return;
  const controls = [...sheet.querySelectorAll<HTMLElement>("a,button,input,select")].filter((control) =>
    control.checkVisibility(),
  );
  if (document.activeElement !== controls.at(event.shiftKey ? 0 : -1)) return;
  event.preventDefault();
  controls.at(event.shiftKey ? -1 : 0)?.focus();
}
