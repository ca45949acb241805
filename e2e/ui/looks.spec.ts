import type { Browser, Page, PageAssertionsToHaveScreenshotOptions } from "@playwright/test";
import { expect, type Service, signInByForm, startService, test } from "./service";

// What the main pages look like, in both themes. The pictures were made on Debian, with its fonts; on systems other
// than Linux nothing is compared. The demo animals arrive anew in each run, so times are replaced. After an intended
// change: `npm run test:ui -- looks --update-snapshots=all`, and update MADE_WITH below.
// biome-ignore lint/suspicious/noSkippedTests: see above.
test.skip(process.platform !== "linux", "the pictures to compare with were made on Linux");

// A service with only the demo animals, because other tests add some.
let fresh: Service;
test.beforeAll(async () => {
  fresh = await startService("looks");
});
test.afterAll(() => fresh.launcher.clean());

/** The release of Chromium that made the pictures. */
const MADE_WITH = "150.";

/**
 * How much may differ. A missing full stop is too much, but another release of Chromium draws letters slightly
 * differently.
 */
function tolerance(browser: Browser): PageAssertionsToHaveScreenshotOptions {
  const isSame = browser.version().startsWith(MADE_WITH);
  return {
    animations: "disabled",
    ...(isSame ? { maxDiffPixels: 5, threshold: 0.05 } : { maxDiffPixelRatio: 0.03 }),
  };
}

/** Gives every time on the page the same text. */
async function replaceTimes(page: Page): Promise<void> {
  await page.locator("time").evaluateAll((times) => {
    for (const time of times) time.textContent = time.hasAttribute("title") ? "3 days ago" : "1 May 2026";
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const [name, path, width] of [
      ["adopters", "/", 1280],
      ["adopters-phone", "/?status=pending", 360],
      ["favourites", "/favourites", 360],
      ["animal", "/animals/5", 768],
      ["apply-phone", "/animals/59/apply", 360],
    ] as const) {
      test(`${path}, ${width} pixels wide`, async ({ page, browser }) => {
        await page.setViewportSize({ width, height: 800 });
        // A Wednesday, because every page shows today's opening hours.
        await page.clock.setFixedTime(new Date(2026, 10, 25, 12));
        await page.goto(fresh.origin + path, { waitUntil: "networkidle" });
        await replaceTimes(page);
        await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, tolerance(browser));
      });
    }

    test("/staff/animals after signing in, 1280 pixels wide", async ({ page, browser }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signInByForm(page, fresh);
      await expect(page.locator("tbody tr time").last()).toBeVisible();
      await replaceTimes(page);
      await expect(page).toHaveScreenshot(`staff-${colorScheme}.png`, tolerance(browser));
    });
  });
}
