import { chromium } from "@playwright/test";
import { findChromium } from "@/server/chromium.mjs";
import { medianOf } from "./report";

/** An old phone on a slow network: Lighthouse's "slow 4G" and a processor a quarter as fast. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const CPU_SLOWDOWN = 4;
/** After the page has loaded, this long is watched for what still moves or blocks, in milliseconds. */
const WATCHED_MS = 2_000;

type Visit = { largestContentfulPaintMs: number; layoutShift: number; longestTaskMs: number; javascriptBytes: number };

/** Visits a page for the first time, again and again, and returns the medians. */
export async function measurePageSpeed(url: string, rounds: number): Promise<Visit> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  try {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url));
    const median = (name: keyof Visit) => Math.round(medianOf(visits.map((one) => one[name])) * 1000) / 1000;
    return {
      largestContentfulPaintMs: median("largestContentfulPaintMs"),
      layoutShift: median("layoutShift"),
      longestTaskMs: median("longestTaskMs"),
      javascriptBytes: median("javascriptBytes"),
    };
  } finally {
    await browser.close();
  }
}

async function visit(browser: Awaited<ReturnType<typeof chromium.launch>>, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const scripts = new Set<string>();
  let javascriptBytes = 0;
  devtools.on("Network.responseReceived", ({ type, requestId }) => type === "Script" && scripts.add(requestId));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) javascriptBytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { largestContentfulPaintMs: 0, layoutShift: 0, longestTaskMs: 0 };
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
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(WATCHED_MS);
  const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Visit, "javascriptBytes"> }).seen);
  await context.close();
  return { ...seen, javascriptBytes };
}
