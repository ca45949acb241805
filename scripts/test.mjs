// `npm test`: all checks and tests, and the numbers in a last line. `npm run validate`, `test:unit`, `test:components`,
// `test:api` and `test:journeys`: one part of it, or only what is named after `--`: files, or `-t` and a part of a test's
// name. Example: `npm run test:api -- list-pets -t cursor`
import { browserVariables, findRedis } from "./programs.mjs";
import { collectResults, RESULTS_REPORTER, reportResults, runNode } from "./runners.mjs";
import { bin, setup } from "./setup.mjs";

/** @typedef {import("./runners.mjs").Results} Results */

/**
 * The parts, and what each needs.
 * @type {Record<string, { needs: string[], run(chosen: string[], env: Record<string, string>): Promise<Results> }>}
 */
const PARTS = {
  validate: { needs: [], run: validate },
  unit: { needs: [], run: (chosen) => vitest(["unit"], chosen) },
  components: { needs: ["browser"], run: (chosen, env) => vitest(["component"], chosen, env) },
  api: { needs: ["build", "redis"], run: (chosen, env) => vitest(["server", "api"], chosen, env) },
  // Each of them waits for much of its time. Together they take little longer than one of them.
  services: {
    needs: ["build", "redis", "browser"],
    run: (chosen, env) => vitest(["component", "server", "api"], chosen, env),
  },
  journeys: { needs: ["build", "browser"], run: journeys },
};

/** Executes the checks, each of which counts as a test, and the unit tests. */
async function validate() {
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
 * @param {string[]} chosen
 * @param {Record<string, string>} env
 */
function vitest(projects, chosen = [], env = {}) {
  return collectResults({
    name: `Vitest (${projects.join(", ")})`,
    script: bin("vitest"),
    args: [
      "run",
      ...projects.flatMap((name) => ["--project", name]),
      ...["--maxWorkers=3", "--reporter=default", `--reporter=${RESULTS_REPORTER}`],
      ...chosen,
    ],
    env: { NODE_ENV: "test", ...env },
  });
}

/**
 * @param {string[]} chosen
 * @param {Record<string, string>} env names the browsers
 */
function journeys(chosen, env) {
  return collectResults({
    name: "Playwright",
    script: bin("@playwright/test", "playwright"),
    args: [
      ...["test", "--config", "e2e/playwright.config.ts", `--reporter=list,${RESULTS_REPORTER}`],
      ...chosen.map((arg) => (arg === "-t" ? "-g" : arg)),
    ],
    env,
  });
}

function redisVariables() {
  const redis = findRedis();
  if (redis) return { REDIS_SERVER: redis };
  process.stderr.write("No Redis was found and none can be installed: its tests are SKIPPED.\n");
  return {};
}

try {
  const [name, ...chosen] = process.argv.slice(2);
  const names = name === undefined ? ["validate", "services", "journeys"] : [name];
  const parts = names.map((one) => PARTS[one] ?? raiseUnknown(one));
  /** @param {string} what */
  const isNeeded = (what) => parts.some(({ needs }) => needs.includes(what));
  await setup({ skip: isNeeded("build") ? [] : ["bundle", "build"] });
  const env = { ...(isNeeded("browser") && (await browserVariables())), ...(isNeeded("redis") && redisVariables()) };
  const results = [];
  for (const { run } of parts) results.push(await run(chosen, env));
  reportResults(results);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}

/**
 * @param {string} name
 * @returns {never}
 */
function raiseUnknown(name) {
  throw new Error(`unknown part ${name}; there are ${Object.keys(PARTS).join(", ")}`);
}
