import { expect, type Service, signInByForm, startService, test } from "./service";

// What the main pages look like, in both themes. The pictures were made with the fonts of Debian; other systems draw text
// differently, so there is nothing to compare there. After a change on purpose: npx playwright test -c e2e looks -u
// biome-ignore lint/suspicious/noSkippedTests: see above.
test.skip(process.platform !== "linux", "the pictures to compare with were made on Linux");

// Only the demo animals: other tests add some.
let fresh: Service;
test.beforeAll(async () => {
  fresh = await startService("looks");
});
test.afterAll(() => fresh.launcher.clean());

const TOLERANCE = { maxDiffPixelRatio: 0.03, animations: "disabled" } as const;

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const [name, path, width] of [
      ["adopters", "/", 1280],
      ["adopters-phone", "/?status=pending", 360],
      ["animal", "/animals/5", 768],
    ] as const) {
      test(`${name}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(fresh.origin + path, { waitUntil: "networkidle" });
        await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, TOLERANCE);
      });
    }

    test("staff", async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signInByForm(page, fresh);
      await expect(page.locator("tbody tr")).toHaveCount(20);
      await expect(page).toHaveScreenshot(`staff-${colorScheme}.png`, TOLERANCE);
    });
  });
}
