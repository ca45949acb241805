/** The id of the heading of the list on a page. */
export const LIST_HEADING = "list-heading";

/** Makes reading continue at the heading of the list. Does not scroll if the heading is visible. */
export function focusListHeading(block: "nearest" | "start" = "nearest"): void {
  const heading = document.getElementById(LIST_HEADING);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block });
}
