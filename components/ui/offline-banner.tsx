"use client";

import { useOnline } from "./use-online";

/** A banner while the browser is offline. */
export function OfflineBanner() {
  const online = useOnline();
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
