import { setTimeout as delay } from "node:timers/promises";
import { log } from "@/lib/process/log";
import { holdServiceLock, type ServiceLock } from "./lock";
import type { Postgres } from "./postgres";

/** Within DEATHS_WITHIN_MS. */
const MAX_DEATHS = 5;
const DEATHS_WITHIN_MS = 300_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

type Options = {
  /** @throws Error with one line */
  restart(signal: AbortSignal): Promise<Postgres>;
  /** PostgreSQL ends too often. */
  giveUp(): void;
};

/**
 * Keeps PostgreSQL running, and holds the service's lock. PostgreSQL ends every connection when it dies, and when it
 * recovers from the death of one backend, so the lock's own connection reveals both.
 */
export class PostgresSupervisor {
  private readonly stopping = new AbortController();
  private readonly deaths: number[] = [];
  private readonly watching: Promise<void>;

  constructor(
    private postgres: Postgres,
    private lock: ServiceLock | null,
    private readonly options: Options,
  ) {
    this.watching = this.watch();
  }

  /** Unless another process now owns PostgreSQL. Releases the lock last, so that no process adopts it in between. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    try {
      // If the lock was lost and not taken again, another process may have it.
      this.lock ??= await holdServiceLock(this.postgres.serviceUrl, 0);
      if (this.lock === null) return;
    } catch {
      // PostgreSQL does not answer, so no other process can own it.
    }
    await this.postgres.stop();
    await this.lock?.release();
  }

  private async watch(): Promise<void> {
    const stopped = new Promise((resolve) => this.stopping.signal.addEventListener("abort", resolve));
    while (!this.stopping.signal.aborted && this.lock) {
      await Promise.race([this.lock.lost, stopped]);
      if (this.stopping.signal.aborted) return;
      this.lock = null;
      await this.restore();
    }
  }

  private async restore(): Promise<void> {
    log("warn", "PostgreSQL closed our connection");
    const { signal } = this.stopping;
    for (let tries = 0; !this.lock; tries++) {
      const steps = Math.max(tries, this.deaths.length);
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(steps, 10), MAX_PAUSE_MS);
      try {
        await delay(pause, undefined, { signal });
        if (!this.postgres.isRunning()) {
          if (this.noteDeath() >= MAX_DEATHS) return this.options.giveUp();
          this.postgres = await this.options.restart(signal);
          log("warn", "PostgreSQL was started again", { port: this.postgres.port });
        }
        this.lock = await holdServiceLock(this.postgres.serviceUrl, 0);
      } catch (error) {
        if (signal.aborted) return;
        log("warn", "PostgreSQL is unavailable", {
          reason: String(error instanceof Error ? error.message : error).slice(0, 500),
        });
      }
    }
    log("info", "PostgreSQL is available again");
  }

  /** Returns how often within DEATHS_WITHIN_MS. */
  private noteDeath(): number {
    const now = performance.now();
    this.deaths.push(now);
    while (Number(this.deaths[0]) < now - DEATHS_WITHIN_MS) this.deaths.shift();
    return this.deaths.length;
  }
}
