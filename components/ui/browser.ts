import { useSyncExternalStore } from "react";

/** Where a browser stores strings: on the device, or only while the tab is open. */
type StorageName = "localStorage" | "sessionStorage";

/** Returns the string that is stored under a name, null if there is none, or undefined if storage is disabled. */
export function readText(name: string, storage: StorageName = "localStorage"): string | null | undefined {
  try {
    return window[storage].getItem(name);
  } catch {
    return undefined;
  }
}

/** Subscribes `useSyncExternalStore` to this event, and to changes of the storage in other tabs. */
export const subscribeTo =
  (event: string) =>
  (changed: () => void): (() => void) => {
    window.addEventListener(event, changed);
    window.addEventListener("storage", changed);
    return () => {
      window.removeEventListener(event, changed);
      window.removeEventListener("storage", changed);
    };
  };

/** Whether React has taken over the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};

/** Whether the browser is online, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

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
