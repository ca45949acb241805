import { DAY_MS } from "../values/time";
import { singleton } from "./singleton";

const real = { wall: () => Date.now(), mono: () => performance.now() };
const clock = singleton("clock", () => ({ ...real }));

/** Milliseconds since the Unix epoch. Tests set it. */
export function now(): number {
  return clock.wall();
}

/** Now, or `earlier` if that is later: the times of a history increase even if another process's clock was ahead. */
export function notBefore(earlier: Date | undefined): Date {
  return new Date(Math.max(now(), earlier?.getTime() ?? 0));
}

/** Milliseconds since an arbitrary start, on a clock that never jumps. */
export function monotonic(): number {
  return clock.mono();
}

/** For tests and demo data. Null restores the real clocks. Without `mono`, both show the same time. */
export function setClock(wall: (() => number) | null, mono: (() => number) | null = wall): void {
  clock.wall = wall ?? real.wall;
  clock.mono = mono ?? real.mono;
}

/** Null for 0, which keeps rows forever. */
export function oldBefore(days: number): Date | null {
  return days === 0 ? null : new Date(now() - days * DAY_MS);
}
