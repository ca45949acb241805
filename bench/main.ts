import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { closeDb } from "@/lib/database/client";
import { parseEnv } from "@/lib/env";
import { flushUsage } from "@/lib/keys/usage";
import { closeLimiter } from "@/lib/limits/limiter";
import { setSettings } from "@/lib/settings";
import { findWrk } from "@/scripts/programs.mjs";
import { applyMigrations } from "@/server/database/migrate";
import { startPostgres } from "@/server/postgres/postgres";
import { seedRandom } from "@/server/seed";
import { measureHostileBodies } from "./hostile";
import { measureLimiter } from "./limiter";
import { type Case, CONTENDERS, type Contender, compare, compareOn, measure, type Setting } from "./measure";
import { measurePageSpeed } from "./page-speed";
import { pgbench } from "./pgbench";
import { measurePhotos } from "./photos";
import { start } from "./processes";
import { measureRefusals, timesList } from "./refusals";
import { describeMachine, medianOf, printTable, type Row } from "./report";
import { measureCeiling, measureScale } from "./scale";
import { soak } from "./soak";
import { writeWorkloads } from "./workload";

const USAGE =
  "usage: npm run bench -- [--rounds 5] [--seconds 4] [--animals 1000000] [--only list,mixed,create,refusals,page,depth,growth,workers,ceiling,start,limiter,hostile,visit,photos] [--soak MINUTES] [--json FILE]";

const API: Contender[] = ["service", "next start", "Fastify + Prisma", "bare node:http + pg"];
/** More than all contenders that run at the same time have together. */
const MOST_PROCESSES = 50;
/** How many animals the smaller database of "growth" starts with. */
const FEW_ANIMALS = 10_000;

