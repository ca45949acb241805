import { singleton } from "./singleton";

const real = { wall: () => Date.now(), mono: () => performance.now() };
const clock = singleton("clock", () => ({ ...real }));

/** The current time in milliseconds since the Unix epoch. Everything that depends on a date asks here. */
export function now(): number {
  return clock.wall();
}

/** Milliseconds on a clock that never steps, from an arbitrary start: for durations that must not depend on the date. */
export function monotonic(): number {
  return clock.mono();
}

/** Replaces the clocks in tests; `null` puts the real ones back. Without `mono`, both run together. */
export function setClock(wall: (() => number) | null, mono: (() => number) | null = wall): void {
  clock.wall = wall ?? real.wall;
  clock.mono = mono ?? real.mono;
}
