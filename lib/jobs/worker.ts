import "server-only";
import { logFailure } from "../database/health";
import { DomainError } from "../domain";
import { now } from "../process/clock";
import { log } from "../process/log";
import { SECOND_MS } from "../values/time";
import { claimJob, type Job, LEASE_MS, onJob, postponeJob, renewLease, settleJob } from "./store";

/** How often to look for jobs that are due again, or that another process left. */
const POLL_MS = 5 * SECOND_MS;
/** When the process ends, a job may go on for this long. */
const STOP_MS = 3 * SECOND_MS;

/** What a job is told: `report` takes its progress, and `signal` says that the process ends. */
export type Run = { report(progress: number): void; signal: AbortSignal };

export type JobKind = {
  kind: string;
  /** Commits its effects together with `settleJob`. A DomainError ends the job; after any other error it is tried again. */
  run(job: Job, run: Run): Promise<void>;
  /** After each failed attempt. The last one is used for all later attempts. */
  pausesMs: readonly number[];
  /** A job is given up after this many attempts, or when the next one would be more than this after it was enqueued. */
  maxTries: number;
  maxAgeMs: number;
};

/** Does the jobs of one kind, one at a time: at once if this process enqueued them, otherwise soon. */
export class JobWorker {
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;
  private isWoken = false;
  private readonly ending = new AbortController();

  constructor(
    private readonly jobs: JobKind,
    private readonly pollMs = POLL_MS,
  ) {}

  start(): void {
    onJob(this.jobs.kind, () => {
      this.isWoken = true;
      this.wake();
    });
    this.timer = setInterval(() => this.wake(), this.pollMs).unref();
    this.wake();
  }

  /** A job in progress is finished, or left to another process. */
  async stop(): Promise<void> {
    if (!this.timer) return;
    onJob(this.jobs.kind, null);
    clearInterval(this.timer);
    this.timer = null;
    const deadline = setTimeout(() => this.ending.abort(), STOP_MS);
    await this.working;
    clearTimeout(deadline);
  }

  private wake(): void {
    this.working ??= this.workInRounds();
  }

  private async workInRounds(): Promise<void> {
    do {
      this.isWoken = false;
      await this.workOff();
    } while (this.isWoken && this.timer);
    this.working = null;
  }

  /** Does every job that is due. Never throws. */
  private async workOff(): Promise<void> {
    try {
      while (this.timer) {
        const job = await claimJob(this.jobs.kind);
        if (!job) return;
        await runJob(job, this.jobs, this.ending.signal);
      }
    } catch (error) {
      logFailure("looking for jobs failed", error, { kind: this.jobs.kind });
    }
  }
}

/** Makes one attempt and records a failure. @throws what the database throws meanwhile */
export async function runJob(job: Job, jobs: JobKind, signal: AbortSignal): Promise<void> {
  // The last attempt left no result, so it probably crashed its process.
  if (job.tries > jobs.maxTries) return giveUp(job, TOO_OFTEN);
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
  } catch (error) {
    clearInterval(timer);
    // A late one would postpone the next attempt.
    await renewing;
    if (signal.aborted) return await postponeJob(job, 0);
    if (error instanceof DomainError && error.code !== "unavailable") return await giveUp(job, error);
    logFailure("a job failed", error, { kind: job.kind, job: String(job.id), tries: job.tries });
    const { pausesMs, maxTries, maxAgeMs } = jobs;
    const pauseMs = pausesMs[job.tries - 1] ?? Math.max(...pausesMs);
    const isOver = job.tries >= maxTries || now() + pauseMs > job.createdAt.getTime() + maxAgeMs;
    await (isOver ? giveUp(job, TOO_OFTEN) : postponeJob(job, pauseMs));
  } finally {
    clearInterval(timer);
  }
}

const TOO_OFTEN = { code: "unavailable", message: "It did not work, however often it was tried" };

async function giveUp(job: Job, { code, message }: { code: string; message: string }): Promise<void> {
  log("warn", "a job is given up", { kind: job.kind, job: String(job.id), tries: job.tries, reason: code });
  await settleJob(job, "failed", { code, message });
}
