import type { Browser, Page, PageAssertionsToHaveScreenshotOptions } from "@playwright/test";
import { sendAsVisitor } from "../support/calls";
import { expect, type Service, signIn, startService, test } from "../support/service";

// What the pages that people see most look like, some of them in both themes. On Linux the tests have their own fonts
// (e2e/testing/fonts.conf); on other systems nothing is compared. The demo animals are new in each run, so times are
// replaced. After an intended change: `npm run test:journeys -- screenshots --update-snapshots=all`, and update
// MADE_WITH below.
// biome-ignore lint/suspicious/noSkippedTests: see above.
test.skip(process.platform !== "linux", "the screenshots to compare with were made on Linux");
// biome-ignore lint/suspicious/noSkippedTests: a Chromium with a window breaks some lines at another word.
test.skip(process.env.CHROMIUM_HEADLESS_SHELL === undefined, "the screenshots were made by the headless shell");

// A service with only the demo animals, because other tests add some.
let fresh: Service;
/** The private page of an applicant. */
let privatePath = "";
test.beforeAll(async () => {
  fresh = await startService("screenshots");
  privatePath = await sendAsVisitor(fresh, 59);
});
test.afterAll(() => fresh.launcher.clean());

/** The release of Chromium's headless shell that made the screenshots. */
const MADE_WITH = "156.";
const WEDNESDAY = new Date(2026, 10, 25, 12);
const PHONE = 360;
const DESKTOP = 1280;
/** The pages that have most of the colours between them. */
const IN_DARK = ["adopters", "animal", "staff-sheet", "application"];

/** How much may differ. A missing full stop is too much, but another release draws letters slightly differently. */
function tolerance(browser: Browser): PageAssertionsToHaveScreenshotOptions {
  const isSame = browser.version().startsWith(MADE_WITH);
  return {
    animations: "disabled",
    ...(isSame ? { maxDiffPixels: 5, threshold: 0.05 } : { maxDiffPixelRatio: 0.02 }),
  };
}

/** Gives everything that differs from run to run the same text: times, the URL of the service, secrets. */
async function replaceWhatDiffers(page: Page): Promise<void> {
  await page.evaluate((origin) => {
    const samples = [
      [/^(less than a minute|\d+ (minute|hour|day|week|month|year)s?)$/, "3 months"],
      [/^\d+ [A-Z][a-z]+( \d{4})?$/, "1 May"],
      [/^/, "3 days ago"],
    ] as const;
    for (const time of document.querySelectorAll("time")) {
      const [, sample = ""] = samples.find(([pattern]) => pattern.test(time.textContent)) ?? [];
      time.textContent = time.hasAttribute("title") ? sample : "1 May 2026";
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      node.nodeValue = (node.nodeValue ?? "")
        .replaceAll(origin, "https://pets.example")
        .replace(/\b(Expect our reply by) .*\./, "$1 Friday 1 May.")
        .replace(/\bWaiting for (\d+ days?|a day)\b/, "Waiting for 2 days")
        .replace(/^\w+day,? \d+ \w+( \d{4})?$/, "Friday 1 May")
        .replace(/\bNo answer for \d+ days?\b/, "No answer for 1 day");
    for (const input of document.querySelectorAll<HTMLInputElement>("input[readonly]")) input.value = "A secret";
    for (const input of document.querySelectorAll<HTMLInputElement>("input[type=date]")) input.value = "2026-05-01";
  }, fresh.origin);
}

/** Compares what is in the window with its screenshots. Continues after a difference, so that one run finds them all. */
async function compare(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  // React compares the page with its own once, and a text that was replaced before that would differ.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main h1, footer")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
  const options = tolerance(page.context().browser() as Browser);
  const themes = IN_DARK.includes(name) ? (["light", "dark"] as const) : (["light"] as const);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await replaceWhatDiffers(page);
    await expect.soft(page).toHaveScreenshot(`${name}-${colorScheme}.png`, options);
  }
}

async function open(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === PHONE ? 740 : 800 });
  await page.goto(fresh.origin + path, { waitUntil: "networkidle" });
  await expect(page.getByText("Loading…")).toHaveCount(0);
}

test("the pages of visitors", async ({ page }) => {
  // Every page shows today's opening hours.
  await page.clock.setFixedTime(WEDNESDAY);
  for (const [name, path, width] of [
    ["adopters", "/", DESKTOP],
    ["adopters-phone", "/?status=pending", PHONE],
    ["animal", "/animals/5", DESKTOP],
    ["animal-phone", "/animals/59", PHONE],
    ["apply-phone", "/animals/59/apply", PHONE],
    ["private-page-phone", privatePath, PHONE],
  ] as const) {
    await open(page, path, width);
    await compare(page, name);
  }
});

test("the pages of staff", async ({ page }) => {
  // The weeks of the chart end today.
  await page.route("**/v1/overview", async (route) => {
    const json = await (await route.fetch()).json();
    const count = (value: number) => ({ count: value, more: false });
    const weeks = Array.from({ length: 12 }, (_, week) => ({
      from: new Date(Date.UTC(2026, 1, 2 + 7 * week)).toISOString().slice(0, 10),
      arrivals: count((week * 5) % 7),
      adoptions: count((week * 3) % 4),
    }));
    await route.fulfill({
      json: { ...json, weeks, animals: { ...json.animals, adoptedThisMonth: count(4), adoptedLastMonth: count(3) } },
    });
  });
  await signIn(page, fresh, `${fresh.origin}/staff`);
  for (const [name, path, width] of [
    ["overview", "/staff", DESKTOP],
    ["staff", "/staff/animals", DESKTOP],
    ["staff-phone", "/staff/animals", PHONE],
    ["staff-sheet", "/staff/animals?edit=5", DESKTOP],
    ["inbox", "/staff/applications", DESKTOP],
  ] as const) {
    await open(page, path, width);
    await compare(page, name);
  }
  await page.locator("[data-part=application] a").first().click();
  await expect(page.getByRole("heading", { name: "What next?" })).toBeVisible();
  await compare(page, "application");
});
