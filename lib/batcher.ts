import { tooBusy } from "./too-busy";

type Waiting<In, Out> = { input: In; resolve(output: Out): void; reject(error: unknown): void };
type Options<In> = {
  /** Maximum number of inputs in one batch. */
  size: number;
  /** Maximum number of batches under way at a time; more inputs gather for the next one. */
  parallel: number;
  /** Maximum number of inputs that wait; one more is refused. */
  waiting: number;
  /** Whether an error is the same for every input of a batch. After any other, each input is processed on its own. */
  failsAll(error: unknown): boolean;
  /** Two inputs with the same key are never in one batch: the later one waits for another. */
  keyOf?: (input: In) => unknown;
};

/**
 * Processes inputs that arrive at the same time together. A single input is processed immediately. Under load, inputs
 * gather while earlier batches are running, as in PostgreSQL's group commit, but with one statement and one commit for
 * all of them.
 */
export class Batcher<In, Out> {
  private readonly queue: Waiting<In, Out>[] = [];
  private running = 0;
  private isScheduled = false;

  /**
   * `processBatch` returns an output for each input, in their order. When it throws something that does not fail all
   * (`failsAll`), it has processed none of them.
   */
  constructor(
    private readonly processBatch: (inputs: In[]) => Promise<Out[]>,
    private readonly options: Options<In>,
  ) {}

  /**
   * Adds an input; resolves with its output.
   * @throws what `processBatch` throws for it; `tooBusy` when too many wait
   */
  add(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      if (this.queue.length >= this.options.waiting) return reject(tooBusy());
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
    while (this.running < this.options.parallel && this.queue.length > 0) {
      this.running++;
      void this.settle(this.take()).then(() => {
        this.running--;
        this.start();
      });
    }
  }

  /** Takes the next batch out of the queue. Looks at no more inputs than one batch holds, so it costs little. */
  private take(): Waiting<In, Out>[] {
    const { size, keyOf } = this.options;
    const next = this.queue.splice(0, size);
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
