/** How long the pressed control and its dialog may take to leave the page. */
const WATCHED_MS = 5_000;

/**
 * Moves the focus to where reading continues, once the pressed control has disappeared, unless something else has it
 * by then. Ends as soon as the person presses something.
 */
export function continueAt(find: () => HTMLElement | null | undefined): void {
  watch(() => {
    if (isFocusLost()) focusInView(find());
    return true;
  });
}

/** Moves the focus from one element to another as soon as that is on the page, such as the row of a new animal. */
export function continueWhenShown(from: HTMLElement | null, find: () => HTMLElement | null | undefined): void {
  watch(() => {
    const found = document.activeElement === from && find();
    if (found) focusInView(found);
    return !found;
  });
}

function watch(isGoingOn: () => boolean): void {
  const until = performance.now() + WATCHED_MS;
  const pressed = new AbortController();
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, () => pressed.abort(), { capture: true, signal: pressed.signal });
  }
  const look = () => {
    if (pressed.signal.aborted || performance.now() > until || !isGoingOn()) return pressed.abort();
    requestAnimationFrame(look);
  };
  look();
}

/** If nothing has the focus, moves it to this element, or else to the open dialog or the heading of the page. */
export function focusIfLost(element?: HTMLElement | null): void {
  if (!isFocusLost()) return;
  const target = element?.isConnected
    ? element
    : (document.querySelector<HTMLElement>("[role=dialog][data-open]") ?? document.querySelector("h1"));
  if (!target) return;
  if (target.matches("h1, h2, section")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

function focusInView(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
