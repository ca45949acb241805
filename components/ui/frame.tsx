"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { useOnline } from "./browser";
import { areToastsWanted, onToast } from "./toast";

export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status" className="sticky top-0 z-20">
      {!isOnline && (
        <p
          data-part="offline"
          className="bg-amber-back px-gutter py-1.5 text-center text-sm font-semibold text-amber print:hidden"
        >
          You are offline. <span className="max-sm:hidden">What you see may be out of date.</span>
        </p>
      )}
    </div>
  );
}

const ToastRegion = lazy(() => import("./toast-region"));

export function Toasts() {
  const isWanted = useSyncExternalStore(onToast, areToastsWanted, () => false);
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
