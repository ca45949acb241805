/** The id of the heading of the list on a page. */
export const LIST_HEADING = "list-heading";

/** Moves the focus to the heading of the list. Scrolls only if the heading is out of sight. */
export function focusListHeading(): void {
  const heading = document.getElementById(LIST_HEADING);
  if (!heading) return;
  heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) heading.scrollIntoView();
}
