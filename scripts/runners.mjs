// Runs test runners and counts their results.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

/** How long one runner may take (milliseconds). */
const RUNNER_LIMIT_MS = 10 * 60_000;

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Executes a Node script and shows its output; resolves with the exit code, 1 when a signal or the limit ended it.
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
export function runNode(script, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      timeout: RUNNER_LIMIT_MS,
    });
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Executes a test runner that writes a JSON report. A runner that fails without a failed test in its report, or that ran no
 * test, counts as one failure.
 * @template Report
 * @param {{ script: string, args: string[], env: Record<string, string>, report: string, read(report: Report): Counts }} runner
 */
export async function countTests({ script, args, env, report, read }) {
  rmSync(report, { force: true });
  const code = await runNode(script, args, env);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    // No report: the runner failed before it wrote one.
  }
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return silent ? { ...counts, failed: 1 } : counts;
}
