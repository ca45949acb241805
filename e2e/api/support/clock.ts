import { setClock } from "@/lib/process/clock";

/** Moves both clocks forward, in milliseconds. They keep running from there until `setClock(null)`. */
export function moveClocks(ms: number): void {
  setClock(
    () => Date.now() + ms,
    () => performance.now() + ms,
  );
}
