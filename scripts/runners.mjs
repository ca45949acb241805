// Runs test runners and counts their results.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

/** How long one runner may take (milliseconds): about twice what the longest needs on two processors. */
const RUNNER_TIMEOUT_MS = 40 * 60_000;

/**
 * The results of a runner: how many tests passed, and the name of each that failed.
 * @typedef {{ passed: number, failures: string[] }} Results
 */

/**
 * Executes a Node script, shows its output, and returns its exit code. If a signal or the time limit ended it, prints
 * that and returns 1.
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
      timeout: RUNNER_TIMEOUT_MS,
    });
    child.on("error", () => resolve(1));
    child.on("close", (code, signal) => {
      if (signal)
        process.stderr.write(`${script} was ended by ${signal}; it may take ${RUNNER_TIMEOUT_MS / 60_000} minutes.\n`);
      resolve(code ?? 1);
    });
  });
}

/**
 * Executes a test runner that writes a JSON report. A runner that fails without a failed test in its report, or that
 * ran no test, counts as one failure.
 * @template Report
 * @param {{
 *   name: string,
 *   script: string,
 *   args: string[],
 *   env: Record<string, string>,
 *   report: string,
 *   read(report: Report): Results,
 * }} runner
 * @returns {Promise<Results>}
 */
export async function collectResults({ name, script, args, env, report, read }) {
  rmSync(report, { force: true });
  const code = await runNode(script, args, env);
  /** @type {Results} */
  let results = { passed: 0, failures: [] };
  try {
    results = read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    // Without a report, the runner failed before it wrote one.
  }
  if (results.failures.length > 0 || (code === 0 && results.passed > 0)) return results;
  const reason = code === 0 ? "ran no test" : `ended with exit code ${code}, although no test failed`;
  return { ...results, failures: [`${name} ${reason}; see its output above`] };
}

/**
 * Prints the failures of all runners and a last line with the numbers. Sets the exit code.
 * @param {Results[]} all
 */
export function reportResults(all) {
  const failures = all.flatMap((results) => results.failures);
  const passed = all.reduce((total, results) => total + results.passed, 0);
  for (const failure of failures) process.stdout.write(`\nFAILED: ${failure.slice(0, 300)}`);
  process.stdout.write(`\n\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/**
 * Returns the arguments of Vitest that execute these projects of vitest.config.ts once.
 * @param {string[]} projects
 */
export const vitestArguments = (projects) => [
  "run",
  ...projects.flatMap((name) => ["--project", name]),
  "--maxWorkers=3",
];
