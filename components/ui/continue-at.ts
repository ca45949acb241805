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

/**
 * Puts the focus, if nothing has it, on this element, else on the open dialog or the heading of the page. Nothing
 * scrolls.
 */
export function focusIfLost(element?: HTMLElement | null): void {
  if (!isFocusLost()) return;
  const next = element?.isConnected ? element : (openDialog() ?? document.querySelector("h1"));
  if (!next) return;
  if (next.matches("h1, h2, section")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** The open dialog. Toasts are dialogs too, but not ones that people are in. */
const openDialog = () => document.querySelector<HTMLElement>("[role=dialog][data-open]");

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Scrolls only if the element is out of sight. */
function focusInView(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
