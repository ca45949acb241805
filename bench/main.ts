import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OPERATOR } from "@/lib/audit/store";
import { closeDb } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import { flushUsage } from "@/lib/keys/usage-store";
import { closeLimiter } from "@/lib/limits/limiter";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { findWrk } from "@/scripts/programs.mjs";
import { applyMigrations } from "@/server/database/migrate";
import { startPostgres } from "@/server/postgres/postgres";
import { type Contender, compare, printTable, type Row } from "./measure";
import { type Places, writeWorkloads } from "./workload";

type Part = keyof ReturnType<typeof writeWorkloads>;

/** Who is measured under each workload, with the peers that can answer it. */
const PARTS: Readonly<Record<Part, Contender[]>> = {
  list: ["service", "next start", "Fastify + Prisma", "bare node:http + pg"],
  create: ["service", "next start", "Fastify + Prisma", "bare node:http + pg"],
  change: ["service", "Fastify + Prisma", "bare node:http + pg"],
  "no-key": ["service", "Fastify + Prisma"],
  "unknown-key": ["service", "Fastify + Prisma"],
  "over-limit": ["service"],
  page: ["service", "next start"],
};
const USAGE = `usage: npm run bench -- [--rounds 5] [--seconds 4] [--animals 1000000] [--only ${Object.keys(PARTS).join()}]`;

/** More than all contenders that run at the same time have together. */
const MAX_PROCESSES = 50;
/** How many animals the cursors of the lists are taken from. */
const PLACES = 6_000;
const UNLIMITED = "999999999,999999999";

/** Runs the benchmarks and prints their table. Sends nothing outside the loopback interface. */
export async function bench(args: string[]): Promise<void> {
  const { only, ...options } = readOptions(args);
  const wrk = findWrk();
  if (!wrk) throw new Error("The benchmark needs wrk (https://github.com/wg/wrk): install it and try again");
  const folder = mkdtempSync(join(tmpdir(), "pets-bench-"));
  process.stderr.write(`Preparing ${options.animals.toLocaleString("en")} animals …\n`);
  const postgres = await startPostgres({ dataDir: folder, processes: MAX_PROCESSES });
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEMO_DATA: "false",
    AUTH_SECRET: "a secret for the benchmark, 32 characters or more",
    // Pages and refusals are requested without a key, all from one IP address.
    VISITOR_LIMIT: UNLIMITED,
    PAGE_LIMIT: UNLIMITED,
    STRANGER_LIMIT: UNLIMITED,
    BAN_STRIKES: "0",
  };
  try {
    setSettings(parseEnv({ DATABASE_URL: postgres.url }));
    const places = await prepare(postgres.url, options.animals);
    const keys = { unlimited: await newKey(1_000_000_000), spent: await newKey(1) };
    const workloads = writeWorkloads(folder, keys, options.animals, places);
    const rows: Row[] = [];
    for (const part of only)
      rows.push(...(await compare({ wrk, environment, ...options }, workloads[part], PARTS[part])));
    printTable(rows, options);
  } finally {
    await flushUsage();
    await closeLimiter();
    await closeDb();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args: string[]) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { rounds: text, seconds: text, animals: text, only: text } });
  const whole = (name: "rounds" | "seconds" | "animals", otherwise: number) => {
    const text = values[name] ?? String(otherwise);
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(USAGE);
    return Number(text);
  };
  const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name);
  const chosen = values.only?.split(",") ?? Object.keys(PARTS);
  const only = chosen.filter(isPart);
  if (only.length < chosen.length) throw new Error(USAGE);
  return { rounds: whole("rounds", 5), seconds: whole("seconds", 4), animals: whole("animals", 1_000_000), only };
}

/** Rows of one statement. */
const BATCH = 50_000;

async function addRandomAnimals(count: number): Promise<void> {
  for (let added = 0; added < count; added += BATCH) {
    await pool().query(
      `INSERT INTO pets (name, category_id, status)
       SELECT 'Animal ' || floor(random() * 1000)::int, 1 + floor(random() * 8)::bigint,
              CASE WHEN share < 70 THEN 'available' WHEN share < 82 THEN 'pending' ELSE 'sold' END::"PetStatus"
       FROM (SELECT random() * 100 AS share FROM generate_series(1, $1::int)) AS random_animals`,
      [Math.min(BATCH, count - added)],
    );
  }
}

/** Migrates the database and adds random animals. Returns some of them, as places of a list. */
async function prepare(url: string, animals: number): Promise<Places> {
  await applyMigrations(url);
  await addRandomAnimals(animals);
  await pool().query("VACUUM ANALYZE pets");
  const { rows } = await pool().query<{ status: string; ids: string[] }>(
    `SELECT status::text AS status, array_agg(id::text) AS ids
     FROM (SELECT id, status FROM pets ORDER BY random() LIMIT $1) AS sample GROUP BY status`,
    [PLACES],
  );
  return Object.fromEntries(rows.map(({ status, ids }) => [status, ids]));
}

async function newKey(limit: number): Promise<string> {
  const limits = { plan: "enterprise", perMinute: limit, perDay: limit };
  const { key } = await createKey(
    OPERATOR,
    NewKey.parse({ name: "Benchmark", ...limits, scopes: ["pets:read", "pets:write"] }),
  );
  return key;
}
