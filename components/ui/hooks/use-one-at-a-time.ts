import { useRef } from "react";

/**
 * Returns a function that does nothing while an earlier call is in progress. A second click can come before React has
 * rendered the busy button.
 */
export function useOneAtATime<A extends unknown[], R>(
  action: (...args: A) => Promise<R>,
): (...args: A) => Promise<R | undefined> {
  const isBusy = useRef(false);
  return async (...args) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    try {
      return await action(...args);
    } finally {
      isBusy.current = false;
    }
  };
}
