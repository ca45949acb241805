import { useSyncExternalStore } from "react";

/** Whether React has taken over the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
