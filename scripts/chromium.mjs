// Finds the browsers for the tests.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { installPackages, onPath, tryCommand } from "./programs.mjs";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Returns the path of a Chromium: Playwright's own, an installed one, or one that it installs from the distribution's
 * packages or with Playwright.
 * @throws {Error} with one line that says what to do
 */
export async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const known = () =>
    [process.env.CHROMIUM_EXECUTABLE, chromium.executablePath(), onPath(PROGRAMS)].find(
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
