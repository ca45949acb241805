import { afterEach, expect, test, vi } from "vitest";
import { pool } from "@/lib/database/pool";
import { flushUsage, recordBan, recordUse } from "@/lib/keys/usage-store";
import type { Verdict } from "@/lib/limits/bucket";
import { asOwner, newKeyWithId, suiteService } from "../support/service";

const service = suiteService();
afterEach(() => vi.restoreAllMocks());

const list = (key: string) => service.call("GET /v1/pets?limit=1", { key });
const requestsOf = async (id: string) =>
  (await pool().query("SELECT requests FROM key_usage WHERE key_id = $1", [id])).rows[0]?.requests ?? 0;
const window = { limit: 1, remaining: 1, reset: 0 };
const verdict = (decidedAt = Date.now()): Verdict => ({
  refused: null,
  minute: window,
  day: window,
  shown: window,
  decidedAt,
  newBan: null,
});
const ban = (id = crypto.randomUUID()) => ({ id, level: 0, startedAt: Date.now(), until: Date.now() + 60_000 });

/** Returns a function that lists the log lines from now on with this text. */
function linesWith(text: string): () => string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  return () => lines.filter((line) => line.includes(text));
}

test("a ban of a deleted key does not prevent other bans or usage from being written", async () => {
  const [banned, { id, key }] = [await newKeyWithId(), await newKeyWithId()];
  const lines = linesWith("a ban could not be stored");
  await recordBan("key_gone", ban());
  const good = ban();
  await recordBan(banned.id, good);
  await list(key);
  await flushUsage();
  expect((await pool().query("SELECT key_id FROM key_bans WHERE id = $1", [good.id])).rows).toEqual([
    { key_id: banned.id },
  ]);
  expect(await requestsOf(id)).toBe(1);
  expect(lines()).toHaveLength(1);
});

test("of thousands of rows every valid one is written once", async () => {
  const { rows } = await pool().query(
    `INSERT INTO keys (id, hash, prefix, name) SELECT 'many_' || n, sha256(n::text::bytea), 'p', 'n' FROM generate_series(1, 2500) AS n
     RETURNING id`,
  );
  linesWith("");
  for (const [index, { id }] of rows.entries()) {
    if (index % 1_000 === 0) recordUse(`key_gone_${index}`, verdict(), false);
    recordUse(id, verdict(), false);
  }
  await flushUsage();
  const stored =
    "SELECT count(*)::int AS keys, sum(requests)::int AS requests FROM key_usage WHERE key_id LIKE 'many_%'";
  expect((await pool().query(stored)).rows).toEqual([{ keys: 2_500, requests: 2_500 }]);
});

test("after a failure of the database all rows are written later", async () => {
  const { id, key } = await newKeyWithId();
  linesWith("");
  await list(key);
  await asOwner("ALTER TABLE key_usage RENAME TO key_usage_elsewhere");
  await flushUsage();
  await asOwner("ALTER TABLE key_usage_elsewhere RENAME TO key_usage");
  await list(key);
  await flushUsage();
  expect(await requestsOf(id)).toBe(2);
});

test("a late write of an earlier minute does not replace a later minute", async () => {
  const { id } = await newKeyWithId();
  const noon = Date.UTC(2026, 10, 21, 12);
  recordUse(id, verdict(noon + 60_000), false);
  await flushUsage();
  recordUse(id, verdict(noon), false);
  await flushUsage();
  const { rows } = await pool().query("SELECT requests, minute, minute_requests FROM key_usage WHERE key_id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ requests: 2, minute: noon / 60_000 + 1, minute_requests: 1 }]);
});
