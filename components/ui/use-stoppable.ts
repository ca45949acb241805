import { useCallback, useEffect, useRef, useState } from "react";

/** A long task, one at a time. Leaving the page stops it, as `stop` does. */
export function useStoppable() {
  const running = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  /** Performs a task, which ends soon after its signal is aborted. Does nothing while an earlier one is in progress. */
  const start = useCallback(async (task: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    try {
      await task(controller.signal);
    } finally {
      running.current = null;
      setRunning(false);
    }
  }, []);
  return { isRunning, start, stop };
}
