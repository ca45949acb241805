import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { changeBatchAndApplications } from "@/lib/applications/decide/pet-effects-store";
import { closeDb } from "@/lib/database/client";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { type Case, CONTENDERS, compareOn, measure, type Setting } from "./measure";
import { prepareSecond } from "./prepare";
import { start } from "./processes";
import type { Row } from "./report";

/** How many animals "orders" adds, because each can be ordered only once. */
const ORDERED = 400_000;
const CHANGES_AT_ONCE = 200;
/** Each statement covers this many ids, of which it removes a tenth. */
const IDS_AT_ONCE = 100_000;
/** How long PostgreSQL may take to notice the dead rows, in milliseconds. */
const VACUUM_TIMEOUT_MS = 240_000;

/** Measures those of the parts `patch`, `orders` and `churn` that are wanted. Each compares two rows. */
export async function measureChanges(wants: (part: string) => boolean, setting: Setting, url: string): Promise<Row[]> {
  return [
    ...(wants("patch") ? await measurePatch(setting) : []),
    ...(wants("orders") ? await measureOrders(setting, url) : []),
    ...(wants("churn") ? await measureChurn(setting, url) : []),
  ];
}

/** Compares changes of random animals with creation. */
function measurePatch(setting: Setting): Promise<Row[]> {
  return compareOn(setting, [setting.workloads.create, setting.workloads.patch]);
}

/** Compares orders, each for another available animal, with creation. */
async function measureOrders(setting: Setting, url: string): Promise<Row[]> {
  const [added] = await queryAt<{ first: string }>(
    url,
    `WITH added AS (INSERT INTO pets (name, category_id) SELECT 'Animal', 1 FROM generate_series(1, ${ORDERED}) RETURNING id)
     SELECT min(id) AS first FROM added`,
  );
  const { create, orders } = setting.workloads;
  return compareOn(setting, [create, orders(Number(added?.first))]);
}

/**
 * Compares lists of two databases: one as it was filled, and one in which a tenth of the animals were changed and a
 * tenth removed. Measures immediately, and again after PostgreSQL has vacuumed.
 */
async function measureChurn(setting: Setting, url: string): Promise<Row[]> {
  const churned = await prepareSecond(setting.environment, url, "pets_churned", setting.animals);
  const churnedUrl = String(churned.environment.DATABASE_URL);
  await churn(churnedUrl, setting.animals);
  setSettings(parseEnv({ DATABASE_URL: url }));
  const cases: Case[] = [];
  try {
    const fresh = await start([...CONTENDERS.service], setting.environment);
    cases.push({
      name: "service",
      workload: { ...setting.workloads.list, name: "list, without churn" },
      running: fresh,
    });
    const running = await start([...CONTENDERS.service], churned.environment);
    cases.push({ name: "service", workload: { ...churned.workloads.list, name: "list, after 20 % churn" }, running });
    const atOnce = await measure(setting, cases);
    await vacuumed(churnedUrl);
    const later = await measure(setting, cases);
    return [...atOnce, ...later.map((row) => ({ ...row, workload: `${row.workload} and autovacuum` }))];
  } finally {
    for (const { running } of cases) await running.stop();
  }
}

/** Changes a tenth of the animals, as the service does, and removes a tenth, all over the table. */
async function churn(url: string, animals: number): Promise<void> {
  setSettings(parseEnv({ DATABASE_URL: url }));
  const author = { kind: "operator" } as const;
  const ids = Array.from({ length: Math.floor(animals / 10) }, (_, index) => BigInt(10 * index + 1));
  for (let at = 0; at < ids.length; at += CHANGES_AT_ONCE) {
    const some = ids.slice(at, at + CHANGES_AT_ONCE);
    const changes = some.map((id) => ({ id, ifMatch: "*" as const, name: `Changed ${id}` }));
    await changeBatchAndApplications(author, { mode: "each", changes });
  }
  await closeDb();
  // Removing them one by one, as the service does, would take minutes.
  for (let from = 0; from < animals; from += IDS_AT_ONCE) {
    await queryAt(
      url,
      `WITH removed AS (
         DELETE FROM pets WHERE id > ${from} AND id <= ${from + IDS_AT_ONCE} AND id % 10 = 6 RETURNING *
       )
       INSERT INTO removed_pets (id, name, category_id, status, created_at, created_by, version)
       SELECT id, name, category_id, status, created_at, created_by, version FROM removed`,
    );
  }
}

/** Waits until autovacuum has processed the animals. @throws Error after some minutes */
async function vacuumed(url: string): Promise<void> {
  const query = "SELECT n_dead_tup < n_live_tup * 0.02 AS done FROM pg_stat_user_tables WHERE relname = 'pets'";
  for (const end = Date.now() + VACUUM_TIMEOUT_MS; Date.now() < end; await delay(1_000)) {
    if ((await queryAt<{ done: boolean }>(url, query))[0]?.done) return;
  }
  throw new Error("autovacuum has not come in time");
}

/** Returns the rate of every second row as a multiple of the one before it. */
export function timesBefore(rows: Row[]): Record<string, number> {
  const pairs = rows.flatMap((row, index) => (index % 2 === 1 ? [{ row, base: rows[index - 1] }] : []));
  const times = ({ row, base }: (typeof pairs)[number]) => row.perSecond / (base?.perSecond ?? Number.NaN);
  return Object.fromEntries(
    pairs.map((pair) => [`${pair.row.workload}, times ${pair.base?.workload}`, Number(times(pair).toFixed(2))]),
  );
}

async function queryAt<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<R>(sql).finally(() => client.end())).rows;
}
