import { expect, test } from "./service";

test("the layout does not shift", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: { value: number; startTime: number }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as unknown as typeof shifts));
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Chromium may paint a page while its text is still arriving, in the middle of a line. Once the text is there,
  // nothing moves.
  const expectNoShift = async () => {
    expect(await page.evaluate(() => PerformanceObserver.supportedEntryTypes)).toContain("layout-shift");
    const [arriving, afterwards] = await page.evaluate(() => {
      const [{ domInteractive } = { domInteractive: 0 }] = performance.getEntriesByType(
        "navigation",
      ) as PerformanceNavigationTiming[];
      const sums: [number, number] = [0, 0];
      for (const { value, startTime } of (window as unknown as { shifts: { value: number; startTime: number }[] })
        .shifts)
        sums[startTime < domInteractive ? 0 : 1] += value;
      return sums;
    });
    expect(afterwards).toBe(0);
    expect(arriving).toBeLessThan(0.005);
  };
  for (const path of ["/animals/1", "/docs", "/favourites", "/"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNoShift();
  }
  await page.getByRole("link", { name: "Older animals" }).click();
  await expect(page.getByRole("link", { name: "Newer animals" })).toBeVisible();
  await expectNoShift();
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

test("the display face has at most 25 KB, is loaded before the text, and may be cached forever", async ({ page }) => {
  const fonts: { bytes: number; caching: string | undefined }[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith(".woff2")) return;
    fonts.push({ bytes: (await response.body()).length, caching: response.headers()["cache-control"] });
  });
  const link = (await page.goto("/", { waitUntil: "networkidle" }))?.headers().link;
  expect(link).toMatch(/fraunces_latin[^>]*\.woff2>; rel=preload; as="font"/);
  expect(fonts.map(({ caching }) => caching)).toEqual(["public, max-age=31536000, immutable"]);
  expect(fonts[0]?.bytes).toBeLessThanOrEqual(25_000);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).fontFamily)).toMatch(
    /latin/,
  );
});

test("the next page is prefetched when its link becomes visible", async ({ page }) => {
  await page.goto("/?status=all");
  const answered = page.waitForResponse((response) => response.url().includes("/v1/pets?") && response.ok());
  await page.getByRole("link", { name: /Older/ }).scrollIntoViewIfNeeded();
  await answered;
  await page.route("**/v1/**", (route) => route.abort());
  await page.getByRole("link", { name: /Older/ }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole("link", { name: /Newer/ })).toBeVisible();
});
