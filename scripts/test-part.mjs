// `npm run test:unit`, `test:api` and `test:ui`: one part of `npm test`, or only what is named after `--`: files, or
// `-t` and a part of a test's name. Example: `npm run test:api -- list-pets -t cursor`
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { browserVariables, findRedis } from "./programs.mjs";
import { runNode, vitestArguments } from "./runners.mjs";
import { bin, ROOT, setup } from "./setup.mjs";

/** @type {Record<string, (chosen: string[]) => Promise<number | null>>} */
const PARTS = {
  unit: async (chosen) => {
    await setup({ skip: ["bundle", "build"] });
    return runVitest(["unit"], chosen);
  },
  api: async (chosen) => {
    await setup(needsServer(chosen) ? {} : { skip: ["bundle", "build"] });
    const redis = findRedis();
    // All of them also include the operations through Next.js alone.
    const projects = ["server", "api", ...(chosen.length === 0 ? ["api-next"] : [])];
    return runVitest(projects, chosen, redis ? { REDIS_SERVER: redis } : {});
  },
  ui: async (chosen) => {
    await setup();
    const args = ["test", "--config", "e2e/playwright.config.ts", ...chosen.map((arg) => (arg === "-t" ? "-g" : arg))];
    return runNode(bin("@playwright/test", "playwright"), args, await browserVariables());
  },
};

/**
 * Whether the chosen tests may include one of the project `server`. Only these need the bundle and the built pages.
 * @param {string[]} chosen
 */
function needsServer(chosen) {
  const files = chosen.filter((arg, index) => !arg.startsWith("-") && chosen[index - 1] !== "-t");
  const tests = ["server", "scripts", "e2e/process"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  );
  return (
    files.length === 0 ||
    files.some((part) => tests.some((path) => path.endsWith(".test.ts") && path.includes(part.replace(/:\d+$/, ""))))
  );
}

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
