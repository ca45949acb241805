import { useEffect, useEffectEvent } from "react";

/** Calls this each time when the browser is online again. */
export function useWhenOnline(action: () => void): void {
  const act = useEffectEvent(action);
  useEffect(() => {
    const listen = () => act();
    window.addEventListener("online", listen);
    return () => window.removeEventListener("online", listen);
  }, []);
}
