import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Workload } from "./workload";

export const CONNECTIONS = 16;
const SLACK_MS = 30_000;

/** The result of a run. Times are in milliseconds. */
export type Measured = { perSecond: number; p50: number; p99: number };

/**
 * Sends a workload for some seconds, with wrk, one thread and persistent connections.
 * @throws Error when any answer was not the expected one, because the figures would mean nothing
 */
export async function load(
  wrk: string,
  origin: string,
  { name, script, refused = false }: Workload,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Measured> {
  const args = ["--threads", "1", "--connections", String(connections), "--duration", `${seconds}s`];
  const { stdout } = await promisify(execFile)(wrk, [...args, "--script", script, "--timeout", "10s", origin], {
    timeout: seconds * 1000 + SLACK_MS,
  });
  const result = JSON.parse(/RESULT (.+)/.exec(stdout)?.[1] ?? "null");
  const expected = result && result.refused === (refused ? result.requests : 0);
  if (!expected || result.errors > 0 || result.requests === 0) throw new Error(`${name} at ${origin}: ${stdout}`);
  return {
    perSecond: result.requests / (result.microseconds / 1e6),
    p50: result.p50 / 1000,
    p99: result.p99 / 1000,
  };
}
