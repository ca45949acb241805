import { once } from "./global";

const clock = once("clock", () => ({ read: (): number => Date.now() }));

/** The current time in milliseconds since the Unix epoch. Everything that depends on a date asks here. */
export function now(): number {
  return clock.read();
}

/** Replaces the clock in tests; `null` puts the real one back. */
export function setClock(read: (() => number) | null): void {
  clock.read = read ?? (() => Date.now());
}
