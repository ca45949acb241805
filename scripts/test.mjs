// `npm test`: all checks and tests, and the numbers in a last line.
import { browserVariables, findRedis } from "./programs.mjs";
import { collectResults, RESULTS_REPORTER, reportResults } from "./runners.mjs";
import { bin, setup } from "./setup.mjs";
import { validate, vitest } from "./validate.mjs";

try {
  await setup();
  const browsers = await browserVariables();
  const redis = findRedis();
  if (!redis) process.stderr.write("No Redis was found and none can be installed: its tests are SKIPPED.\n");
  reportResults([
    await validate(),
    await vitest(["component"], browsers),
    await vitest(["server", "api"], redis ? { REDIS_SERVER: redis } : {}),
    await browserTests(browsers),
  ]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}

/** @param {Record<string, string>} env names the browsers */
function browserTests(env) {
  return collectResults({
    name: "Playwright",
    script: bin("@playwright/test", "playwright"),
    args: ["test", "--config", "e2e/playwright.config.ts", `--reporter=list,${RESULTS_REPORTER}`],
    env,
  });
}
