import { readdirSync, statSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addPet, numbered } from "../support/calls";
import { fillIn } from "../support/pages";
import { expect, fillSignIn, signIn, test } from "../support/service";

/** Holds the scripts of the next pages until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/_next\/.*\.js/, (route) => arrived.then(() => route.continue()));
  return async () => {
    arrive();
    await page.locator("html[data-ready]").waitFor();
    await page.unrouteAll({ behavior: "wait" });
  };
}

test("what is chosen and typed before the scripts arrive is kept, and nothing is sent without them", async ({
  page,
  service,
}) => {
  await test.step("filters and words of a search", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await holdScripts(page);
    await page.goto("/?kind=dog", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Age", { exact: true }).selectOption("senior");
    await page.getByLabel("Children").check();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("searchbox").fill("a");
    await release();
    await expect(page).toHaveURL("/?q=a&kind=dog&age=senior&good=children");
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("an application", async () => {
    const release = await holdScripts(page);
    await page.goto(`/animals/${await addPet(service, "Hasty")}/apply`, { waitUntil: "commit" });
    const email = await fillIn(page, "Typed early");
    await release();
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await expect(page.getByLabel("what should we know?")).toHaveValue("Typed early");
  });
  await test.step("the sign-in, whose password is never in the URL", async () => {
    const release = await holdScripts(page);
    await page.goto("/staff/animals", { waitUntil: "commit" });
    await fillSignIn(page, service.admin);
    await page.getByLabel("Password").press("Enter");
    await release();
    await expect(page).toHaveURL(/\/staff\/animals$/);
    await expect(page.getByLabel("E-mail")).toHaveValue(service.admin.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
  });
});

/** Counts the bytes of scripts, or of everything, that a page loads from now on. */
async function countBytes(page: Page, type?: "Script"): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const counted = new Set<string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", (response) => {
    if (type === undefined || type === response.type) counted.add(response.requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

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

test("a first visit loads at most 140 KB of scripts and 25 KB of fonts, and nothing moves once text is there", async ({
  page,
  service,
}) => {
  const animal = `/animals/${await addPet(service, "Stillwater")}`;
  // The first two pages of the list, with as many lines as most cards have.
  const profile = { sex: "female", size: "medium", bornOn: "2020" } as const;
  for (const name of numbered("Steady", 48)) await addPet(service, name, { profile });
  const expectNoShift = await watchShifts(page);
  const bytesOfScripts = await countBytes(page, "Script");
  const caching = new Set<string | undefined>();
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2")) caching.add(response.headers()["cache-control"]);
  });
  const link = (await page.goto("/", { waitUntil: "networkidle" }))?.headers().link;
  expect(link).toMatch(/fraunces_latin[^>]*\.woff2>; rel=preload; as="font"/);
  expect([...caching]).toEqual(["public, max-age=31536000, immutable"]);
  // A page whose names have rarer letters loads the other file too.
  const files = readdirSync("public/fonts").filter((file) => file.endsWith(".woff2"));
  const sizes = files.map((file) => statSync(`public/fonts/${file}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(25_000);
  const loaded = bytesOfScripts();
  expect(loaded).toBeGreaterThan(50_000);
  expect(loaded).toBeLessThanOrEqual(140_000);

  for (const [width, height, paths] of [
    [360, 740, [animal, `${animal}/apply`, "/"]],
    [1280, 720, ["/favourites", "/"]],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of paths) {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectNoShift();
    }
  }
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
  await expectNoShift();
  for (const path of ["/staff/animals", "/staff/shelter"]) {
    await signIn(page, service, path);
    await page.waitForLoadState("networkidle");
    await expect(page.getByText("Loading…")).toHaveCount(0);
    // The number of new applications arrives later, and moves the two words after it; so does the photo of an animal.
    await expectNoShift(0.002);
  }
});

test("a first visit of the table of animals loads at most 280 KB without photos, and the rest with the first touch", async ({
  page,
  service,
}) => {
  for (const name of numbered("Weighed", 25)) await addPet(service, name);
  const bytesOfAll = await countBytes(page);
  const bytesOfScripts = await countBytes(page, "Script");
  await signIn(page, service, "/staff/animals");
  await page.waitForLoadState("networkidle");
  expect(bytesOfAll()).toBeLessThanOrEqual(280_000);
  await page.locator("html[data-ready]").waitFor();
  const scripts = bytesOfScripts();
  const release = await holdScripts(page);
  await page.getByRole("button", { name: "Actions for Weighed" }).first().click();
  await release();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await expect.poll(bytesOfScripts).toBeGreaterThan(scripts + 30_000);
});
