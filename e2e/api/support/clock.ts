import { setClock } from "@/lib/clock";

/** Moves both clocks on, in milliseconds; until `setClock(null)` they run on from there. */
export function moveClocks(ms: number): void {
  setClock(
    () => Date.now() + ms,
    () => performance.now() + ms,
  );
}
