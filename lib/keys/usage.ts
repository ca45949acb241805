import "server-only";
import { logFailure } from "../database/health";
import { type StoreOutcome, storeInBatches } from "../database/store-in-batches";
import type { Ban, Verdict } from "../limits/bucket";
import { lastLine, log } from "../process/log";
import { singleton } from "../process/singleton";
import { DAY_MS, MINUTE_MS } from "../values/time";
import { storeBan, storeUsage, type Tally } from "./usage-store";

/** How often use is written. A process that is killed loses at most this much. */
const WRITE_EVERY_MS = 1_000;
/** Maximum number of tallies held while the database is unavailable. The use of further keys is lost. */
const MAX_TALLIES = 50_000;
const MAX_BANS = 10_000;
/** How many tallies one statement writes. */
const BATCH_SIZE = 1_000;
const MAX_KEYS_LOGGED = 5;

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
  const [day, minute] = [Math.floor(decidedAt / DAY_MS), Math.floor(decidedAt / MINUTE_MS)];
  const name = `${keyId} ${day}`;
  let tally = state.tallies.get(name);
  if (!tally) {
    if (state.tallies.size >= MAX_TALLIES) return;
    const counts = { requests: 0, minuteRequests: 0, refused: 0, deprecated: 0 };
    tally = { keyId, day, minute, ...counts, lastUsedAt: decidedAt };
    state.tallies.set(name, tally);
    schedule();
  }
  if (tally.minute !== minute) {
    tally.minute = minute;
    tally.minuteRequests = 0;
  }
  tally.lastUsedAt = decidedAt;
  if (refused !== null) tally.refused++;
  else {
    tally.requests++;
    tally.minuteRequests++;
    if (isDeprecated) tally.deprecated++;
  }
}

/**
 * Stores a ban before the response is sent, so that it survives the process. While the database is unavailable, it is
 * stored later.
 */
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
  const waiting = [...state.bans.values()];
  const bans = await storeInBatches(waiting, 1, async ([one]) => one && storeBan(one.keyId, one.ban));
  for (const one of waiting) if (!bans.unsaved.includes(one)) state.bans.delete(one.ban.id);
  report("ban", bans);
  const tallies = [...state.tallies.values()];
  state.tallies.clear();
  const usage = await storeInBatches(tallies, BATCH_SIZE, storeUsage);
  for (const tally of usage.unsaved) putBack(tally);
  report("usage", usage);
  if (bans.unsaved.length + usage.unsaved.length > 0) schedule();
}

/** Logs one line for all dropped rows, and one for all that wait. */
function report(what: string, { refused, unsaved, error }: StoreOutcome<{ keyId: string }>): void {
  const reason = lastLine(error);
  if (refused.length > 0) {
    const keys = refused.slice(0, MAX_KEYS_LOGGED).map(({ keyId }) => keyId);
    log("error", `${what} could not be stored and is dropped`, { rows: refused.length, keys: keys.join(" "), reason });
  }
  if (unsaved.length > 0) logFailure(`${what} could not be stored; it will be tried again`, error);
}

function putBack(tally: Tally): void {
  const name = `${tally.keyId} ${tally.day}`;
  const newer = state.tallies.get(name);
  if (!newer) {
    if (state.tallies.size < MAX_TALLIES) state.tallies.set(name, tally);
    return;
  }
  const isSameMinute = newer.minute === tally.minute;
  newer.requests += tally.requests;
  newer.refused += tally.refused;
  newer.deprecated += tally.deprecated;
  if (isSameMinute) newer.minuteRequests += tally.minuteRequests;
}
