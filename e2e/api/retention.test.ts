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

/**
 * Every table whose rows are removed: how a row is inserted, $1 being its time and $2 its mark, which is its age in days,
 * and how the mark is read.
 */
const TABLES: Readonly<Record<string, [insert: string, mark: string]>> = {
  key_usage: [
    "(key_id, day, requests) VALUES ('KEY', $1::timestamptz AT TIME ZONE 'UTC', round($2::text::numeric))",
    "requests",
  ],
  key_bans: ["(id, key_id, level, started_at, until) VALUES ($2, 'KEY', 0, $1, $1)", "id"],
  earlier_secrets: ["(hash, key_id, until) VALUES ($2::text::bytea, 'KEY', $1)", "convert_from(hash, 'UTF8')"],
  changes: [
    "(set_id, subject, subject_id, action, fields, at) VALUES (round(10 * $2::text::numeric), 'key', $2, 'key.create', '{}', $1)",
    "subject_id",
  ],
  sign_ins: ["(event, address, at) VALUES ('failed', $2, $1)", "address"],
  idempotency_keys: ["(owner, key, fingerprint, status, body, created_at) VALUES ('o', $2, '', 201, '{}', $1)", "key"],
  jobs: ["(kind, data, created_at, due_at) VALUES ($2, '{}', $1, $1)", "kind"],
  sessions: ["(id, token, user_id, expires_at, created_at, updated_at) VALUES ($2, $2, 'PERSON', $1, $1, now())", "id"],
  verifications: ["(id, identifier, value, expires_at, updated_at) VALUES ($2, '', '', $1, now())", "id"],
};

let atFirst: Settings;
beforeAll(() => {
  atFirst = settings();
});
beforeEach(() => setClock(() => NOW));
afterEach(async () => {
  setClock(null);
  vi.restoreAllMocks();
  setSettings(atFirst);
  await asOwner(`TRUNCATE ${Object.keys(TABLES)}`);
});

/** Inserts a row of each of these ages, in days, into every table. */
async function putRows(...ages: number[]): Promise<void> {
  const [key, person] = [await newKeyWithId(), await newPerson()];
  for (const [table, [insert]] of Object.entries(TABLES)) {
    const sql = `INSERT INTO ${table} ${insert}`.replace("KEY", key.id).replace("PERSON", person.id);
    for (const age of ages) await pool().query(sql, [new Date(NOW - age * DAY_MS), String(age)]);
  }
}

/** The ages of the remaining rows, by table. */
async function agesLeft(): Promise<Record<string, number[]>> {
  const left = Object.entries(TABLES).map(async ([table, [, mark]]) => {
    const { rows } = await pool().query<{ mark: string }>(`SELECT ${mark} AS mark FROM ${table}`);
    // Keys and people have entries of their own.
    const ages = rows.map(({ mark }) => Number(mark)).filter(Number.isFinite);
    return [table, ages.sort((a, b) => a - b)] as const;
  });
  return Object.fromEntries(await Promise.all(left));
}

const allLeft = async () => Object.values(await agesLeft()).flat();

describe("sweepUp", () => {
  test("deletes expired rows only", async () => {
    await putRows(-1, 0.5, 1.5, 399, 401, 729, 731);
    await sweepUp();
    expect(await agesLeft()).toEqual({
      key_usage: [-1, 1, 2, 399],
      key_bans: [-1, 0.5, 1.5, 399],
      earlier_secrets: [-1],
      changes: [-1, 0.5, 1.5, 399, 401, 729],
      sign_ins: [-1, 0.5, 1.5, 399, 401, 729],
      idempotency_keys: [-1, 0.5],
      jobs: [-1, 0.5, 1.5],
      sessions: [-1],
      verifications: [-1],
    });
  });

  test("AUDIT_DAYS, USAGE_DAYS and BAN_DAYS set the retention, and 0 keeps everything", async () => {
    setSettings({ ...atFirst, AUDIT_DAYS: 31, USAGE_DAYS: 100, BAN_DAYS: 0 });
    await putRows(30, 32, 99, 101, 5_000);
    await sweepUp();
    const expected = { changes: [30], sign_ins: [30], key_usage: [30, 32, 99], key_bans: [30, 32, 99, 101, 5_000] };
    expect(await agesLeft()).toMatchObject(expected);
  });

  test("deletes thousands of rows, and does nothing while another process sweeps", async () => {
    await pool().query(
      "INSERT INTO sign_ins (event, address, at) SELECT 'failed', n::text, $1 FROM generate_series(1, 2500) AS n",
      [new Date(NOW - 1_000 * DAY_MS)],
    );
    await holdingTransaction({ sql: "SELECT pg_advisory_xact_lock($1)", values: [LOCKS.sweep] }, () => sweepUp());
    expect(await allLeft()).toHaveLength(2_500);
    await sweepUp();
    expect(await allLeft()).toEqual([]);
  });

  test("logs a table that fails and sweeps the others", async () => {
    await putRows(5_000);
    const lines: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    await asOwner("ALTER TABLE key_usage RENAME TO key_usage_elsewhere");
    await sweepUp();
    await asOwner("ALTER TABLE key_usage_elsewhere RENAME TO key_usage");
    expect(await allLeft()).toEqual([5_000]);
    expect((await agesLeft()).key_usage).toEqual([5_000]);
    expect(lines.filter((line) => line.includes("old rows could not be removed"))).toHaveLength(1);
  });
});

test("startSweeping sweeps soon after the start and repeatedly until it is stopped", async () => {
  const stop = startSweeping({ firstMs: 1, everyMs: 20 });
  for (let round = 0; round < 2; round++) {
    await putRows(5_000);
    await expect.poll(allLeft).toEqual([]);
  }
  await stop();
});
