"use client";

import { useSyncExternalStore } from "react";

/** A banner while the browser is offline. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="bg-amber-back px-gutter py-2.5 text-center font-semibold text-amber print:hidden">
          You are offline. What you see may be out of date. Nothing you type is lost.
        </p>
      )}
    </div>
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
