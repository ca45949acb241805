import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onGone` when something that was there is gone, for example to move the focus. */
export function useWhenGone(isThere: boolean, onGone: () => void): void {
  const was = useRef(false);
  const reportGone = useEffectEvent(onGone);
  useEffect(() => {
    if (was.current && !isThere) reportGone();
    was.current = isThere;
  }, [isThere]);
}
