/** How long what was pressed may take to leave the page, with its dialog, in milliseconds. */
const WATCHED_MS = 1_500;

/**
 * Puts the focus where reading continues, once what was pressed is gone and the focus with it. A focus that is still
 * somewhere stays there.
 */
export function continueAt(find: () => HTMLElement | null | undefined): void {
  const until = performance.now() + WATCHED_MS;
  const look = () => {
    if (isFocusLost()) focusInView(find());
    if (performance.now() < until) requestAnimationFrame(look);
  };
  look();
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Scrolls only if the element is out of sight. */
function focusInView(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
