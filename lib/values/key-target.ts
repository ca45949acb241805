/**
 * Returns where a key leads in a list: the index of an entry, or one outside the list at its ends. Returns undefined
 * for any other key. `at` is the current entry.
 */
export function keyTarget(key: string, at: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
  }
}

/** Returns where a step leads in a list. The first step, while no entry is current (-1), leads to the first one. */
export const stepTarget = (by: number, at: number): number => (at < 0 ? 0 : at + by);
