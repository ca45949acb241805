import { codeOf } from "../values/objects";

/** The SQLSTATE of too many connections: a full queue is answered like a database that accepts no more. */
const CODE = "53300";

/** The error of a full queue. */
export function tooBusy(reason = "too many requests are waiting"): Error {
  return Object.assign(new Error(reason), { code: CODE });
}

export const isTooBusy = (error: unknown): boolean => codeOf(error) === CODE;

type Options = { maxTaken: number; maxWaiting: number; maxWaitMs: number };

/**
 * Limits how many tasks that need much memory, processor time or connections run at a time. Callers may wait for a
 * slot.
 */
export class Semaphore {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly options: Options) {}

  /** @throws what the task throws; `tooBusy` when no slot becomes free in time, or too many are waiting */
  async within<T>(task: () => Promise<T>): Promise<T> {
    if (!(await this.take())) throw tooBusy();
    try {
      return await task();
    } finally {
      this.giveBack();
    }
  }

  /** Takes a slot, which the caller has to give back. Says whether one became free in time. */
  async take(): Promise<boolean> {
    const { maxTaken, maxWaiting, maxWaitMs } = this.options;
    if (this.taken >= maxTaken) return this.queue.length < maxWaiting && this.wait(maxWaitMs);
    this.taken++;
    return true;
  }

  giveBack(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }

  private wait(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(start), 1);
        resolve(false);
      }, timeoutMs);
      this.queue.push(start);
    });
  }
}

/** Each caller may hold a part of a capacity, and nobody waits. */
export class Shares {
  private readonly counts = new Map<string, number>();
  private total = 0;

  /** `shareOf` says how much a caller may hold while the others hold this much. */
  constructor(private readonly shareOf: (others: number) => number) {}

  /** Returns a function that gives one unit back, or null if the caller already holds its share. */
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

/** Half of what the others leave free, so that a few callers cannot take all of it. */
export const halfOfRest = (capacity: number) => (others: number) =>
  others >= capacity ? 0 : Math.max(1, Math.floor((capacity - others) / 2));
