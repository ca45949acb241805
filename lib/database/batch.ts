import { isDatabaseAway, tooBusy } from "./unavailable";

type Waiting<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };
type Options = {
  /** Most inputs that are done together. */
  size: number;
  /** Most batches under way at a time; the next one gathers meanwhile. */
  parallel: number;
  /** Most inputs that wait; who comes then is told to come again later. */
  waiting: number;
};

/**
 * Does together what is asked at the same time. A lone call is done at once; under load, calls gather while those before are
 * under way, as PostgreSQL's own group commit does it, but with one statement and one commit for all.
 */
export class Batch<In, Out> {
  private readonly queue: Waiting<In, Out>[] = [];
  private running = 0;
  private scheduled = false;

  /** `work` returns an output for each input, in their order, and does all or none. */
  constructor(
    private readonly work: (inputs: In[]) => Promise<Out[]>,
    private readonly options: Options,
  ) {}

  /** Does one input. @throws what `work` throws for it; `tooBusy` when too many wait already */
  run(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.options.waiting) return reject(tooBusy());
      this.queue.push({ input, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    while (this.running < this.options.parallel && this.queue.length > 0) {
      this.running++;
      void this.settle(this.queue.splice(0, this.options.size)).then(() => {
        this.running--;
        this.start();
      });
    }
  }

  private async settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outputs = await this.work(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Out);
    } catch (error) {
      // Nothing of it was done. One bad input among good ones is found by doing each on its own.
      if (batch.length > 1 && !isDatabaseAway(error)) await Promise.all(batch.map((one) => this.settle([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
