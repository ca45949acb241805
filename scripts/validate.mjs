// `npm run validate`. Each check counts as a test, as each unit test does.
import { pathToFileURL } from "node:url";
import { collectResults, RESULTS_REPORTER, reportResults, runNode, vitestArguments } from "./runners.mjs";
import { bin, ROOT, setup } from "./setup.mjs";

/**
 * Executes the checks and the unit tests.
 * @returns {Promise<import("./runners.mjs").Results>}
 */
export async function validate() {
  /** @type {string[]} */
  const failures = [];
  /** @type {[title: string, script: string, args: string[]][]} */
  const checks = [
    ["types", bin("typescript", "tsc"), ["--noEmit"]],
    ["lint and format", bin("@biomejs/biome", "biome"), ["check", "."]],
    ["dead code", bin("knip"), []],
  ];
  // At the same time, because each of them leaves a processor idle for a while.
  const [unit] = await Promise.all([
    vitest(["unit"]),
    ...checks.map(async ([title, script, args]) => {
      const code = await runNode(script, args);
      process.stdout.write(`${code === 0 ? "ok" : "FAILED"}: ${title}\n`);
      if (code !== 0) failures.push(title);
    }),
  ]);
  return {
    passed: checks.length - failures.length + unit.passed,
    failures: [...failures, ...unit.failures],
  };
}

/**
 * Executes projects of vitest.config.ts.
 * @param {string[]} projects
 * @param {Record<string, string>} env
 */
export function vitest(projects, env = {}) {
  return collectResults({
    name: `Vitest (${projects.join(", ")})`,
    script: bin("vitest"),
    args: [...vitestArguments(projects), "--reporter=default", `--reporter=${RESULTS_REPORTER}`],
    env: { NODE_ENV: "test", ...env },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(ROOT);
  await setup({ skip: ["bundle", "build"] });
  reportResults([await validate()]);
}
