import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathsOf, readPidFile } from "@/server/postgres/cluster";
import { CONNECTIONS, load } from "./load";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { pgbench } from "./pgbench";
import { type Running, start, startRedis } from "./processes";
import type { Row } from "./report";

/** Folder of Linux's control groups: version 2, or the `cpu` controller of version 1. */
const GROUPS = existsSync("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
const PERIOD_US = 20_000;
/** The share of one processor that a throttled process may use. */
const SHARE = 0.2;
/** The same for all of PostgreSQL, where it should be the bottleneck. */
const DATABASE_SHARE = 0.1;
const FREE: ScalePlan[] = [1, 2].map((workers) => ({ name: `WORKERS=${workers}`, workers }));
/** How long a process compiles its code before it is throttled. */
const COMPILE_SECONDS = 10;

/** How many services with how many workers, and whether their processes are throttled. */
type ScalePlan = { name: string; services?: number; workers?: number; throttled?: boolean };

/**
 * Measures one, two and four processes on one PostgreSQL, with their limits in one Redis: as workers of one service,
 * and as separate services, as on several machines. The processors of this machine also run PostgreSQL, Redis and the
 * load generator. So each process, except two unthrottled workers, gets a share of a processor that leaves enough for
 * everything.
 */
export function measureScale(setting: Setting): Promise<Row[]> {
  const throttled: ScalePlan[] = [
    ...[1, 2, 4].map((workers) => ({
      name: `WORKERS=${workers}, each a fifth of a processor`,
      workers,
      throttled: true,
    })),
    ...[2, 4].map((services) => ({
      name: `${services} services, each a fifth of a processor`,
      services,
      throttled: true,
    })),
  ];
  return measureAll(setting, [...FREE, ...(canThrottle() ? throttled : [])]);
}

/** Measures with PostgreSQL as the bottleneck. It gets a small share of a processor, also for pgbench. */
export async function measureCeiling(setting: Setting, url: string): Promise<Row[]> {
  const postmaster = readPidFile(pathsOf(String(setting.environment.DATA_DIR)).pid);
  if (!postmaster || !canThrottle()) return [];
  // New processes of PostgreSQL start in its group.
  const group = throttle(postmaster.pid, DATABASE_SHARE);
  try {
    const rows = [...(await measureAll(setting, FREE)), pgbench("list", setting, url)];
    return rows.map((row) => ({ ...row, workload: "list, 20 animals, PostgreSQL throttled" }));
  } finally {
    unthrottle(group);
  }
}

async function measureAll(setting: Setting, plans: ScalePlan[]): Promise<Row[]> {
  const redis = await startRedis();
  if (!redis) {
    process.stderr.write("Several processes are not measured: there is no Redis\n");
    return [];
  }
  const workload = { ...setting.workloads.list, name: "list, 20 animals, limits in Redis" };
  const cases: Case[] = [];
  const groups: string[] = [];
  try {
    for (const { name, services = 1, workers = 1, throttled } of plans) {
      const environment = { ...setting.environment, WORKERS: String(workers), REDIS_URL: redis.url };
      const beside: Running[] = [];
      const running = await start([...CONTENDERS.service], environment);
      const connections = CONNECTIONS * workers;
      cases.push({ name, workload, running, beside, connections });
      while (beside.length < services - 1) beside.push(await start([...CONTENDERS.service], environment));
      for (const one of throttled ? [running, ...beside] : []) {
        // Load it first, because V8 compiles in other threads, which would use up a small share.
        await load(setting.wrk, one.origin, workload, COMPILE_SECONDS * workers, connections);
        for (const pid of one.serving()) groups.push(throttle(pid, SHARE));
      }
    }
    return await measure(setting, cases);
  } finally {
    for (const { running, beside = [] } of cases) for (const one of [running, ...beside]) await one.stop();
    for (const group of groups) unthrottle(group);
    redis.stop();
  }
}

function canThrottle(): boolean {
  const trial = join(GROUPS, `pets-bench-${process.pid}`);
  try {
    mkdirSync(trial);
    const mayLimit = ["cpu.max", "cpu.cfs_quota_us"].some((file) => existsSync(join(trial, file)));
    rmdirSync(trial);
    if (mayLimit) return true;
  } catch {
    // Reported below.
  }
  process.stderr.write("Processes cannot be throttled here: that needs Linux control groups and root\n");
  return false;
}

/** Throttles a process and its future children to a share of one processor. Returns the control group. */
function throttle(pid: number, share: number): string {
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

/** Moves all processes out of a control group, and removes it. */
function unthrottle(group: string): void {
  for (const pid of readFileSync(join(group, "cgroup.procs"), "utf8").split("\n").filter(Boolean))
    writeFileSync(join(GROUPS, "cgroup.procs"), pid);
  rmdirSync(group);
}
