import "server-only";
import { db } from "../database/client";
import { isRefusedByDatabase } from "../database/errors";
import { logFailure } from "../database/health";
import type { Ban, Verdict } from "../limits/bucket";
import type { Subject } from "../limits/memory";
import type { BanRules } from "../limits/plans";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { singleton } from "../process/singleton";
import { chunksOf } from "../values/objects";
import { DAY_MS, MINUTE_MS } from "../values/time";

/** Stores a ban. Storing it again changes nothing. */
async function storeBan(keyId: string, ban: Ban): Promise<void> {
  const data = { id: ban.id, keyId, level: ban.level, startedAt: new Date(ban.startedAt), until: new Date(ban.until) };
  await db().keyBan.createMany({ data: [data], skipDuplicates: true });
}

/** The use of a key since it was last written. `requests` are those let through; `deprecated` ones are among them. */
type Tally = {
  keyId: string;
  /** The UTC day, and the last minute of use, both numbered from the Unix epoch. */
  day: number;
  minute: number;
  requests: number;
  minuteRequests: number;
  refused: number;
  deprecated: number;
  lastUsedAt: number;
};

async function storeUsage(tallies: readonly Tally[]): Promise<void> {
  const column = <K extends keyof Tally>(name: K) => tallies.map((tally) => tally[name]);
  const ids = column("keyId");
  const days = tallies.map(({ day }) => new Date(day * DAY_MS).toISOString().slice(0, 10));
  const used = tallies.map(({ lastUsedAt }) => new Date(lastUsedAt).toISOString());
  await db().$executeRaw`
    WITH used AS (
      UPDATE keys SET last_used_at = used.at
      FROM unnest(${ids}::text[], ${used}::timestamptz[]) AS used (id, at)
      WHERE keys.id = used.id AND (keys.last_used_at IS NULL OR keys.last_used_at < used.at)
    )
    INSERT INTO key_usage AS stored (key_id, day, minute, requests, minute_requests, refused, deprecated)
    SELECT counted.* FROM unnest(${ids}::text[], ${days}::date[], ${column("minute")}::int[],
      ${column("requests")}::int[], ${column("minuteRequests")}::int[], ${column("refused")}::int[],
      ${column("deprecated")}::int[]) AS counted (key_id) JOIN keys ON keys.id = counted.key_id
    ON CONFLICT (key_id, day) DO UPDATE SET
      requests = stored.requests + EXCLUDED.requests,
      refused = stored.refused + EXCLUDED.refused,
      deprecated = stored.deprecated + EXCLUDED.deprecated,
      minute_requests = CASE
        WHEN stored.minute < EXCLUDED.minute THEN EXCLUDED.minute_requests
        WHEN stored.minute = EXCLUDED.minute THEN stored.minute_requests + EXCLUDED.minute_requests
        ELSE stored.minute_requests END,
      minute = greatest(stored.minute, EXCLUDED.minute)`;
}

/** How often use is written. A process that is killed loses at most this much. */
const WRITE_EVERY_MS = 1_000;
/** Maximum number of tallies held while the database is unavailable. The use of further keys is lost. */
const MAX_TALLIES = 50_000;
const MAX_BANS = 10_000;
/** How many tallies one statement writes. */
const BATCH_SIZE = 1_000;

type State = {
  tallies: Map<string, Tally>;
  bans: Map<string, { keyId: string; ban: Ban }>;
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
};

const state = singleton<State>("keys.usage", () => ({
  tallies: new Map(),
  bans: new Map(),
  timer: null,
  writing: Promise.resolve(),
}));

/** Records the use of a key. It is written later, so no request waits for it. */
export function recordUse(keyId: string, { decidedAt, refused }: Verdict, isDeprecated: boolean): void {
  const requests = refused === null ? 1 : 0;
  add({
    keyId,
    day: Math.floor(decidedAt / DAY_MS),
    minute: Math.floor(decidedAt / MINUTE_MS),
    requests,
    minuteRequests: requests,
    refused: 1 - requests,
    deprecated: isDeprecated ? requests : 0,
    lastUsedAt: decidedAt,
  });
}

function add(tally: Tally): void {
  const name = `${tally.keyId} ${tally.day}`;
  const known = state.tallies.get(name);
  if (!known) {
    if (state.tallies.size < MAX_TALLIES) state.tallies.set(name, tally);
    schedule();
    return;
  }
  if (known.minute < tally.minute) {
    known.minute = tally.minute;
    known.minuteRequests = 0;
  }
  if (known.minute === tally.minute) known.minuteRequests += tally.minuteRequests;
  known.requests += tally.requests;
  known.refused += tally.refused;
  known.deprecated += tally.deprecated;
  known.lastUsedAt = Math.max(known.lastUsedAt, tally.lastUsedAt);
}

/** A ban is stored before the response is sent, so that it survives the process; or later, without a database. */
export async function recordBan(keyId: string, ban: Ban): Promise<void> {
  log("warn", "key banned", { key: keyId, until: new Date(ban.until).toISOString(), banLevel: ban.level });
  if (state.bans.size < MAX_BANS) state.bans.set(ban.id, { keyId, ban });
  await flushUsage();
}

function schedule(): void {
  if (state.timer) return;
  state.timer = setTimeout(() => {
    state.timer = null;
    void flushUsage();
  }, WRITE_EVERY_MS);
  state.timer.unref();
}

/** Writes everything recorded so far, one call at a time. What cannot be written is tried again. Never throws. */
export function flushUsage(): Promise<void> {
  state.writing = state.writing.then(write);
  return state.writing;
}

async function write(): Promise<void> {
  for (const { keyId, ban } of [...state.bans.values()]) {
    if (!(await isDone("a ban", storeBan(keyId, ban)))) return schedule();
    state.bans.delete(ban.id);
  }
  const batches = chunksOf([...state.tallies.values()], BATCH_SIZE);
  state.tallies.clear();
  let isAway = false;
  for (const batch of batches) {
    isAway ||= !(await isDone("usage", storeUsage(batch)));
    if (isAway) batch.forEach(add);
  }
}

/** Whether rows were stored, or will never be accepted. After another failure, they wait. */
async function isDone(what: string, stored: Promise<void>): Promise<boolean> {
  try {
    await stored;
    return true;
  } catch (error) {
    logFailure(`${what} could not be stored`, error);
    return isRefusedByDatabase(error);
  }
}

/** After this long without a ban, the next one counts as the first. */
const FORGET_MS = DAY_MS;

export function keySubject({ id, limit, stored }: Pick<Subject, "id" | "limit" | "stored">): Subject {
  return { kind: "key", id, limit, banRules: banRules(), stored };
}

/** docs/contract.md, "Bans" */
function banRules(): BanRules | null {
  const { BAN_STRIKES: strikes, BAN_FORGIVEN_SECONDS, BAN_SECONDS } = settings();
  if (strikes === 0) return null;
  const stepsMs = BAN_SECONDS.map((seconds) => seconds * 1_000);
  return { strikes, forgivenMs: BAN_FORGIVEN_SECONDS * 1_000, stepsMs, forgetMs: FORGET_MS };
}
