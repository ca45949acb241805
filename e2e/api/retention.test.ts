import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { LOCKS } from "@/lib/database/locks";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import type { Settings } from "@/lib/process/env";
import { setSettings, settings } from "@/lib/process/settings";
import { DAY_MS } from "@/lib/values/time";
import { startSweeping, sweepUp } from "@/server/sweep";
import { asOwner, newKeyWithId, newPerson, suiteService } from "./support/service";
import { holdingTransaction } from "./support/transaction";

suiteService();
const NOW = Date.UTC(2030, 0, 31, 12);
const query = async (sql: string, values: unknown[] = []) => (await pool().query(sql, values)).rows;
const ago = (days: number) => new Date(NOW - days * DAY_MS);

let atFirst: Settings;
beforeAll(() => {
  atFirst = settings();
});
beforeEach(() => setClock(() => NOW));
afterEach(async () => {
  setClock(null);
  vi.restoreAllMocks();
  setSettings(atFirst);
  await asOwner("TRUNCATE earlier_secrets, key_usage, key_bans, audit, idempotency_keys, verifications, sessions");
});

/**
 * Inserts a row of each of these ages, in days, into every table whose rows are removed. The age is also a mark in the
 * row.
 */
async function putRows(...ages: number[]): Promise<void> {
  const [{ id: keyId }, { id: userId }] = [await newKeyWithId(), await newPerson()];
  for (const days of ages) {
    const [at, mark] = [ago(days), String(days)];
    await query("INSERT INTO key_usage (key_id, day, requests) VALUES ($1, $2::timestamptz AT TIME ZONE 'UTC', $3)", [
      keyId,
      at,
      Math.round(days),
    ]);
    await query("INSERT INTO key_bans (id, key_id, level, started_at, until) VALUES ($1, $2, 0, $3, $3)", [
      mark,
      keyId,
      at,
    ]);
    await query("INSERT INTO earlier_secrets (hash, key_id, until) VALUES ($1, $2, $3)", [mark, keyId, at]);
    await query("INSERT INTO audit (actor, action, subject, at) VALUES ('a', 'key.create', $1, $2)", [mark, at]);
    await query(
      "INSERT INTO idempotency_keys (owner, key, fingerprint, status, body, created_at) VALUES ('o', $1, '', 201, '{}', $2)",
      [mark, at],
    );
    await query(
      "INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at) VALUES ($1, $1, $2, $3, $3, now())",
      [mark, userId, at],
    );
    await query(
      "INSERT INTO verifications (id, identifier, value, expires_at, updated_at) VALUES ($1, '', '', $2, now())",
      [mark, at],
    );
  }
}

/** The ages of the remaining rows, by table. */
async function agesLeft(): Promise<Record<string, number[]>> {
  const marks = {
    usage: "SELECT requests::text AS mark FROM key_usage",
    bans: "SELECT id AS mark FROM key_bans",
    secrets: "SELECT convert_from(hash, 'UTF8') AS mark FROM earlier_secrets",
    audit: "SELECT subject AS mark FROM audit WHERE actor = 'a'",
    answers: "SELECT key AS mark FROM idempotency_keys",
    sessions: "SELECT id AS mark FROM sessions WHERE expires_at < '2099-01-01'",
    verifications: "SELECT id AS mark FROM verifications",
  };
  const left = Object.entries(marks).map(async ([name, sql]) => {
    const ages = (await query(sql)).map(({ mark }) => Number(mark));
    return [name, ages.sort((a, b) => a - b)] as const;
  });
  return Object.fromEntries(await Promise.all(left));
}

describe("sweepUp", () => {
  test("deletes expired rows only", async () => {
    await putRows(-1, 0.5, 1.5, 399, 401, 729, 731);
    await sweepUp();
    expect(await agesLeft()).toEqual({
      usage: [-1, 1, 2, 399],
      bans: [-1, 0.5, 1.5, 399],
      secrets: [-1],
      audit: [-1, 0.5, 1.5, 399, 401, 729],
      answers: [-1, 0.5],
      sessions: [-1],
      verifications: [-1],
    });
  });

  test("AUDIT_DAYS, USAGE_DAYS and BAN_DAYS set the retention, and 0 keeps everything", async () => {
    setSettings({ ...atFirst, AUDIT_DAYS: 31, USAGE_DAYS: 100, BAN_DAYS: 0 });
    await putRows(30, 32, 99, 101, 5_000);
    await sweepUp();
    expect(await agesLeft()).toMatchObject({ audit: [30], usage: [30, 32, 99], bans: [30, 32, 99, 101, 5_000] });
  });

  test("deletes a thousand rows at a time until none is left", async () => {
    const insert = `INSERT INTO audit (actor, action, subject, at) SELECT 'a', 'b', n::text, $1 FROM generate_series(1, 2500) AS n`;
    await query(insert, [ago(1_000)]);
    await asOwner(`CREATE TABLE removed (count int);
      GRANT ALL ON removed TO PUBLIC;
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO removed SELECT count(*) FROM gone; RETURN NULL; END $$;
      CREATE TRIGGER note AFTER DELETE ON audit REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note()`);
    await sweepUp();
    expect(await query("SELECT count FROM removed WHERE count > 0")).toEqual([
      { count: 1_000 },
      { count: 1_000 },
      { count: 500 },
    ]);
    await asOwner("DROP TRIGGER note ON audit; DROP FUNCTION note; DROP TABLE removed");
    expect((await agesLeft()).audit).toEqual([]);
  });

  test("does nothing while another process sweeps", async () => {
    await putRows(5_000);
    await holdingTransaction({ sql: "SELECT pg_advisory_xact_lock($1)", values: [LOCKS.sweep] }, async () => {
      await sweepUp();
      const before = await agesLeft();
      expect(Object.values(before)).toEqual(Object.values(before).map(() => [5_000]));
    });
    await sweepUp();
    expect(Object.values(await agesLeft()).flat()).toEqual([]);
  });

  test("logs a table that fails and sweeps the others", async () => {
    await putRows(5_000);
    const lines: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    await asOwner("ALTER TABLE key_usage RENAME TO key_usage_elsewhere");
    await sweepUp();
    await asOwner("ALTER TABLE key_usage_elsewhere RENAME TO key_usage");
    const { usage, ...others } = await agesLeft();
    expect(usage).toEqual([5_000]);
    expect(Object.values(others).flat()).toEqual([]);
    expect(lines.filter((line) => line.includes("old rows could not be removed"))).toHaveLength(1);
  });
});

test("startSweeping sweeps soon after the start and repeatedly until it is stopped", async () => {
  const stop = startSweeping({ firstMs: 1, everyMs: 20 });
  for (let round = 0; round < 2; round++) {
    await putRows(5_000);
    await expect.poll(async () => Object.values(await agesLeft()).flat()).toEqual([]);
  }
  await stop();
});
