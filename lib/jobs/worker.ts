import "server-only";
import { logFailure } from "../database/health";
import { inTransaction, type Transaction } from "../database/transaction";
import { DomainError } from "../domain";
import { now } from "../process/clock";
import { log } from "../process/log";
import { SECOND_MS } from "../values/time";
import { claimJob, type Job, LEASE_MS, onJob, postponeJob, renewLease, settleJob } from "./store";

/** When the process ends, a job may go on for this long. */
const STOP_MS = 3 * SECOND_MS;

/** What a job is told: `report` takes its progress, and `signal` says that the process ends. */
export type Run = { report(progress: number): void; signal: AbortSignal };

export type JobKind = {
  kind: string;
  /**
   * Commits its effects together with `settleJob`. A DomainError ends the job unless it is `unavailable`; after any other
   * error it is tried again.
   */
  run(job: Job, run: Run): Promise<void>;
  /** The consequences of a failed attempt, in the transaction that records it. `isOver` when the job is given up. */
  onFailure?(tx: Transaction, job: Job, reason: string, isOver: boolean): Promise<void>;
  /** After each failed attempt. The last one is used for all later attempts. */
  pausesMs: readonly number[];
  /** A job is given up after this many attempts, or when the next one would be more than this after it was enqueued. */
  maxTries: number;
  maxAgeMs: number;
  /** How often to look for jobs that are due again, or that another process left. */
  pollMs: number;
};

/** A failed attempt. `isFinal`: any other would fail too. `endsRound`: so would those of the other jobs now. */
export class JobError extends DomainError {
  constructor(
    reason: string,
    readonly isFinal: boolean,
    readonly endsRound = false,
  ) {
    super("unavailable", reason);
  }
}

/** Does the jobs of one kind, one at a time: at once if this process enqueued them, otherwise soon. */
export class JobWorker {
  private timer: NodeJS.Timeout | undefined;
  private working = Promise.resolve();
  private isWoken = false;
  private isStopping = false;
  private readonly ending = new AbortController();

  constructor(private readonly jobs: JobKind) {}

  start(): void {
    onJob(this.jobs.kind, () => this.wake());
    this.timer = setInterval(() => this.wake(), this.jobs.pollMs).unref();
    this.wake();
  }

  /** A job in progress is finished, or left to another process. */
  async stop(): Promise<void> {
    this.isStopping = true;
    onJob(this.jobs.kind, null);
    clearInterval(this.timer);
    const deadline = setTimeout(() => this.ending.abort(), STOP_MS);
    await this.working;
    clearTimeout(deadline);
  }

  /** A round follows the one in progress, which may just have found nothing. */
  private wake(): void {
    if (this.isWoken) return;
    this.isWoken = true;
    this.working = this.working.then(() => {
      this.isWoken = false;
      return this.workOff();
    });
  }

  /** Does every job that is due, unless a failure ends the round. Never throws. */
  async workOff(): Promise<void> {
    try {
      while (!this.isStopping) {
        const job = await claimJob(this.jobs.kind);
        if (!job || (await runJob(job, this.jobs, this.ending.signal))) return;
      }
    } catch (error) {
      logFailure("looking for jobs failed", error, { kind: this.jobs.kind });
    }
  }
}

/**
 * Makes one attempt and records a failure. Returns whether it ends the round.
 * @throws what the database throws meanwhile
 */
export async function runJob(job: Job, jobs: JobKind, signal: AbortSignal): Promise<boolean> {
  // The last attempt left no result, so it probably crashed its process.
  if (job.tries > jobs.maxTries) return recordFailure(job, jobs, TOO_OFTEN);
  let progress = 0;
  let renewing = Promise.resolve();
  const renew = () => {
    renewing = renewing
      .then(() => renewLease(job, progress))
      .catch((error: unknown) => logFailure("a lease was not renewed", error));
  };
  const timer = setInterval(renew, LEASE_MS / 4).unref();
  const report = (reached: number) => {
    progress = reached;
    renew();
  };
  try {
    await jobs.run(job, { report, signal });
    return false;
  } catch (error) {
    clearInterval(timer);
    // A late one would postpone the next attempt.
    await renewing;
    if (!signal.aborted) return await recordFailure(job, jobs, error);
    await postponeJob(job, 0);
    return true;
  } finally {
    clearInterval(timer);
  }
}

const TOO_OFTEN = new DomainError("unavailable", "It did not work, however often it was tried");

async function recordFailure(job: Job, jobs: JobKind, error: unknown): Promise<boolean> {
  const { pausesMs, maxTries, maxAgeMs } = jobs;
  const { kind, template, tries, createdAt } = job;
  const failure = error instanceof DomainError ? error : TOO_OFTEN;
  const fields = { kind, job: String(job.id), template: template ?? undefined, tries };
  if (failure === error) log("warn", "a job failed", { ...fields, reason: failure.message });
  else logFailure("a job failed", error, fields);
  const isFinal = failure instanceof JobError ? failure.isFinal : failure.code !== "unavailable";
  const pauseMs = pausesMs[tries - 1] ?? Math.max(...pausesMs);
  const isOver = isFinal || tries >= maxTries || now() + pauseMs > createdAt.getTime() + maxAgeMs;
  await inTransaction(async (tx) => {
    // First what the job is about, then the job: deleting an application locks them in this order too.
    await jobs.onFailure?.(tx, job, failure.message, isOver);
    if (isOver) await settleJob(job, "failed", { code: failure.code, message: failure.message }, tx);
    else await postponeJob(job, pauseMs, tx);
  });
  if (isOver) log("error", "a job is given up", fields);
  return failure instanceof JobError && failure.endsRound;
}
