import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathsOf, readPidFile } from "@/server/postgres/cluster";
import { CONNECTIONS, load } from "./load";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { pgbench } from "./pgbench";
import { type Running, start, startRedis } from "./processes";
import type { Row } from "./report";

/** Where Linux keeps its control groups: version 2, or the processors' part of version 1. */
const GROUPS = existsSync("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
const PERIOD_US = 20_000;
/** What a process that serves may use of one processor, when it is held back. */
const SHARE = 0.2;
/** The same for all of PostgreSQL, where it is to be the limit. */
const DATABASE_SHARE = 0.1;
const FREE: Plan[] = [1, 2].map((workers) => ({ name: `WORKERS=${workers}`, workers }));
/** So long a process that is not yet held back needs until its code is compiled. */
const COMPILE_SECONDS = 10;

/** Services with their workers, and whether each process that serves is held back. */
type Plan = { name: string; services?: number; workers?: number; held?: boolean };

/**
 * One, two and four processes that serve, on one PostgreSQL, with their limits in one Redis: as the workers of one service,
 * and as services of their own, as on several machines. This machine's processors carry PostgreSQL, Redis and the load too,
 * so besides two workers that are free, each process is held to a share of a processor: then there is room for all.
 */
export function measureScale(setting: Setting): Promise<Row[]> {
  const held: Plan[] = [
    ...[1, 2, 4].map((workers) => ({ name: `WORKERS=${workers}, each a fifth of a processor`, workers, held: true })),
    ...[2, 4].map((services) => ({ name: `${services} services, each a fifth of a processor`, services, held: true })),
  ];
  return measureAll(setting, [...FREE, ...(mayHoldBack() ? held : [])]);
}

/** Where PostgreSQL is the limit: it is held to a small share of a processor, and so is pgbench with the same statement. */
export async function measureCeiling(setting: Setting, url: string): Promise<Row[]> {
  const postmaster = readPidFile(pathsOf(String(setting.environment.DATA_DIR)).pid);
  if (!postmaster || !mayHoldBack()) return [];
  // Its processes are born into its group.
  const group = holdBack(postmaster.pid, DATABASE_SHARE);
  try {
    const rows = [...(await measureAll(setting, FREE)), pgbench("list", setting, url)];
    return rows.map((row) => ({ ...row, workload: "list, 20 animals, PostgreSQL held back" }));
  } finally {
    release(group);
  }
}

async function measureAll(setting: Setting, plans: Plan[]): Promise<Row[]> {
  const redis = await startRedis();
  if (!redis) {
    process.stderr.write("Several processes are not measured: there is no Redis\n");
    return [];
  }
  const workload = { ...setting.workloads.list, name: "list, 20 animals, limits in Redis" };
  const cases: Case[] = [];
  const groups: string[] = [];
  try {
    for (const { name, services = 1, workers = 1, held } of plans) {
      const environment = { ...setting.environment, WORKERS: String(workers), REDIS_URL: redis.url };
      const beside: Running[] = [];
      const running = await start([...CONTENDERS.service], environment);
      const connections = CONNECTIONS * workers;
      cases.push({ name, workload, running, beside, connections });
      while (beside.length < services - 1) beside.push(await start([...CONTENDERS.service], environment));
      for (const one of held ? [running, ...beside] : []) {
        // Compiled first: V8 does that in threads of its own, which would eat all of a small share.
        await load(setting.wrk, one.origin, workload, COMPILE_SECONDS * workers, connections);
        for (const pid of one.serving()) groups.push(holdBack(pid, SHARE));
      }
    }
    return await measure(setting, cases);
  } finally {
    for (const { running, beside = [] } of cases) for (const one of [running, ...beside]) await one.stop();
    for (const group of groups) release(group);
    redis.stop();
  }
}

function mayHoldBack(): boolean {
  const trial = join(GROUPS, `pets-bench-${process.pid}`);
  try {
    mkdirSync(trial);
    const mayLimit = ["cpu.max", "cpu.cfs_quota_us"].some((file) => existsSync(join(trial, file)));
    rmdirSync(trial);
    if (mayLimit) return true;
  } catch {
    // Said below.
  }
  process.stderr.write("Processes cannot be held back here: that takes Linux, its control groups, and root\n");
  return false;
}

/** Holds a process, and those that it starts from now on, to a share of one processor; returns the control group. */
function holdBack(pid: number, share: number): string {
  const group = join(GROUPS, `pets-bench-${pid}`);
  mkdirSync(group);
  const quota = PERIOD_US * share;
  if (existsSync(join(group, "cpu.max"))) writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
  else {
    writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
    writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
  }
  writeFileSync(join(group, "cgroup.procs"), String(pid));
  return group;
}

/** Frees what is in a control group, and removes it. */
function release(group: string): void {
  for (const pid of readFileSync(join(group, "cgroup.procs"), "utf8").split("\n").filter(Boolean))
    writeFileSync(join(GROUPS, "cgroup.procs"), pid);
  rmdirSync(group);
}
