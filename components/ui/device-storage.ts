/** Where a browser stores texts: on the device, or for as long as the tab is open. */
export type StorageName = "localStorage" | "sessionStorage";

/** Returns the text that is stored under a name, null if there is none, or undefined if storage is disabled. */
export function readText(name: string, storage: StorageName = "localStorage"): string | null | undefined {
  try {
    return window[storage].getItem(name);
  } catch {
    return undefined;
  }
}

/** For `useSyncExternalStore`: calls back on this event, and when another tab changes the storage. */
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
