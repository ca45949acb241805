import { tooBusy } from "./capacity";

type Waiting<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };
type Options<In> = {
  maxBatch: number;
  /** Batches in progress. Further inputs wait for the next one. */
  maxParallel: number;
  /** Further inputs are refused. */
  maxWaiting: number;
  /**
   * Whether an error applies to every input. After any other, each input is processed on its own, which finds the bad
   * one.
   */
  failsAll(error: unknown): boolean;
  /** Inputs with the same key are never in one batch. */
  keyOf?: (input: In) => unknown;
};

/**
 * Processes inputs that arrive at the same time together, like PostgreSQL's group commit, but with one statement for
 * the whole batch. A single input is processed at once; under load, inputs collect while earlier batches are in
 * progress.
 */
export class Batcher<In, Out> {
  private readonly queue: Waiting<In, Out>[] = [];
  private running = 0;
  private isScheduled = false;

  /**
   * `processBatch` returns an output for each input, in order. If it throws what is no `failsAll`, it has processed
   * none.
   */
  constructor(
    private readonly processBatch: (inputs: In[]) => Promise<Out[]>,
    private readonly options: Options<In>,
  ) {}

  /** @throws what `processBatch` throws for it; `tooBusy` when too many inputs are waiting */
  add(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.options.maxWaiting) return reject(tooBusy());
      this.queue.push({ input, resolve, reject });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    while (this.running < this.options.maxParallel && this.queue.length > 0) {
      this.running++;
      void this.settle(this.take()).then(() => {
        this.running--;
        this.start();
      });
    }
  }

  private take(): Waiting<In, Out>[] {
    const { maxBatch, keyOf } = this.options;
    const next = this.queue.splice(0, maxBatch);
    if (!keyOf) return next;
    const taken = new Map<unknown, Waiting<In, Out>>();
    const repeated: Waiting<In, Out>[] = [];
    for (const one of next) {
      const key = keyOf(one.input);
      if (taken.has(key)) repeated.push(one);
      else taken.set(key, one);
    }
    this.queue.unshift(...repeated);
    return [...taken.values()];
  }

  private async settle(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outputs = await this.processBatch(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Out);
    } catch (error) {
      if (batch.length > 1 && !this.options.failsAll(error)) await Promise.all(batch.map((one) => this.settle([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
