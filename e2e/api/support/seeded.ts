import { onTestFailed } from "vitest";

/** Returns random choices that can be repeated. A failed test prints the seed, and `SEED=…` sets it. */
export function seededChoices(seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)) {
  onTestFailed(() => void process.stderr.write(`SEED=${seed} makes the same choices again\n`));
  let state = seed;
  /** A whole number from 0 to below `end` (mulberry32). */
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, one: <T>(list: readonly T[]): T | undefined => list[below(Math.max(1, list.length))] };
}
