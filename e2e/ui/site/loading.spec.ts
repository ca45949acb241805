import { readdirSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectLoaded, openHydrated, signIn, test } from "../support/service";

type Shift = { value: number; startTime: number; moved: string[] };

/** Measures the layout shifts of the pages that open from now on. Returns a function that expects at most `limit`. */
async function watchShifts(page: Page): Promise<(limit?: number) => Promise<void>> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const shifts: Shift[] = [];
    const arrival = { endsAt: Number.POSITIVE_INFINITY };
    Object.assign(window, { shifts, arrival });
    // The first frame with the whole text may still move what a frame without it had painted. Its shift is reported
    // before the next frame begins.
    const awaitText = () => {
      if (document.readyState === "loading") requestAnimationFrame(awaitText);
      else requestAnimationFrame(() => Object.assign(arrival, { endsAt: performance.now() }));
    };
    requestAnimationFrame(awaitText);
    new PerformanceObserver((list) => {
      // As in the definition of CLS, what moves within half a second of a click is the answer to it.
      for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput)
          shifts.push({ value, startTime, moved: sources.map(({ node }) => String(node?.textContent).slice(0, 60)) });
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Chromium may paint a page while its text is still arriving, in the middle of a line. Once the text is there,
  // nothing moves.
  return async (limit = 0) => {
    expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain("layout-shift");
    const [arriving, afterwards] = await page.evaluate(() => {
      const { shifts, arrival } = window as unknown as { shifts: Shift[]; arrival: { endsAt: number } };
      const isEarly = ({ startTime }: Shift) => startTime < arrival.endsAt;
      return [shifts.filter(isEarly), shifts.filter((shift) => !isEarly(shift))];
    });
    const sum = (shifts: Shift[] = []) => shifts.reduce((all, { value }) => all + value, 0);
    expect(sum(afterwards), `${page.url()} ${JSON.stringify(afterwards)}`).toBeLessThanOrEqual(limit);
    expect(sum(arriving), page.url()).toBeLessThan(0.005);
  };
}

test("the layout does not shift", async ({ page }) => {
  const expectNoShift = await watchShifts(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/animals/1", "/animals/59/apply", "/favourites", "/"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNoShift();
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const path of ["/animals/1", "/docs", "/favourites", "/"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNoShift();
  }
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
  await expectNoShift();
});

test("the layout of staff pages hardly shifts", async ({ page, service }) => {
  const expectNoShift = await watchShifts(page);
  await signIn(page, service);
  for (const path of ["/staff/animals", "/staff/animals?edit=5", "/staff/shelter"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectLoaded(page, path);
    // The number of new applications arrives later, and moves the two words after it; so does the photo of an animal.
    await expectNoShift(0.002);
  }
});

test("a first visit loads at most 140 KB of JavaScript, compiled while it arrives", async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ type, requestId }) => type === "Script" && scripts.add(requestId));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(scripts.size).toBeGreaterThan(0);
  for (const requestId of scripts) {
    const { body } = await devtools.send("Network.getResponseBody", { requestId });
    expect(body.split("\n", 1)).toEqual(["//# allFunctionsCalledOnLoad"]);
  }
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(140_000);
});

type TraceEvent = { name: string; args: { elementCount?: number } };

test("a page that arrives in parts is not styled again for each part", async ({ page, browser, context }) => {
  const devtools = await context.newCDPSession(page);
  // At 50 KB a second, the page arrives in dozens of parts.
  const conditions = { offline: false, latency: 0, downloadThroughput: 50_000, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", conditions);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await openHydrated(page, "/");
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const styled = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
  const count = styled.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0);
  const elements = await page.locator("*").count();
  // It is about 1.6 times. A selector such as `:has(> :last-child) > *` styles all elements whenever one arrives.
  expect(count).toBeGreaterThan(elements / 2);
  expect(count).toBeLessThan(elements * 3);
});

test("the display face has at most 25 KB in all its files, is loaded before the text, and may be cached forever", async ({
  page,
}) => {
  const fonts: { bytes: number; caching: string | undefined }[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".woff2")) return;
    fonts.push({ bytes: (await response.body()).length, caching: response.headers()["cache-control"] });
  });
  const link = (await page.goto("/", { waitUntil: "networkidle" }))?.headers().link;
  expect(link).toMatch(/fraunces_latin[^>]*\.woff2>; rel=preload; as="font"/);
  expect(fonts.map(({ caching }) => caching)).toEqual(["public, max-age=31536000, immutable"]);
  // A page whose names have rarer letters loads the other file too.
  const files = readdirSync("public/fonts").filter((file) => file.endsWith(".woff2"));
  const bytes = files.map((file) => statSync(`public/fonts/${file}`).size);
  expect(bytes).toContain(fonts[0]?.bytes);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(25_000);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).fontFamily)).toMatch(
    /latin/,
  );
});

test("loading placeholders have the size of the content", async ({ page, service }) => {
  await signIn(page, service);
  const box = async (selector: string) => Object.values((await page.locator(selector).first().boundingBox()) ?? {});
  for (const path of ["/staff/keys", "/staff/people"]) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/v1/**", async (route) => {
      await held;
      if (!/\/(keys|people)$/.test(new URL(route.request().url()).pathname)) return route.continue();
      // Other tests add more than ten keys and people, and a long list has a search above it.
      const response = await route.fetch();
      return route.fulfill({ response, json: (await response.json()).slice(0, 3) });
    });
    await page.goto(path);
    const shape = await box("[data-part=skeleton]");
    release();
    await expect(page.locator("[data-part=skeleton]")).toHaveCount(0);
    const real = await box("table tr");
    expect(shape).toHaveLength(4);
    for (const [index, value] of shape.entries()) expect(Math.abs(value - (real[index] ?? 1e9))).toBeLessThan(8);
    await page.unrouteAll({ behavior: "wait" });
  }
});
