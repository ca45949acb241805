"use client";
import { useEffect, useSyncExternalStore } from "react";
import { subscribeTo } from "./browser";

/** Shorter waits do not show progress. */
const DELAY_MS = 150;

let waiting = 0;
let isBarShown = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const CHANGED = "progresschanged";
const subscribe = subscribeTo(CHANGED);

function show(isShown: boolean): void {
  isBarShown = isShown;
  window.dispatchEvent(new Event(CHANGED));
}

/** Shows progress while `isActive` is true, if that takes a while. */
export function useProgress(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    if (waiting++ === 0) timer = setTimeout(show, DELAY_MS, true);
    return () => {
      if (--waiting > 0) return;
      clearTimeout(timer);
      show(false);
    };
  }, [isActive]);
}

/** Screen readers have `aria-busy` and statuses instead. */
export function ProgressBar() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isBarShown,
    () => false,
  );
  // Shows what needs scripts (`needsScripts`), now that they have arrived.
  useEffect(() => {
    document.documentElement.dataset.ready = "";
  }, []);
  if (!isShown) return null;
  return (
    <div
      data-part="progress"
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-progress bg-accent"
    />
  );
}
