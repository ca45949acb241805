import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONNECTIONS, load } from "./load";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { type Running, start, startRedis } from "./processes";
import type { Row } from "./report";

/** Where Linux keeps its control groups: version 2, or the processors' part of version 1. */
const GROUPS = existsSync("/sys/fs/cgroup/cgroup.controllers") ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
const PERIOD_US = 20_000;
/** What a process that serves may use of one processor, when it is held back. */
const SHARE = 0.2;
/** So long a process that is not yet held back needs until its code is compiled. */
const COMPILE_SECONDS = 10;

/**
 * One, two and four processes that serve, on one PostgreSQL, with their limits in one Redis: as the workers of one service,
 * and as services of their own, as on several machines. This machine's processors carry PostgreSQL, Redis and the load too,
 * so besides two workers that are free, each process is held to a share of a processor: then there is room for all.
 */
export async function measureScale(setting: Setting): Promise<Row[]> {
  const redis = await startRedis();
  if (!redis) {
    process.stderr.write("Several processes are not measured: there is no Redis\n");
    return [];
  }
  const workload = { ...setting.workloads.list, name: "list, 20 animals, limits in Redis" };
  const cases: Case[] = [];
  const groups: string[] = [];
  const add = async (name: string, services: number, workers: number, held: boolean) => {
    const environment = { ...setting.environment, WORKERS: String(workers), REDIS_URL: redis.url };
    const all: Running[] = [];
    const first = await start([...CONTENDERS.service], environment);
    const connections = CONNECTIONS * workers;
    cases.push({ name, workload, running: first, beside: all, connections });
    while (all.length < services - 1) all.push(await start([...CONTENDERS.service], environment));
    if (!held) return;
    for (const running of [first, ...all]) {
      // Compiled first: V8 does that in threads of its own, which would eat all of a small share.
      await load(setting.wrk, running.origin, workload, COMPILE_SECONDS * workers, connections);
      for (const pid of running.serving()) groups.push(holdBack(pid));
    }
  };
  try {
    for (const workers of [1, 2]) await add(`WORKERS=${workers}`, 1, workers, false);
    if (mayHoldBack()) {
      for (const workers of [1, 2, 4]) await add(`WORKERS=${workers}, each a fifth of a processor`, 1, workers, true);
      for (const services of [2, 4]) await add(`${services} services, each a fifth of a processor`, services, 1, true);
    }
    return await measure(setting, cases);
  } finally {
    for (const { running, beside = [] } of cases) for (const one of [running, ...beside]) await one.stop();
    for (const group of groups) rmdirSync(group);
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

/** Holds a process to its share of one processor; returns the control group, to be removed when the process is gone. */
function holdBack(pid: number): string {
  const group = join(GROUPS, `pets-bench-${pid}`);
  mkdirSync(group);
  const quota = PERIOD_US * SHARE;
  if (existsSync(join(group, "cpu.max"))) writeFileSync(join(group, "cpu.max"), `${quota} ${PERIOD_US}`);
  else {
    writeFileSync(join(group, "cpu.cfs_period_us"), String(PERIOD_US));
    writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
  }
  writeFileSync(join(group, "cgroup.procs"), String(pid));
  return group;
}
