/**
 * Shares of a capacity. Each caller may hold a part of it, and nobody waits. A semaphore is for callers that wait.
 */
export class Shares {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /** `shareOf` returns how much a caller may hold while the others hold this much. */
  constructor(private readonly shareOf: (others: number) => number) {}

  /**
   * Takes one unit for a caller and returns a function that gives it back, or null if the caller already holds its
   * share.
   */
  take(caller: string): (() => void) | null {
    const held = this.counts.get(caller) ?? 0;
    if (held >= this.shareOf(this.total - held)) return null;
    this.add(caller, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.add(caller, -1);
      isTaken = false;
    };
  }

  private add(caller: string, change: 1 | -1): void {
    const count = (this.counts.get(caller) ?? 0) + change;
    this.total += change;
    if (count > 0) this.counts.set(caller, count);
    else this.counts.delete(caller);
  }
}

/** Returns a share of a capacity: half of what the others leave free, so that a few callers cannot take all of it. */
export const halfOfRest = (capacity: number) => (others: number) =>
  others >= capacity ? 0 : Math.max(1, Math.floor((capacity - others) / 2));
