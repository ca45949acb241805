// `npm run test:unit`, `test:api` and `test:ui`: one part of `npm test`, or what is named after `--`: files, or `-t`
// and a part of a test's name (`-g` in the browser). `npm run test:api -- list-pets -t cursor`
import { findChromium } from "./chromium.mjs";
import { findRedis } from "./programs.mjs";
import { runNode } from "./runners.mjs";
import { bin, setup } from "./setup.mjs";

/** @type {Record<string, (chosen: string[]) => Promise<number>>} */
const PARTS = {
  unit: async (chosen) => {
    await setup({ skip: ["bundle", "build"] });
    return runVitest(["unit"], chosen);
  },
  api: async (chosen) => {
    await setup();
    const redis = findRedis();
    return runVitest(["server", "api"], chosen, redis ? { REDIS_SERVER: redis } : {});
  },
  ui: async (chosen) => {
    await setup();
    const args = ["test", "--config", "e2e/playwright.config.ts", ...chosen.map((arg) => (arg === "-t" ? "-g" : arg))];
    return runNode(bin("@playwright/test", "playwright"), args, { CHROMIUM_EXECUTABLE: await findChromium() });
  },
};

/**
 * @param {string[]} projects
 * @param {string[]} chosen
 * @param {Record<string, string>} env
 */
function runVitest(projects, chosen, env = {}) {
  const args = ["run", ...projects.flatMap((name) => ["--project", name]), "--maxWorkers=3", ...chosen];
  return runNode(bin("vitest"), args, { NODE_ENV: "test", ...env });
}

try {
  const [name = "", ...chosen] = process.argv.slice(2);
  const part = PARTS[name];
  if (!part) throw new Error(`unknown part ${name}; there are ${Object.keys(PARTS).join(", ")}`);
  process.exitCode = await part(chosen);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
