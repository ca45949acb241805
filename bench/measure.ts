import { load, type Measured } from "./load";
import { type Running, start } from "./processes";
import { medianOf, type Row } from "./report";
import type { Workload, writeWorkloads } from "./workload";

const NEXT = "node_modules/next/dist/bin/next";
/** The servers that are measured, and the scripts that start them. */
export const CONTENDERS = {
  service: ["server/start.mjs"],
  "next start": [NEXT, "start", "--hostname", "127.0.0.1"],
  "Fastify + Prisma": ["dist/bench/contenders/fastify.js"],
  "bare node:http + pg": ["dist/bench/contenders/bare.js"],
} as const;
export type Contender = keyof typeof CONTENDERS;

const WARM_UP_SECONDS = 3;

/** What every measurement needs. */
export type Setting = {
  wrk: string;
  /** An API key with every scope and without an effective limit. */
  key: string;
  environment: Record<string, string>;
  workloads: ReturnType<typeof writeWorkloads>;
  animals: number;
  rounds: number;
  seconds: number;
};

/**
 * A server under a workload, or several servers, each with as many connections at the same time. `meanwhile` starts
 * other work during the load, and returns a function that stops it.
 */
export type Case = {
  name: string;
  workload: Workload;
  running: Running;
  beside?: Running[];
  connections?: number;
  meanwhile?: () => () => Promise<void>;
};

/** Compares contenders under one workload. */
export async function compare(setting: Setting, workload: Workload, contenders: Contender[]): Promise<Row[]> {
  const cases: Case[] = [];
  try {
    for (const name of contenders) {
      cases.push({ name, workload, running: await start([...CONTENDERS[name]], setting.environment) });
    }
    return await measure(setting, cases);
  } finally {
    for (const { running } of cases) await running.stop();
  }
}

/** Compares several workloads of the service. */
export async function compareOn(setting: Setting, workloads: Workload[]): Promise<Row[]> {
  const running = await start([...CONTENDERS.service], setting.environment);
  try {
    return await measure(
      setting,
      workloads.map((workload) => ({ name: "service", workload, running })),
    );
  } finally {
    await running.stop();
  }
}

/** Compares cases: every round measures each of them once, one after another. */
export async function measure({ wrk, rounds, seconds }: Setting, cases: Case[]): Promise<Row[]> {
  for (const one of cases) await loadAll(wrk, one, Math.min(WARM_UP_SECONDS, seconds));
  const results: Measured[][] = cases.map(() => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, one] of cases.entries()) {
      const { name, workload } = one;
      const measured = await loadAll(wrk, one, seconds);
      results[index]?.push(measured);
      process.stderr.write(`${workload.name}, round ${round}/${rounds}: ${name} ${Math.round(measured.perSecond)}/s\n`);
    }
  }
  return cases.map(({ name, workload, running, beside = [] }, index) => {
    const runs = results[index] ?? [];
    return {
      workload: workload.name,
      name,
      perSecond: medianOf(runs.map((run) => run.perSecond)),
      spread: spreadOf(runs.map((run) => run.perSecond)),
      p50: medianOf(runs.map((run) => run.p50)),
      p99: medianOf(runs.map((run) => run.p99)),
      memory: [running, ...beside].reduce((sum, one) => sum + one.memory(), 0),
      startedInMs: running.startedInMs,
    };
  });
}

async function loadAll(wrk: string, one: Case, seconds: number): Promise<Measured> {
  const { running, beside = [], workload, connections, meanwhile } = one;
  const servers = [running, ...beside];
  const stop = meanwhile?.();
  const loads = servers.map(({ origin }) => load(wrk, origin, workload, seconds, connections));
  const all = await Promise.all(loads).finally(stop);
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: Math.max(...all.map(({ p50 }) => p50)),
    p99: Math.max(...all.map(({ p99 }) => p99)),
  };
}

function spreadOf(values: number[]): number {
  return (Math.max(...values) - Math.min(...values)) / medianOf(values);
}
