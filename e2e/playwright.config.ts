import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./testing/chromium.mjs";

export default defineConfig({
  testDir: "ui",
  globalSetup: "ui/support/first-start.ts",
  snapshotPathTemplate: "screenshots/{arg}{ext}",
  // A missing screenshot is a failure, not a new screenshot.
  updateSnapshots: "none",
  outputDir: "../test-results/ui",
  // Each of them waits for much of its time.
  workers: 3,
  retries: 0,
  // Browsers, their services and their databases share the processors, so an awaited event may take its time. While
  // one test is written, EXPECT_SECONDS=10 shows sooner what is wrong.
  timeout: 300_000,
  expect: { timeout: Number(process.env.EXPECT_SECONDS ?? 60) * 1_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    // An action that waits longer than any expectation names the element that it waits for.
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
    launchOptions,
    // Frames of animations are most of what Chromium would draw.
    contextOptions: { reducedMotion: "reduce" },
  },
});
