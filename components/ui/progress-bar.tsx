"use client";

import { useEffect } from "react";

let waiting = 0;

/** Shows progress while `isActive` is true. The animation begins after 150 ms, so shorter waits show nothing. */
export function useProgress(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const { dataset } = document.documentElement;
    waiting++;
    dataset.busy = "";
    return () => {
      waiting--;
      if (waiting === 0) delete dataset.busy;
    };
  }, [isActive]);
}

/** Screen readers have `aria-busy` and statuses instead. */
export function ProgressBar() {
  // Shows what needs scripts (`needsScripts`), now that they have arrived.
  useEffect(() => {
    document.documentElement.dataset.ready = "";
  }, []);
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 hidden h-1 origin-left animate-progress bg-accent in-data-busy:block"
    />
  );
}
