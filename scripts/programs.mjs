// Finds programs that the tests and benchmarks need in addition to npm packages, and installs them where possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const INSTALL_TIMEOUT_MS = 10 * 60_000;

/**
 * Returns the path of the first of these programs that is installed, or undefined.
 * @param {string[]} programs
 */
export function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find((path) => existsSync(path));
}

/**
 * Installs packages of the distribution if this is root on Debian or a derivative; otherwise does nothing.
 * @param {string[]} packages
 */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write(`Installing ${packages.join(" ")} …\n`);
  tryCommand("apt-get", ["update"]);
  tryCommand("apt-get", ["install", "-y", "--no-install-recommends", ...packages]);
}

/**
 * Executes a command quietly and ignores its result.
 * @param {string} command
 * @param {string[]} args
 */
export function tryCommand(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_TIMEOUT_MS, env });
}

/**
 * Returns the path of a Redis or Valkey server, and installs one if there is none. Returns undefined if that is not
 * possible.
 */
export function findRedis() {
  const known = () => onPath(["redis-server", "valkey-server"]);
  if (!known()) installPackages(["redis-server"]);
  return known();
}

/** Returns the path of wrk, which sends the benchmarks' requests. */
export function findWrk() {
  if (!onPath(["wrk"])) installPackages(["wrk"]);
  return onPath(["wrk"]);
}
