/** The text that this device stores under a name; null if there is none, undefined if storage is disabled. */
export function readText(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
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
