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

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Returns the path of a Chromium: Playwright's own, an installed one, or one that it installs from the distribution's
 * packages or with Playwright.
 * @throws {Error} with one line that says what to do
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = () =>
    [process.env.CHROMIUM_EXECUTABLE, chromium.executablePath(), onPath(CHROMIUMS)].find(
      (path) => path && existsSync(path),
    );
  if (!known()) installPackages(["chromium"]);
  if (!known())
    tryCommand(process.execPath, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"]);
  const found = known();
  if (found) return found;
  throw new Error("The browser tests need a Chromium: install one, or name it in CHROMIUM_EXECUTABLE");
}

/**
 * Returns the environment variables that name the browsers for Playwright: a Chromium, and its headless shell if one is
 * installed or can be. The shell has no window to draw, so the tests take less time, and screenshots are compared.
 * @returns {Promise<Record<string, string>>}
 * @throws {Error} with one line that says what to do
 */
export async function browserVariables() {
  const chromium = await findChromium();
  const findShell = () => onPath(["chromium-headless-shell", "chrome-headless-shell"]);
  if (!findShell()) installPackages(["chromium-headless-shell"]);
  const shell = findShell();
  return { CHROMIUM_EXECUTABLE: chromium, ...(shell && { CHROMIUM_HEADLESS_SHELL: shell }) };
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
