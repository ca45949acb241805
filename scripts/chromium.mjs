// Finds the browser for the tests.
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
