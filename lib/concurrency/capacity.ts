import { codeOf } from "../values/objects";

/** The SQLSTATE of too many connections: a full queue is answered like a database that accepts no more. */
const CODE = "53300";

/** Makes the error of a full queue. */
export function tooBusy(reason = "too many requests are waiting"): Error {
  return Object.assign(new Error(reason), { code: CODE });
}

/** Whether an error is that of a full queue. */
export const isTooBusy = (error: unknown): boolean => codeOf(error) === CODE;

type Options = {
  /** Maximum number of slots that are taken at the same time. */
  maxTaken: number;
  /** Maximum number of callers that may wait for a slot. */
  maxWaiting?: number;
  /** Maximum time that a caller may wait, in milliseconds. */
  maxWaitMs?: number;
};

/**
 * Limits how many tasks that need much memory, processor time or connections run at a time: each holds one of
 * `maxTaken` slots. Callers may wait for one.
 */
export class Semaphore {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly options: Options) {}

  /**
   * Performs a task that holds a slot until it ends, and returns its result.
   * @throws what the task throws; what `refuse` returns when no slot becomes free in time, or too many callers are
   * waiting
   */
  async within<T>(task: () => Promise<T>, refuse: () => Error = tooBusy): Promise<T> {
    if (!(await this.take())) throw refuse();
    try {
      return await task();
    } finally {
      this.giveBack();
    }
  }

  /** Takes a slot, which the caller has to give back. Returns whether one became free in time. */
  async take(): Promise<boolean> {
    const { maxTaken, maxWaiting = 0, maxWaitMs = 0 } = this.options;
    if (this.taken >= maxTaken) return this.queue.length < maxWaiting && this.wait(maxWaitMs);
    this.taken++;
    return true;
  }

  /** Gives a slot that was taken to the next caller. */
  giveBack(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }

  /** Whether the caller got a slot in time. */
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
