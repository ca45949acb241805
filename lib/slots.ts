type Options = {
  /** Maximum number of slots that are taken at the same time. */
  most: number;
  /** Maximum number of callers that may wait for a slot. */
  waiting?: number;
  /** How long a caller may wait, in milliseconds. */
  waitMs?: number;
};

/**
 * Slots for tasks that take much memory or processor time. At most `most` are taken at a time, and callers may wait for
 * one.
 */
export class Slots {
  private taken = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly options: Options) {}

  /**
   * Takes a slot and returns a function that gives it back; null when none becomes free in time, or too many callers
   * are waiting.
   */
  async take(): Promise<(() => void) | null> {
    const { most, waiting = 0, waitMs = 0 } = this.options;
    if (this.taken >= most) {
      if (this.queue.length >= waiting || !(await this.wait(waitMs))) return null;
    } else this.taken++;
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack();
      isTaken = false;
    };
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

  private giveBack(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.taken--;
  }
}
