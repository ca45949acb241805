"use client";

import { useEffect, useState } from "react";

type Props = {
  /** How long to wait, in seconds. */
  seconds: number;
  onDone(): void;
};

/** Counts down to the moment in which something is tried again by itself. */
export function Countdown({ seconds, onDone }: Props) {
  const [end] = useState(() => performance.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onDone();
    }, 250);
    return () => clearInterval(timer);
  }, [end, onDone]);
  return (
    <p>
      Many requests came from here. Trying again in{" "}
      <span role="timer" aria-live="off">
        {left} {left === 1 ? "second" : "seconds"}
      </span>
      .
    </p>
  );
}
