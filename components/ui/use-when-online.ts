import { useEffect, useEffectEvent } from "react";

/** Calls `action` each time when the browser is online again. */
export function useWhenOnline(action: () => void): void {
  const callAction = useEffectEvent(action);
  useEffect(() => {
    const listen = () => callAction();
    window.addEventListener("online", listen);
    return () => window.removeEventListener("online", listen);
  }, []);
}