/** Runs the benchmarks and prints their table. Sends nothing outside the loopback interface. */
export async function bench(args: string[]): Promise<void> {
  const options = readOptions(args);
  const wrk = findWrk();
  if (!wrk) throw new Error("The benchmark needs wrk (https://github.com/wg/wrk): install it and try again");
  const folder = mkdtempSync(join(tmpdir(), "pets-bench-"));
  process.stderr.write(`Preparing ${options.animals.toLocaleString("en")} animals …\n`);
  const postgres = await startPostgres({ dataDir: folder, processes: MOST_PROCESSES });
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEMO_DATA: "false",
    AUTH_SECRET: "a secret for the benchmark, 32 characters or more",
    // Pages are requested without a key, all from one address.
    VISITOR_LIMIT: "999999999,999999999",
    PAGE_LIMIT: "999999999,999999999",
  };
  try {
    await prepare(postgres.url, options.animals);
    const key = createKey(environment);
    const workloads = writeWorkloads(folder, key, options.animals);
    const setting = { wrk, key, environment, workloads, ...options };
    const result = options.soak > 0 ? await soakOnly(setting) : await everything(setting, postgres.url);
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ ...describeMachine(), ...result }, null, 2)}\n`);
  } finally {
    await flushUsage();
    await closeDb();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args: string[]) {
  const number = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: number, seconds: number, animals: number, only: number, soak: number, json: number },
  });
  const whole = (name: "rounds" | "seconds" | "animals" | "soak", otherwise: number) => {
    const text = values[name] ?? String(otherwise);
    if (!/^[1-9]\d{0,8}$/.test(text) && text !== "0") throw new Error(USAGE);
    return Number(text);
  };
  return {
    rounds: whole("rounds", 5),
    seconds: whole("seconds", 4),
    animals: whole("animals", 1_000_000),
    soak: whole("soak", 0),
    only: values.only?.split(",") ?? null,
    json: values.json,
  };
}

async function prepare(url: string, animals: number): Promise<void> {
  await applyMigrations(url);
  setSettings(parseEnv({ DATABASE_URL: url }));
  await seedRandom(animals);
  await (await import("@/lib/database/pool")).pool().query("VACUUM ANALYZE pets");
  await closeDb();
  await closeLimiter();
}

function createKey(environment: Record<string, string>): string {
  const plan = ["--plan", "enterprise", "--per-minute", "1000000000", "--per-day", "1000000000"];
  const args = ["server/start.mjs", "keys", "create", "--name", "Benchmark", ...plan, "--json"];
  return JSON.parse(execFileSync(process.execPath, args, { env: { ...process.env, ...environment }, encoding: "utf8" }))
    .key;
}

async function everything(setting: Setting & Pick<ReturnType<typeof readOptions>, "only">, url: string) {
  const wants = (name: string) => setting.only === null || setting.only.includes(name);
  const { list, mixed, create, page, edges } = setting.workloads;
  const rows: Row[] = [];
  if (wants("list")) rows.push(...(await compare(setting, list, API)), pgbench("list", setting, url));
  if (wants("mixed")) rows.push(...(await compare(setting, mixed, API)));
  if (wants("create")) rows.push(...(await compare(setting, create, API)), pgbench("create", setting, url));
  const refusals = wants("refusals") ? await measureRefusals(setting) : [];
  rows.push(...refusals);
  if (wants("page")) rows.push(...(await compare(setting, page, ["service", "next start"])));
  if (wants("depth")) rows.push(...(await compareOn(setting, edges)));
  if (wants("growth")) rows.push(...(await compareGrowth(setting, url)));
  if (wants("workers")) rows.push(...(await measureScale(setting)));
  if (wants("photos")) rows.push(...(await measurePhotos(setting)));
  if (wants("ceiling")) rows.push(...(await measureCeiling(setting, url)));
  const refused = refusals.length > 0 ? timesList(refusals) : null;
  const startMs = wants("start") ? await measureStart(setting) : null;
  const limiter = wants("limiter") ? await measureLimiter() : null;
  const hostile = wants("hostile") ? await measureHostileBodies() : null;
  const visit = wants("visit") ? await visitPage(setting) : null;
  printTable(rows, setting, { ...(startMs !== null && { startMs }), ...refused, ...limiter, ...hostile, ...visit });
  return { rows, refused, startMs, limiter, hostile, visit };
}

/** Median milliseconds from `npm start`, built, with its own PostgreSQL on a used folder, to the first answer. */
async function measureStart({ rounds, environment }: Setting): Promise<number> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "pets-bench-start-"));
  const { npm_execpath: npm } = process.env;
  const times: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const running = await start(npm ? [npm, "start"] : [...CONTENDERS.service], {
        ...environment,
        DATABASE_URL: "",
        DATA_DIR,
      });
      // The first round creates the database.
      if (round > 0) times.push(running.startedInMs);
      await running.stop();
    }
    return Math.round(medianOf(times));
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

/** Measures a first visit of the adopters' page with an old phone. */
async function visitPage(setting: Setting) {
  const running = await start([...CONTENDERS.service], setting.environment);
  try {
    return await measurePageSpeed(running.origin, setting.rounds);
  } finally {
    await running.stop();
  }
}

/** Measures adding animals to few and to many: the service and bare, on two databases of one PostgreSQL. */
async function compareGrowth(setting: Setting, url: string): Promise<Row[]> {
  const few = await prepareFew(setting.environment, url);
  const cases: Case[] = [];
  try {
    for (const name of ["service", "bare node:http + pg"] as const) {
      for (const { animals, environment, workloads } of [{ ...setting, ...few }, setting]) {
        const running = await start([...CONTENDERS[name]], environment);
        const workload = { ...workloads.create, name: `create, ${animals.toLocaleString("en")} animals` };
        cases.push({ name, workload, running });
      }
    }
    return await measure(setting, cases);
  } finally {
    for (const { running } of cases) await running.stop();
  }
}

/** Creates a second database beside the first, with few animals. */
async function prepareFew(first: Record<string, string>, url: string) {
  const name = "pets_few";
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`).finally(() => admin.end());
  const DATABASE_URL = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const DATA_DIR = mkdtempSync(join(String(first.DATA_DIR), "few-"));
  const environment = { ...first, DATABASE_URL, DATA_DIR };
  await prepare(DATABASE_URL, FEW_ANIMALS);
  setSettings(parseEnv({ DATABASE_URL: url }));
  return {
    animals: FEW_ANIMALS,
    environment,
    workloads: writeWorkloads(DATA_DIR, createKey(environment), FEW_ANIMALS),
  };
}

async function soakOnly(setting: Setting & { soak: number }) {
  const server = await start([...CONTENDERS.service], setting.environment);
  try {
    return { soak: await soak(setting.wrk, server, setting.workloads.list, setting.soak) };
  } finally {
    await server.stop();
  }
}
