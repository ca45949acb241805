import { useEffect } from "react";
import { saveInTab } from "@/lib/tab-storage";

/**
 * Forgets what `useTabState` keeps under this name when people leave the page. A reload is not leaving. Call it before
 * `useTabState`, which then finds nothing.
 */
export function useForgetOnLeave(name: string): void {
  useEffect(() => {
    if (!isReloaded()) saveInTab(name, null);
    return () => saveInTab(name, null);
  }, [name]);
}

/** Whether the browser has reloaded this page instead of coming from another page. */
export function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
  return isReload && new URL(entry.name).pathname === location.pathname;
}
