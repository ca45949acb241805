/** Where a browser stores strings: on the device, or only while the tab is open. */
export type StorageName = "localStorage" | "sessionStorage";

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
