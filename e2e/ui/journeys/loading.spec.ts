import { readdirSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectLoaded, signIn, test } from "../support/service";

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

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 720 };

test("a first visit loads at most 140 KB of scripts and 25 KB of fonts, and nothing moves once text is there", async ({
  page,
  context,
  service,
}) => {
  test.slow();
  const expectNoShift = await watchShifts(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const scripts = new Set<string>();
  let loaded = 0;
  devtools.on("Network.responseReceived", ({ type, requestId }) => type === "Script" && scripts.add(requestId));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) loaded += encodedDataLength;
  });
  const fonts: { bytes: number; caching: string | undefined }[] = [];
  page.on("response", (response) => {
    const { "content-length": bytes, "cache-control": caching } = response.headers();
    if (response.url().endsWith(".woff2")) fonts.push({ bytes: Number(bytes), caching });
  });
  const link = (await page.goto("/", { waitUntil: "networkidle" }))?.headers().link;
  expect(link).toMatch(/fraunces_latin[^>]*\.woff2>; rel=preload; as="font"/);
  expect(fonts.map(({ caching }) => caching)).toEqual(["public, max-age=31536000, immutable"]);
  // A page whose names have rarer letters loads the other file too.
  const files = readdirSync("public/fonts").filter((file) => file.endsWith(".woff2"));
  const bytes = files.map((file) => statSync(`public/fonts/${file}`).size);
  expect(bytes).toContain(fonts[0]?.bytes);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(25_000);
  expect(loaded).toBeGreaterThan(50_000);
  expect(loaded).toBeLessThanOrEqual(140_000);
  await devtools.detach();

  for (const [size, paths] of [
    [PHONE, ["/animals/1", "/animals/59/apply", "/favourites", "/"]],
    [DESKTOP, ["/animals/1", "/docs", "/favourites", "/"]],
  ] as const) {
    await page.setViewportSize(size);
    for (const path of paths) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectNoShift();
    }
  }
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
  await expectNoShift();
  await signIn(page, service);
  for (const path of ["/staff/animals", "/staff/animals?edit=5", "/staff/shelter"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectLoaded(page, path);
    // The number of new applications arrives later, and moves the two words after it; so does the photo of an animal.
    await expectNoShift(0.002);
  }
});
