// `npm test`: sets up, finds a Chromium, executes all checks and tests, and ends with one line that counts them.
import { join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { findRedis } from "./programs.mjs";
import { countTests } from "./runners.mjs";
import { bin, setup } from "./setup.mjs";
import { validate, vitest } from "./validate.mjs";

try {
  await setup();
  const chromium = await findChromium();
  const redis = findRedis();
  if (!redis) process.stderr.write("No Redis was found and none can be installed: its tests are SKIPPED.\n");
  const results = [
    await validate(),
    await vitest(["server", "api", "api-next"], redis ? { REDIS_SERVER: redis } : {}),
    await browserTests(chromium),
  ];
  /** @param {"passed" | "failed"} key */
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  process.stdout.write(`\n${sum("passed")} passed, ${sum("failed")} failed\n`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}

/** @param {string} chromium path of the browser */
function browserTests(chromium) {
  const report = join("test-results", "browser.json");
  return countTests({
    script: bin("@playwright/test", "playwright"),
    args: ["test", "--config", "e2e/playwright.config.ts"],
    env: { CHROMIUM_EXECUTABLE: chromium },
    report,
    /** @param {import("@playwright/test/reporter").JSONReport} report */
    read: ({ stats, errors }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }),
  });
}
