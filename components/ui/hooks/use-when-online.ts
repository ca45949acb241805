import { useEffect, useEffectEvent } from "react";
import { onRecovery } from "@/lib/http/recovery";

/**
 * Calls `action` each time the connection comes back: when the browser is online again, or when the service answers
 * after a lost answer.
 */
export function useWhenOnline(action: () => void): void {
  const callAction = useEffectEvent(action);
  useEffect(() => {
    const listen = () => callAction();
    window.addEventListener("online", listen);
    const stop = onRecovery(listen);
    return () => {
      window.removeEventListener("online", listen);
      stop();
    };
  }, []);
}
