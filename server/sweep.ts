import { setTimeout as delay } from "node:timers/promises";
import { deleteOldApplications } from "@/lib/applications/store";
import { deleteOldSettings } from "@/lib/audit/log-store";
import { type Db, db } from "@/lib/database/client";
import { logFailure } from "@/lib/database/health";
import { LOCKS } from "@/lib/database/locks";
import { STORED_MS } from "@/lib/idempotency/store";
import { deleteEndedWindows } from "@/lib/limits/window-store";
import { oldestSession } from "@/lib/people/session-store";
import { deleteUnusedFiles } from "@/lib/pets/photos/file-store";
import { REMOVED_MS } from "@/lib/pets/photos/store";
import { now, oldBefore } from "@/lib/process/clock";
import { settings } from "@/lib/process/settings";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";

/** Oldest first. Returns how many. */
type Removal = (tx: Db, maxRows: number) => Promise<number>;

/** Removes rows whose time in this column is before this one; null keeps them forever. Skips those that are in use. */
const before =
  (table: string, column: string, end: () => Date | null): Removal =>
  async (tx, maxRows) => {
    const time = end();
    if (time === null) return 0;
    return tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${column} < $1 ORDER BY ${column} LIMIT $2 FOR UPDATE SKIP LOCKED
       ))`,
      time,
      maxRows,
    );
  };

const ago = (ms: number) => () => new Date(now() - ms);

const REMOVALS: readonly Removal[] = [
  before("idempotency_keys", "created_at", ago(STORED_MS)),
  before("earlier_secrets", "until", ago(0)),
  before("sessions", "expires_at", ago(0)),
  before("sessions", "created_at", oldestSession),
  before("verifications", "expires_at", ago(0)),
  before("key_usage", "day", () => oldBefore(settings().USAGE_DAYS)),
  before("key_bans", "until", () => oldBefore(settings().BAN_DAYS)),
  deleteOldSettings,
  before("sign_ins", "at", () => oldBefore(settings().AUDIT_DAYS)),
  before("jobs", "created_at", ago(30 * DAY_MS)),
  before("photos", "removed_at", ago(REMOVED_MS)),
  deleteUnusedFiles,
  deleteEndedWindows,
  deleteOldApplications,
];

/** So that locks are held only briefly. */
const BATCH_SIZE = 1_000;
/** For each table. The next sweep continues. */
const MAX_BATCHES = 1_000;

/** A minute after the start and then every hour. Returns a function that stops it. */
export function startSweeping({ firstMs = MINUTE_MS, everyMs = HOUR_MS } = {}): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => delay(ms, true, { signal, ref: false }).catch(() => false);
  const sweeping = (async () => {
    for (let ms = firstMs; await wait(ms); ms = everyMs) await sweepUp(() => signal.aborted);
  })();
  return () => {
    stopping.abort();
    return sweeping;
  };
}

/** A failure is tried again in the next sweep. Never throws. */
export async function sweepUp(isStopped = () => false): Promise<void> {
  for (const remove of REMOVALS) {
    try {
      for (let batch = 0; batch < MAX_BATCHES && !isStopped(); batch++) {
        if ((await inTurn(remove)) < BATCH_SIZE) break;
      }
    } catch (error) {
      logFailure("old rows could not be removed", error);
    }
  }
}

/** Nothing while another process is removing. */
function inTurn(remove: Removal): Promise<number> {
  return db().$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCKS.sweep}) AS taken`;
    return lock?.taken ? remove(tx, BATCH_SIZE) : 0;
  });
}
