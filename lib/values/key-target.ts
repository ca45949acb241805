/** The index that a key leads to, perhaps outside the list; undefined for any other key. */
export function keyTarget(key: string, at: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1;
  }
}

/** The first step, while no entry is current (-1), leads to the first one. */
export const stepTarget = (by: number, at: number): number => (at < 0 ? 0 : at + by);
