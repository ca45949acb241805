"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { useOnline } from "./browser";
import { useOpensLater } from "./link";
import { areToastsWanted, onFirstToast } from "./toast";

/** A banner that is shown while the browser is offline. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const opensLater = useOpensLater();
  return (
    <div role="status" className="sticky top-0 z-20">
      {!isOnline && <OfflineLine opensLater={opensLater} />}
    </div>
  );
}

/** The text of the banner. */
function OfflineLine({ opensLater }: { opensLater?: boolean }) {
  return (
    <p
      data-part="offline"
      className="bg-amber-back px-gutter py-1.5 text-center text-sm font-semibold text-amber print:hidden"
    >
      You are offline.{" "}
      {opensLater ? (
        "The page opens when the connection is back."
      ) : (
        <span className="max-sm:hidden">What you see may be out of date.</span>
      )}
    </p>
  );
}

const ToastRegion = lazy(() => import("./toast-region"));

/** The place of the toasts in the page. */
export function Toasts() {
  const isWanted = useSyncExternalStore(onFirstToast, areToastsWanted, () => false);
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
