import { deleteOldApplications } from "@/lib/applications/store";
import { deleteOldSettings } from "@/lib/audit/log-store";
import { deleteOldSignIns } from "@/lib/audit/sign-in-store";
import { type Db, db } from "@/lib/database/client";
import { logFailure } from "@/lib/database/health";
import { LOCKS } from "@/lib/database/locks";
import { deleteOldAnswers } from "@/lib/idempotency/store";
import { deleteOldJobs } from "@/lib/jobs/store";
import { deleteEndedSecrets } from "@/lib/keys/secret-store";
import { deleteOldBans, deleteOldUsage } from "@/lib/keys/usage-store";
import { deleteEndedWindows } from "@/lib/limits/window-store";
import { deleteOldMail } from "@/lib/mail/outbox-store";
import { deleteEndedSessions, deleteEndedVerifications } from "@/lib/people/session-store";
import { deleteUnusedFiles } from "@/lib/pets/photos/file-store";
import { deleteRemovedPhotos } from "@/lib/pets/photos/store";
import { HOUR_MS, MINUTE_MS } from "@/lib/values/time";

/** Oldest first. Returns how many. */
type Removal = (tx: Db, maxRows: number) => Promise<number>;

const REMOVALS: Readonly<Record<string, Removal>> = {
  answers: deleteOldAnswers,
  secrets: deleteEndedSecrets,
  sessions: deleteEndedSessions,
  verifications: deleteEndedVerifications,
  usage: deleteOldUsage,
  bans: deleteOldBans,
  settings: deleteOldSettings,
  "sign-ins": deleteOldSignIns,
  jobs: deleteOldJobs,
  mail: deleteOldMail,
  photos: deleteRemovedPhotos,
  "photo files": deleteUnusedFiles,
  windows: deleteEndedWindows,
  applications: deleteOldApplications,
};

/** So that locks are held only briefly. */
const BATCH_SIZE = 1_000;
/** For each table. The next sweep continues. */
const MAX_BATCHES = 1_000;
const FIRST_SWEEP_DELAY_MS = MINUTE_MS;
const SWEEP_INTERVAL_MS = HOUR_MS;

/** A minute after the start and then every hour. Returns a function that stops it. */
export function startSweeping({
  firstMs = FIRST_SWEEP_DELAY_MS,
  everyMs = SWEEP_INTERVAL_MS,
} = {}): () => Promise<void> {
  let isStopped = false;
  let sweeping = Promise.resolve();
  let timer: NodeJS.Timeout;
  const schedule = (delay: number) => {
    timer = setTimeout(() => {
      sweeping = sweepUp(() => isStopped).then(() => {
        if (!isStopped) schedule(everyMs);
      });
    }, delay);
    timer.unref();
  };
  schedule(firstMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await sweeping;
  };
}

/** A failure is tried again in the next sweep. Never throws. */
export async function sweepUp(isStopped = () => false): Promise<void> {
  for (const [rows, remove] of Object.entries(REMOVALS)) {
    try {
      for (let batch = 0; batch < MAX_BATCHES && !isStopped(); batch++) {
        if ((await inTurn(remove)) < BATCH_SIZE) break;
      }
    } catch (error) {
      logFailure("old rows could not be removed", error, { rows });
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
