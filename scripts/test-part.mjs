// `npm run test:unit`, `test:components`, `test:api` and `test:journeys`: one part of `npm test`, or only what is named after
// `--`: files, or `-t` and a part of a test's name. Example: `npm run test:api -- list-pets -t cursor`
import { browserVariables, findRedis } from "./programs.mjs";
import { runNode, vitestArguments } from "./runners.mjs";
import { bin, setup } from "./setup.mjs";

/** @type {Record<string, (chosen: string[]) => Promise<number | null>>} */
const PARTS = {
  unit: async (chosen) => {
    await setup({ skip: ["bundle", "build"] });
    return runVitest(["unit"], chosen);
  },
  components: async (chosen) => {
    await setup({ skip: ["bundle", "build"] });
    return runVitest(["component"], chosen, await browserVariables());
  },
  api: async (chosen) => {
    await setup();
    const redis = findRedis();
    return runVitest(["server", "api"], chosen, redis ? { REDIS_SERVER: redis } : {});
  },
  journeys: async (chosen) => {
    await setup();
    const args = ["test", "--config", "e2e/playwright.config.ts", ...chosen.map((arg) => (arg === "-t" ? "-g" : arg))];
    return runNode(bin("@playwright/test", "playwright"), args, await browserVariables());
  },
};

/**
 * @param {string[]} projects
 * @param {string[]} chosen
 * @param {Record<string, string>} env
 */
function runVitest(projects, chosen, env = {}) {
  return runNode(bin("vitest"), [...vitestArguments(projects), ...chosen], { NODE_ENV: "test", ...env });
}

try {
  const [name = "", ...chosen] = process.argv.slice(2);
  const part = PARTS[name];
  if (!part) throw new Error(`unknown part ${name}; there are ${Object.keys(PARTS).join(", ")}`);
  process.exitCode = (await part(chosen)) ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
