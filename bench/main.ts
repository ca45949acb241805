import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDb } from "@/lib/database/client";
import { flushUsage } from "@/lib/keys/usage";
import { findWrk } from "@/scripts/programs.mjs";
import { startPostgres } from "@/server/postgres/postgres";
import { measureChanges, timesBefore } from "./changes";
import { measureFinding } from "./finding";
import { measureHostileBodies } from "./hostile";
import { measureLimiter } from "./limiter";
import { type Case, CONTENDERS, type Contender, compare, compareOn, measure, type Setting } from "./measure";
import { measurePageSpeed } from "./page-speed";
import { pgbench } from "./pgbench";
import { measurePhotos } from "./photos";
import { createKey, prepare, prepareSecond } from "./prepare";
import { start } from "./processes";
import { measureRefusals, timesList } from "./refusals";
import { describeMachine, medianOf, printTable, type Row } from "./report";
import { measureCeiling, measureScale } from "./scale";
import { soak } from "./soak";
import { writeWorkloads } from "./workload";

const PARTS = (
  "list mixed create patch orders churn refusals page depth growth workers ceiling start limiter hostile visit photos " +
  "kinds profiles search counts"
).split(" ");
const USAGE =
  "usage: npm run bench -- [--rounds 5] [--seconds 4] [--animals 1000000] " +
  `[--only ${PARTS.join()}] [--soak MINUTES] [--json FILE]`;

const API: Contender[] = ["service", "next start", "Fastify + Prisma", "bare node:http + pg"];
/** More than all contenders that run at the same time have together. */
const MAX_PROCESSES = 50;
/** How many animals the smaller database of "growth" has at first. */
const FEW_ANIMALS = 10_000;

/** Runs the benchmarks and prints their table. Sends nothing outside the loopback interface. */
export async function bench(args: string[]): Promise<void> {
  const options = readOptions(args);
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
    // Pages are requested without a key, all from one IP address.
    VISITOR_LIMIT: "999999999,999999999",
    PAGE_LIMIT: "999999999,999999999",
  };
  try {
    const places = await prepare(postgres.url, options.animals);
    const key = createKey(environment);
    const workloads = writeWorkloads(folder, key, options.animals, places);
    const setting = { wrk, key, environment, workloads, ...options };
    const result = options.soak > 0 ? await soakOnly(setting) : await measureAll(setting, postgres.url);
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ ...describeMachine(), ...result }, null, 2)}\n`);
  } finally {
    await flushUsage();
    await closeDb();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOptions(args: string[]) {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: text, seconds: text, animals: text, only: text, soak: text, json: text },
  });
  const whole = (name: "rounds" | "seconds" | "animals" | "soak", otherwise: number) => {
    const text = values[name] ?? String(otherwise);
    if (!/^[1-9]\d{0,8}$/.test(text) && text !== "0") throw new Error(USAGE);
    return Number(text);
  };
  const only = values.only?.split(",") ?? null;
  const unknown = only?.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}"; ${USAGE}`);
  return {
    rounds: whole("rounds", 5),
    seconds: whole("seconds", 4),
    animals: whole("animals", 1_000_000),
    soak: whole("soak", 0),
    only,
    json: values.json,
  };
}

async function measureAll(setting: Setting & Pick<ReturnType<typeof readOptions>, "only">, url: string) {
  const wants = (name: string) => setting.only === null || setting.only.includes(name);
  const { list, mixed, create, page, edges } = setting.workloads;
  const rows: Row[] = [];
  if (wants("list")) rows.push(...(await compare(setting, list, API)), pgbench("list", setting, url));
  if (wants("mixed")) rows.push(...(await compare(setting, mixed, API)));
  if (wants("create")) rows.push(...(await compare(setting, create, API)), pgbench("create", setting, url));
  const changed = await measureChanges(wants, setting, url);
  rows.push(...changed);
  const changes = timesBefore(changed);
  const refusals = wants("refusals") ? await measureRefusals(setting) : [];
  rows.push(...refusals);
  if (wants("page")) rows.push(...(await compare(setting, page, ["service", "next start"])));
  if (wants("depth")) rows.push(...(await compareOn(setting, edges)));
  if (wants("growth")) rows.push(...(await compareGrowth(setting, url)));
  if (wants("workers")) rows.push(...(await measureScale(setting)));
  if (wants("photos")) rows.push(...(await measurePhotos(setting)));
  rows.push(...(await measureFinding(wants, setting, url)));
  if (wants("ceiling")) rows.push(...(await measureCeiling(setting, url)));
  const refused = refusals.length > 0 ? timesList(refusals) : null;
  const startMs = wants("start") ? await measureStart(setting) : null;
  const limiter = wants("limiter") ? await measureLimiter() : null;
  const hostile = wants("hostile") ? await measureHostileBodies() : null;
  const visit = wants("visit") ? await visitPage(setting) : null;
  const others = { ...(startMs !== null && { startMs }), ...changes, ...refused, ...limiter, ...hostile, ...visit };
  printTable(rows, setting, others);
  return { rows, changes, refused, startMs, limiter, hostile, visit };
}

/**
 * Measures the time from `npm start` (already built, with its own PostgreSQL on a used folder) to the first answer.
 * Returns the median in milliseconds.
 */
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

/** Compares adding animals to few and to many: the service and the baseline, on two databases of one PostgreSQL. */
async function compareGrowth(setting: Setting, url: string): Promise<Row[]> {
  const few = await prepareSecond(setting.environment, url, "pets_few", FEW_ANIMALS);
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

async function soakOnly(setting: Setting & { soak: number }) {
  const server = await start([...CONTENDERS.service], setting.environment);
  try {
    return { soak: await soak(setting.wrk, server, setting.workloads.list, setting.soak) };
  } finally {
    await server.stop();
  }
}
