import { useSyncExternalStore } from "react";

const CHANGED = "openlater";

/** The URL of the page whose link waits for the connection. */
let from: string | null = null;

/** Opens a page once the connection is back, unless the visitor has left by then. Only the last choice counts. */
export function openLater(open: () => void): void {
  from = window.location.href;
  window.ononline = () => {
    if (from === window.location.href) open();
    from = window.ononline = null;
    window.dispatchEvent(new Event(CHANGED));
  };
  window.dispatchEvent(new Event(CHANGED));
}

/** Whether a page will open once the connection is back. */
export function useOpensLater(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => from !== null,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
