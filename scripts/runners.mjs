import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Several times what the longest needs on two processors. */
const TIMEOUT_MINUTES = 40;

/**
 * The results of a runner: how many tests passed, and the name of each that failed.
 * @typedef {{ passed: number, failures: string[] }} Results
 */

/**
 * Executes a Node script, shows its output, and returns its exit code. If the time limit or a signal ended it, prints
 * that and returns null.
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number | null>}
 */
export function runNode(script, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      timeout: TIMEOUT_MINUTES * 60_000,
    });
    child.on("error", () => resolve(1));
    child.on("close", (code, signal) => {
      // A runner may catch the signal of the time limit and exit with a code.
      const ended = child.killed ? `after ${TIMEOUT_MINUTES} minutes, its time limit` : signal && `by ${signal}`;
      if (ended) process.stderr.write(`${script} was ended ${ended}.\n`);
      resolve(ended ? null : code);
    });
  });
}

/**
 * Executes a test runner with the reporter of `results-reporter.mjs`. A runner that was ended, fails without a failed
 * test, or runs no test, counts as one failure.
 * @param {{ name: string, script: string, args: string[], env: Record<string, string> }} runner
 * @returns {Promise<Results>}
 */
export async function collectResults({ name, script, args, env }) {
  const folder = mkdtempSync(join(tmpdir(), "pets-results-"));
  const file = join(folder, "results");
  writeFileSync(file, "");
  const start = performance.now();
  const code = await runNode(script, args, { RESULTS_FILE: file, ...env });
  const lines = readFileSync(file, "utf8").split("\n");
  rmSync(folder, { recursive: true });
  const passed = lines.filter((line) => line.startsWith("passed ")).length;
  const failures = lines.filter((line) => line.startsWith("FAILED ")).map((line) => line.slice("FAILED ".length));
  if (code === null) failures.push(`${name} was ended before all tests had run`);
  else if (failures.length === 0 && code !== 0)
    failures.push(`${name} ended with exit code ${code}, although no test failed; see its output above`);
  else if (failures.length + passed === 0) failures.push(`${name} ran no test; see its output above`);
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stdout.write(`${name}: ${passed} passed, ${failures.length} failed, ${seconds} s\n`);
  return { passed, failures };
}

/**
 * Prints the failures of all runners and a last line with the numbers. Sets the exit code.
 * @param {Results[]} all
 */
export function reportResults(all) {
  const failures = all.flatMap((results) => results.failures);
  const passed = all.reduce((total, results) => total + results.passed, 0);
  for (const failure of failures) process.stdout.write(`\nFAILED: ${failure.slice(0, 1_500)}`);
  if (failures.length > 0)
    process.stdout.write(
      "\n\nThe output above has more. test-results/ui has a picture and the page of each failed journey.",
    );
  process.stdout.write(`\n\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

export const RESULTS_REPORTER = join(import.meta.dirname, "results-reporter.mjs");
