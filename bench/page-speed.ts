import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import CDP from "chrome-remote-interface";
import { findChromium } from "@/scripts/chromium.mjs";
import { medianOf } from "./report";

/** An old phone on a slow network: Lighthouse's "slow 4G", and a processor a quarter as fast. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const CPU_SLOWDOWN = 4;
/** How long the page is watched after it has loaded, for shifts and long tasks, in milliseconds. */
const WATCHED_MS = 2_000;
/** How long Chromium may take to start, in milliseconds. */
const START_TIMEOUT_MS = 30_000;

type Seen = { largestContentfulPaintMs: number; layoutShift: number; longestTaskMs: number };
type Visit = Seen & { javascriptBytes: number };

/**
 * Visits a page several times with an empty cache. Returns medians, and the longest task of all visits.
 *
 * Uses the bare DevTools protocol: a test driver enables `Runtime`, which makes the browser parse React a second time,
 * in one task of twice the length.
 */
export async function measurePageSpeed(url: string, rounds: number): Promise<Visit & { worstTaskMs: number }> {
  const browser = await launch();
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser.port, url));
    const all = (name: keyof Visit) => visits.map((one) => one[name]);
    return {
      largestContentfulPaintMs: Math.round(medianOf(all("largestContentfulPaintMs"))),
      layoutShift: Math.round(medianOf(all("layoutShift")) * 1000) / 1000,
      longestTaskMs: medianOf(all("longestTaskMs")),
      worstTaskMs: Math.max(...all("longestTaskMs")),
      javascriptBytes: medianOf(all("javascriptBytes")),
    };
  } finally {
    await browser.close();
  }
}

/** Starts a Chromium that listens for the DevTools protocol on loopback. */
async function launch(): Promise<{ port: number; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "page-speed-"));
  const flags = ["--headless", "--no-sandbox", "--no-first-run", "--disable-background-networking"];
  const child = spawn(await findChromium(), [...flags, "--remote-debugging-port=0", `--user-data-dir=${folder}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const close = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
    if (!port) continue;
    clearTimeout(timer);
    child.stderr.resume();
    return { port: Number(port), close };
  }
  await close();
  throw new Error("Chromium did not start");
}

async function visit(port: number, url: string): Promise<Visit> {
  const { webSocketDebuggerUrl } = await CDP.Version({ port });
  const browser = await CDP({ target: webSocketDebuggerUrl });
  // A context of its own has an empty cache.
  const { browserContextId } = await browser.Target.createBrowserContext({});
  const { targetId } = await browser.Target.createTarget({ url: "about:blank", browserContextId });
  const page = await CDP({ port, target: targetId });
  try {
    await page.Page.enable();
    await page.Network.enable({});
    await page.Network.emulateNetworkConditions(NETWORK);
    await page.Emulation.setCPUThrottlingRate({ rate: CPU_SLOWDOWN });
    await page.Emulation.setDeviceMetricsOverride({ width: 360, height: 740, deviceScaleFactor: 2, mobile: true });
    await page.Page.addScriptToEvaluateOnNewDocument({ source: `(${watch})()` });
    const scripts = new Set<string>();
    let javascriptBytes = 0;
    page.Network.responseReceived(({ type, requestId }) => {
      if (type === "Script") scripts.add(requestId);
    });
    page.Network.loadingFinished(({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) javascriptBytes += encodedDataLength;
    });
    const loaded = page.Page.loadEventFired();
    await page.Page.navigate({ url });
    await loaded;
    await delay(WATCHED_MS);
    const { result } = await page.Runtime.evaluate({ expression: "seen", returnByValue: true });
    const seen: Seen = result.value;
    return { ...seen, javascriptBytes };
  } finally {
    await page.close();
    await browser.Target.disposeBrowserContext({ browserContextId });
    await browser.close();
  }
}

/** Runs in the page before its own scripts. Records in `window.seen` what happens. */
function watch(): void {
  const seen: Seen = { largestContentfulPaintMs: 0, layoutShift: 0, longestTaskMs: 0 };
  Object.assign(window, { seen });
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.largestContentfulPaintMs = startTime;
  });
  observe("layout-shift", ({ value }) => {
    seen.layoutShift += value ?? 0;
  });
  observe("longtask", ({ duration }) => {
    seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  });
}
