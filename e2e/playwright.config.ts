import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env.CHROMIUM_HEADLESS_SHELL ?? process.env.CHROMIUM_EXECUTABLE;

/**
 * What Chromium leaves out. Its address bar opens two more pages for each context, which no test sees and which take a
 * second of processor time. The last `--disable-features` counts, so the other names repeat Playwright's.
 */
const DISABLED_FEATURES = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"],
  ...["DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"],
  ...["MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"],
  ...["TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"],
].join();

export default defineConfig({
  testDir: "ui",
  globalSetup: "ui/support/first-start.ts",
  snapshotPathTemplate: "screenshots/{arg}{ext}",
  // A missing screenshot is a failure, not a new screenshot.
  updateSnapshots: "none",
  outputDir: "../test-results/ui",
  workers: 2,
  retries: 0,
  // Two browsers, their services and their databases share the processors, so an awaited event may take its time. While
  // one test is written, EXPECT_SECONDS=10 shows sooner what is wrong.
  timeout: 180_000,
  expect: { timeout: Number(process.env.EXPECT_SECONDS ?? 60) * 1_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    // An action that waits longer than any expectation names the element that it waits for.
    actionTimeout: 90_000,
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL("ui/support/fonts.conf", import.meta.url)) },
      args: [
        // Draws pages without emulating a graphics card.
        "--disable-gpu",
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        `--disable-features=${DISABLED_FEATURES}`,
        // Chromium's sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
});
