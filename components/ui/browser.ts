import { useState, useSyncExternalStore } from "react";

/** Returns null if nothing is stored, or undefined if storage is disabled. */
export function readText(
  name: string,
  storage: "localStorage" | "sessionStorage" = "localStorage",
): string | null | undefined {
  try {
    return window[storage].getItem(name);
  } catch {
    return undefined;
  }
}

/** Subscribes `useSyncExternalStore` to events of the window. `storage` is a change of the storage in another tab. */
export const subscribeTo =
  (...events: string[]) =>
  (changed: () => void): (() => void) => {
    for (const event of events) window.addEventListener(event, changed);
    return () => {
      for (const event of events) window.removeEventListener(event, changed);
    };
  };

/** Whether React has taken over the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    toNothing,
    () => true,
    () => false,
  );
}

const toNothing = subscribeTo();

/** Whether a link has led to the page: only the first page of a visit is hydrated after it is shown. */
export function useHasArrived(): boolean {
  const isHydrated = useHydrated();
  const [hasArrived] = useState(isHydrated);
  return hasArrived;
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    toConnection,
    () => navigator.onLine,
    () => true,
  );
}

const toConnection = subscribeTo("online", "offline");

export const LIST_HEADING = "list-heading";

/** Scrolls only if the heading is out of sight. */
export function focusListHeading(): void {
  const heading = document.getElementById(LIST_HEADING);
  if (!heading) return;
  heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) heading.scrollIntoView();
}
