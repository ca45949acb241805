// Everything that has to be there before our own code can run. Plain JavaScript without dependencies: on a fresh clone
// there is nothing but Node. Each step is skipped while the content of its inputs is what it was.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fingerprint } from "./fingerprint.mjs";
import { finishAssets } from "./finish-assets.mjs";
import { continueOnPinnedNode, requireInstaller } from "./runtime.mjs";
import { withSetupLock } from "./setup-lock.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A step that says nothing for this long is stuck (milliseconds). */
const STEP_LIMIT_MS = 15 * 60_000;

/**
 * `inputs` are files and folders; `stamp` holds their fingerprint when the step was done, and `output` is there then.
 * @typedef {{ name: string, title: string, inputs: string[], stamp: string, output: string, run(): Promise<unknown> }} Step
 */

/**
 * Steps in order; `skip` names those a command can do without.
 * @type {[Step, ...Step[]]}
 */
const STEPS = [
  {
    name: "install",
    title: "Installing packages",
    inputs: ["package.json", "package-lock.json"],
    stamp: "node_modules/.pets-install",
    output: "node_modules",
    // Not `npm ci`: it refuses a lock file without the native packages of every other platform. This installs the locked
    // versions all the same, and `--no-save` leaves the lock file as it is.
    run: () => npm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"]),
  },
  {
    name: "generate",
    title: "Generating the database client",
    inputs: ["package-lock.json", "prisma/schema.prisma", "prisma.config.ts"],
    stamp: "lib/generated/.stamp",
    output: "lib/generated/prisma",
    // `generate` works with bundled WebAssembly; naming any existing file keeps it from downloading an engine.
    run: () => node(bin("prisma"), ["generate"], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }),
  },
  {
    name: "bundle",
    title: "Bundling the server",
    inputs: ["package-lock.json", "tsconfig.json", "app", "lib", "server", "prisma/schema.prisma"],
    stamp: "dist/.stamp",
    output: "dist/main.js",
    run: bundle,
  },
  {
    name: "build",
    title: "Building the pages",
    inputs: [
      "package-lock.json",
      "tsconfig.json",
      "next.config.mjs",
      "postcss.config.mjs",
      "app",
      "components",
      "lib",
      "public",
      "prisma/schema.prisma",
    ],
    stamp: ".next/.stamp",
    output: ".next/BUILD_ID",
    run: buildPages,
  },
];

/**
 * Brings the checkout into a state in which it can run; prints a line for each step that had work to do, on stderr. The
 * first step, installing, runs on the Node of the machine; what comes after it runs on the pinned one.
 * @param {{ skip?: string[] }} options
 * @throws {Error} with one line when Node is too old or a step fails
 */
export async function setup({ skip = [] } = {}) {
  requireInstaller();
  process.chdir(ROOT);
  const [install, ...others] = STEPS;
  await complete([install]);
  await continueOnPinnedNode();
  await complete(others.filter(({ name }) => !skip.includes(name)));
}

/**
 * Does those of the steps that are not done; alone, so that two starts in one folder do not spoil each other's work.
 * @param {Step[]} steps
 */
async function complete(steps) {
  const remaining = () => steps.filter((step) => !isDone(step));
  if (remaining().length === 0) return;
  await withSetupLock(async () => {
    // The process that was waited for may have done them.
    for (const step of remaining()) {
      const wanted = fingerprint(step.inputs);
      await withProgress(step.title, step.run);
      mkdirSync(join(step.stamp, ".."), { recursive: true });
      writeFileSync(step.stamp, wanted);
    }
  });
}

/** @param {Step} step */
const isDone = ({ inputs, stamp, output }) => existsSync(output) && read(stamp) === fingerprint(inputs);

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * @param {string} title
 * @param {() => Promise<unknown>} action
 */
async function withProgress(title, action) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  process.stderr.write(`${title} …\n`);
  const timer = setInterval(() => process.stderr.write(`  still ${title.toLowerCase()} (${seconds()} s)\n`), 10_000);
  try {
    await action();
    process.stderr.write(`  done (${seconds()} s)\n`);
  } finally {
    clearInterval(timer);
  }
}

/**
 * Path of the script behind a package's command; `command` when it is not called like the package.
 * @param {string} name
 */
export function bin(name, command = name) {
  const manifest = join(ROOT, "node_modules", name, "package.json");
  const { bin: entry } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(manifest, "..", typeof entry === "string" ? entry : entry[command]);
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function node(script, args, env = {}) {
  return quietly(process.execPath, [script, ...args], env);
}

/** @param {string[]} args */
function npm(args) {
  // npm tells its children where it lives; that works on every platform. Without it (plain `node server/start.mjs`) ask the shell.
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js") ? quietly(process.execPath, [cli, ...args]) : quietly("npm", args, {}, true);
}

/**
 * Executes a command without its chatter; when it fails, the end of what it printed is in the error.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<void>}
 */
function quietly(command, args, env = {}, shell = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: shell && process.platform === "win32",
      timeout: STEP_LIMIT_MS,
    });
    let tail = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      tail = (tail + chunk).slice(-8_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${[command, ...args].join(" ")} failed (${code})\n${tail.trim()}`)),
    );
  });
}

async function buildPages() {
  await node(bin("next"), ["build"], { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });
  finishAssets(".next/static");
}

async function bundle() {
  const { build } = await import("esbuild");
  await build({
    entryPoints: { main: "server/main.ts", cli: "server/cli.ts" },
    outdir: "dist",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node22",
    format: "esm",
    packages: "external",
    // Node would resolve `server-only` to the file that throws.
    alias: { "server-only": "./node_modules/server-only/empty.js" },
    sourcemap: true,
    logLevel: "silent",
  });
}
