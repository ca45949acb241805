import { tooBusy } from "./too-busy";

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
