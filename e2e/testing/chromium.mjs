import { fileURLToPath } from "node:url";

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

/** How journeys and component tests start the Chromium that scripts/programs.mjs found. */
export const launchOptions = {
  ...(executablePath && { executablePath }),
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)) },
  args: [
    // Draws pages without emulating a graphics card.
    "--disable-gpu",
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    `--disable-features=${DISABLED_FEATURES}`,
    // A name of this computer that, unlike its address, is no secure context without HTTPS.
    "--host-resolver-rules=MAP shelter.lan 127.0.0.1",
    // Chromium's sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
};
