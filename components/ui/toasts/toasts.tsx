"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { areToastsWanted, onFirstToast } from "./show-toast";

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
