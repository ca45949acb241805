import { singleton } from "./singleton";

const real = { wall: () => Date.now(), mono: () => performance.now() };
const clock = singleton("clock", () => ({ ...real }));

/** Returns the current time in milliseconds since the Unix epoch. Code whose tests set the date calls this. */
export function now(): number {
  return clock.wall();
}

/**
 * Returns the current time, but never one before `earlier`. The times of a history grow even if the clock of another
 * process was ahead.
 */
export function notBefore(earlier: Date | undefined): Date {
  return new Date(Math.max(now(), earlier?.getTime() ?? 0));
}

/**
 * Milliseconds since an arbitrary start, on a clock that never jumps. For durations, which must not depend on the date.
 */
export function monotonic(): number {
  return clock.mono();
}

/** Replaces the clocks in tests. Null restores the real ones. Without `mono`, both show the same time. */
export function setClock(wall: (() => number) | null, mono: (() => number) | null = wall): void {
  clock.wall = wall ?? real.wall;
  clock.mono = mono ?? real.mono;
}
