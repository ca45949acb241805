import { useSyncExternalStore } from "react";

/** Whether scripts have taken over the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
