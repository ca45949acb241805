"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { waitSecondsOf } from "@/lib/http/errors";
import { timeWords } from "@/lib/values/time-words";

type Props = {
  refusal: unknown;
  /** How long to wait; null for no wait. The default is what a 429 asks for. */
  seconds?: number | null;
  /** Why there is a wait, as a sentence. */
  reason?: string;
  /** Tries again. Left out where the person has to do so, because the action should not happen unseen. */
  onDone?: (() => void) | undefined;
};

/** Counts down the wait: after a 429, or `seconds`. Renders nothing if there is nothing to wait for. */
export function Countdown({ refusal, seconds = waitSecondsOf(refusal), reason = "Too many requests.", onDone }: Props) {
  const [left, setLeft] = useState(seconds);
  const done = useEffectEvent(() => onDone?.());
  // Each refusal starts a new wait, even if it equals the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      done();
    }, 250);
    return () => clearInterval(timer);
  }, [refusal, seconds]);
  if (left === null) return null;
  if (left === 0 && !onDone) return <p role="status">You can try again now.</p>;
  return (
    <p>
      {reason} {onDone ? "Trying again in" : "You can try again in"}{" "}
      <span role="timer" aria-live="off">
        {timeWords(left)}
      </span>
      .
    </p>
  );
}
