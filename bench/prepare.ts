import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { closeDb } from "@/lib/database/client";
import { closeLimiter } from "@/lib/limits/limiter";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { applyMigrations } from "@/server/database/migrate";
import { seedRandom } from "@/server/seed";
import { type Places, writeWorkloads } from "./workload";

/** How many animals the cursors of the workloads are taken from. */
const PLACES = 6_000;

/** Migrates a database and adds random animals. This process then uses that database. */
export async function prepare(url: string, animals: number): Promise<Places> {
  await applyMigrations(url);
  setSettings(parseEnv({ DATABASE_URL: url }));
  await seedRandom(animals);
  const { pool } = await import("@/lib/database/pool");
  await pool().query("VACUUM ANALYZE pets");
  const { rows } = await pool().query<{ status: string; ids: string[] }>(
    `SELECT status::text AS status, array_agg(id::text) AS ids
     FROM (SELECT id, status FROM pets ORDER BY random() LIMIT $1) AS sample GROUP BY status`,
    [PLACES],
  );
  await closeDb();
  await closeLimiter();
  return Object.fromEntries(rows.map(({ status, ids }) => [status, ids]));
}

/** Creates a key with every scope and without an effective limit. */
export function createKey(environment: Record<string, string>): string {
  const plan = ["--plan", "enterprise", "--per-minute", "1000000000", "--per-day", "1000000000"];
  const scopes = ["--scopes", "pets:read,pets:write,orders:read,orders:write"];
  const args = ["server/start.mjs", "keys", "create", "--name", "Benchmark", ...plan, ...scopes, "--json"];
  return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, ...environment }, encoding: "utf8" }))
    .key;
}

/** Prepares another database beside the first one, at `url`. This process continues to use the first. */
export async function prepareSecond(first: Record<string, string>, url: string, name: string, animals: number) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`).finally(() => admin.end());
  const DATABASE_URL = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const DATA_DIR = mkdtempSync(join(String(first.DATA_DIR), `${name}-`));
  const environment = { ...first, DATABASE_URL, DATA_DIR };
  const places = await prepare(DATABASE_URL, animals);
  setSettings(parseEnv({ DATABASE_URL: url }));
  return { animals, environment, workloads: writeWorkloads(DATA_DIR, createKey(environment), animals, places) };
}
