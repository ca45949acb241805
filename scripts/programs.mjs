// Finds programs that the tests and benchmarks need in addition to npm packages, and installs them where possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const INSTALL_TIMEOUT_MS = 10 * 60_000;

/**
 * Returns the path of the first of these programs that is installed, or undefined.
 * @param {string[]} programs
 */
function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find((path) => existsSync(path));
}

/**
 * Installs a package of the distribution if this is root on Debian or a derivative; otherwise does nothing.
 * @param {string} name
 */
function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write(`Installing ${name} …\n`);
  tryCommand("apt-get", ["update"]);
  tryCommand("apt-get", ["install", "-y", "--no-install-recommends", name]);
}

/**
 * Returns the path of the first of these programs, which a package has, or undefined where it cannot be installed.
 * @param {string[]} programs
 * @param {string} packageName
 */
function findOrInstall(programs, packageName) {
  if (!onPath(programs)) installPackage(packageName);
  return onPath(programs);
}

/**
 * Executes a command quietly and ignores its result.
 * @param {string} command
 * @param {string[]} args
 */
function tryCommand(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_TIMEOUT_MS, env });
}

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Returns the path of a Chromium: Playwright's own, an installed one, or one that it installs from the distribution's
 * packages or with Playwright.
 * @throws {Error} with one line that says what to do
 */
async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = () =>
    [process.env.CHROMIUM_EXECUTABLE, chromium.executablePath(), onPath(CHROMIUMS)].find(
      (path) => path && existsSync(path),
    );
  if (!known()) installPackage("chromium");
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
  const shell = findOrInstall(["chromium-headless-shell", "chrome-headless-shell"], "chromium-headless-shell");
  return { CHROMIUM_EXECUTABLE: chromium, ...(shell && { CHROMIUM_HEADLESS_SHELL: shell }) };
}

/** A Redis or Valkey server. */
export const findRedis = () => findOrInstall(["redis-server", "valkey-server"], "redis-server");

/** Sends the benchmarks' requests. */
export const findWrk = () => findOrInstall(["wrk"], "wrk");
