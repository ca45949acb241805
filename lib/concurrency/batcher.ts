import { tooBusy } from "./capacity";

type Waiting<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };
type Options<In> = {
  /** Maximum number of inputs in one batch. */
  maxBatch: number;
  /** Maximum number of batches in progress. Further inputs wait for the next one. */
  maxParallel: number;
  /** Maximum number of inputs that wait. Further ones are refused. */
  maxWaiting: number;
  /** Whether an error applies to every input of a batch. After any other error, each input is processed on its own. */
  failsAll(error: unknown): boolean;
  /** Inputs with the same key are never in one batch: the later one waits for the next. */
  keyOf?: (input: In) => unknown;
};

/**
 * Processes inputs that arrive at the same time together. A single input is processed immediately. Under load, inputs
 * collect while earlier batches are in progress. This is like PostgreSQL's group commit, but with one statement and one
 * commit for the whole batch.
 */
export class Batcher<In, Out> {
  private readonly queue: Waiting<In, Out>[] = [];
  private running = 0;
  private isScheduled = false;

  /**
   * `processBatch` returns an output for each input, in order. If it throws an error that does not apply to every input
   * (`failsAll`), it has processed none of them.
   */
  constructor(
    private readonly processBatch: (inputs: In[]) => Promise<Out[]>,
    private readonly options: Options<In>,
  ) {}

  /**
   * Adds an input and returns its output.
   * @throws what `processBatch` throws for it; `tooBusy` when too many inputs are waiting
   */
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

  /** Takes the next batch from the queue. It is cheap, because it looks at no more inputs than a batch holds. */
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
      // There is an output for each input.
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Out);
    } catch (error) {
      // Processing each input on its own finds the bad one.
      if (batch.length > 1 && !this.options.failsAll(error)) await Promise.all(batch.map((one) => this.settle([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
