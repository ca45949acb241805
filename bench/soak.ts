import { load } from "./load";
import type { Running } from "./processes";
import { medianOf } from "./report";
import type { Workload } from "./workload";

const STEP_SECONDS = 15;

/** Loads the service for some minutes and records its memory: the median of each fifth of the time, in MiB. */
export async function soak(wrk: string, server: Running, workload: Workload, minutes: number) {
  const memory: number[] = [];
  const perSecond: number[] = [];
  for (let step = 0; step < (minutes * 60) / STEP_SECONDS; step++) {
    perSecond.push((await load(wrk, server.origin, workload, STEP_SECONDS)).perSecond);
    memory.push(server.memory());
    process.stderr.write(`${((step + 1) * STEP_SECONDS) / 60} min: ${Math.round(memory.at(-1) ?? 0)} MiB\n`);
  }
  const fifths = (values: number[]) =>
    Array.from({ length: 5 }, (_, part) =>
      Math.round(medianOf(values.slice((part * values.length) / 5, ((part + 1) * values.length) / 5))),
    );
  const result = { minutes, memoryMiB: fifths(memory), requestsPerSecond: fifths(perSecond) };
  console.log(JSON.stringify(result));
  return result;
}
