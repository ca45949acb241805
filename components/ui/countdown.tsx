"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "@/lib/http/errors";
import { timeWords } from "@/lib/time-words";

/** What a 429 without a Retry-After is waited for, in seconds. */
const DEFAULT_WAIT = 30;

/** How long a refusal asks to wait, in seconds; null when it is none of those. */
export function waitOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, Number(error.headers["retry-after"]) || DEFAULT_WAIT);
}

type Props = { refusal: unknown; onDone(): void };

/** Counts down to the moment in which something is tried again by itself; nothing where a refusal asks for no wait. */
export function Countdown({ refusal, onDone }: Props) {
  const [left, setLeft] = useState(() => waitOf(refusal));
  const done = useEffectEvent(onDone);
  // Each refusal is waited for anew, also when it says the same as the one before.
  useEffect(() => {
    const seconds = waitOf(refusal);
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
  }, [refusal]);
  if (left === null) return null;
  return (
    <p>
      Many requests came from here. Trying again in{" "}
      <span role="timer" aria-live="off">
        {timeWords(left)}
      </span>
      .
    </p>
  );
}
