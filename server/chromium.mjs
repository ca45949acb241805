// Finds the browser that the tests drive.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const INSTALL_LIMIT_MS = 10 * 60_000;
const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Path of a Chromium: Playwright's own, one that is installed, or one that is installed now from the distribution's
 * packages or by Playwright.
 * @throws {Error} with one line that says what to do
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = () =>
    [process.env.CHROMIUM_EXECUTABLE, chromium.executablePath(), ...onPath()].find((path) => path && existsSync(path));
  const found = known();
  if (found) return found;
  process.stderr.write("Installing a Chromium for the browser tests …\n");
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-noto-color-emoji"]);
  }
  if (!known()) run(process.execPath, [join("node_modules", "@playwright", "test", "cli.js"), "install", "chromium"]);
  const installed = known();
  if (installed) return installed;
  throw new Error("The browser tests need a Chromium: install one, or name it in CHROMIUM_EXECUTABLE");
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_LIMIT_MS, env });
}
