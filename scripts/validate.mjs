// `npm run validate`: types, lint and format, dead code, unit tests. Each check counts as one test, as does each unit
// test.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { countTests, runNode } from "./runners.mjs";
import { bin, ROOT, setup } from "./setup.mjs";

const REPORTS = "test-results";

/** Executes the checks; resolves with how many passed and failed. */
export async function validate() {
  const total = { passed: 0, failed: 0 };
  /** @type {[title: string, script: string, args: string[]][]} */
  const checks = [
    ["types", bin("typescript", "tsc"), ["--noEmit"]],
    ["lint and format", bin("@biomejs/biome", "biome"), ["check", "."]],
    ["dead code", bin("knip"), []],
  ];
  for (const [title, script, args] of checks) {
    const code = await runNode(script, args);
    process.stdout.write(`${code === 0 ? "ok" : "FAILED"}: ${title}\n`);
    if (code === 0) total.passed++;
    else total.failed++;
  }
  const unit = await vitest(["unit"]);
  return { passed: total.passed + unit.passed, failed: total.failed + unit.failed };
}

/**
 * Executes projects of vitest.config.ts.
 * @param {string[]} projects
 * @param {Record<string, string>} env
 */
export function vitest(projects, env = {}) {
  const report = join(REPORTS, `${projects.join("-")}.json`);
  return countTests({
    script: bin("vitest"),
    args: [
      "run",
      ...projects.flatMap((name) => ["--project", name]),
      "--maxWorkers=3",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env: { NODE_ENV: "test", ...env },
    report,
    /** @param {{ numPassedTests: number, numFailedTests: number, numFailedTestSuites: number }} report */
    read: ({ numPassedTests, numFailedTests, numFailedTestSuites }) => ({
      passed: numPassedTests,
      // A file that could not be loaded fails without a failed test.
      failed: numFailedTests || Math.min(numFailedTestSuites, 1),
    }),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(ROOT);
  await setup({ skip: ["bundle", "build"] });
  const { passed, failed } = await validate();
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
