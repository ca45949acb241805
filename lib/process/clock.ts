import { DAY_MS } from "../values/time";
import { singleton } from "./singleton";

const real = { wall: () => Date.now(), mono: () => performance.now() };
const clock = singleton("clock", () => ({ ...real }));

/** Returns the current time in milliseconds since the Unix epoch. Used by code whose tests set the date. */
export function now(): number {
  return clock.wall();
}

/**
 * Returns the current time, or `earlier` if that is later, so that the times of a history increase even if another
 * process's clock was ahead.
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

/**
 * Returns the time before which rows are old, if they are kept for this many days, or null for 0, which keeps them
 * forever.
 */
export function oldBefore(days: number): Date | null {
  return days === 0 ? null : new Date(now() - days * DAY_MS);
}
