/** A limited number of places. Each caller may have at most a share of them. */
export class Places {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /** `shareOf` says how many a caller may have while others have this many. */
  constructor(private readonly shareOf: (others: number) => number) {}

  /** Takes a place for a caller, and returns how to give it back; null when the caller has its share already. */
  take(caller: string): (() => void) | null {
    const own = this.counts.get(caller) ?? 0;
    if (own >= this.shareOf(this.total - own)) return null;
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

/** A share of `most` places: half of those that others leave, so that a few callers cannot have all of them. */
export const halfOfRest = (most: number) => (others: number) =>
  others >= most ? 0 : Math.max(1, Math.floor((most - others) / 2));
