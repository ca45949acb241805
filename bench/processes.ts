import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { findRedis } from "@/scripts/programs.mjs";
import { freePort } from "@/server/port";

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** A running server. */
export type Running = {
  origin: string;
  /** Time from the start of the process to its first answer, in milliseconds. */
  startedInMs: number;
  /** The ids of the processes that answer requests: the server itself, or its workers. */
  serving(): number[];
  /** Resident memory of the process and its workers, in MiB. */
  memory(): number;
  stop(): Promise<void>;
};

/**
 * Starts a server on a free port of the loopback interface and waits for its first answer.
 * @throws Error with the output of the server
 */
export async function start(args: string[], environment: Record<string, string>, probe = "/livez"): Promise<Running> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, args, {
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
  while (!(await answers(origin + probe))) {
    if (child.exitCode !== null || performance.now() - began > START_TIMEOUT_MS) {
      child.kill("SIGKILL");
      throw new Error(`${args.join(" ")} did not start:\n${output}`);
    }
    await delay(POLL_MS);
  }
  const startedInMs = performance.now() - began;
  const pid = Number(child.pid);
  const serving = () => (workersOf(pid).length > 0 ? workersOf(pid) : [pid]);
  return { origin, startedInMs, serving, memory: () => memoryOf([pid, ...workersOf(pid)]), stop: () => stop(child) };
}

/** Starts a Redis for the benchmark; null if none is installed. */
export async function startRedis(): Promise<{ url: string; stop(): void } | null> {
  const program = findRedis();
  if (!program) return null;
  const port = String(await freePort());
  const child = spawn(program, ["--port", port, "--bind", "127.0.0.1", "--save", ""], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const text of child.stdout) if (/Ready to accept connections/.test(String(text))) break;
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill("SIGKILL") };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(5_000) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function workersOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([own = 0, parent]) => (parent === pid ? [own] : []));
}

function memoryOf(pids: number[]): number {
  const sizes = execFileSync("ps", ["-o", "rss=", "-p", pids.join(",")], { encoding: "utf8" })
    .trim()
    .split("\n");
  return sizes.reduce((sum, size) => sum + Number(size), 0) / 1024;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "close");
}
