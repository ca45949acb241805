import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addButton, fillNewPet, nameBox } from "./new-pet";
import { expect, expectLoaded, STAFF_PAGES, signIn, test } from "./service";

/** Checks a page against WCAG 2.2 AA and axe's best practices. In the dark theme, checks only the contrast. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // In legacy mode, axe examines no frames, which our pages do not have, and needs no second page for its results.
    // Of a rule that passes, it reports only one element.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    if (colorScheme === "dark") axe.withRules(["color-contrast"]);
    const { violations, passes } = await axe.analyze();
    expect(passes.length, "rules that were checked").toBeGreaterThan(0);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`);
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/** The sizes of Playwright's desktop, of a desktop of 1280 pixels at 400 % zoom, and of a phone. */
const [DESKTOP, ZOOMED, PHONE] = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
  { width: 360, height: 740 },
] as const;

/** Everything that can be clicked, except for checkboxes, whose labels are large, and hidden fields. */
const TARGETS =
  "button, select, textarea, input:not([type=checkbox], [name=homepage], [aria-hidden=true]), summary, nav a, header a, footer a, th a, .min-h-target";

/** Checks that nothing is cut off at 320 CSS pixels, and that no target is too small for a finger. */
async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), page.url())
    .toBeLessThanOrEqual(320);
  await page.setViewportSize(PHONE);
  const heights = await page.locator(TARGETS).evaluateAll((elements) =>
    elements.map((element) => {
      // A link can be larger than its text: its `::after` may cover the cell, and can be clicked too.
      const cover = Number.parseFloat(getComputedStyle(element, "::after").height) || 0;
      return [element.outerHTML.slice(0, 100), Math.max(element.getBoundingClientRect().height, cover)] as const;
    }),
  );
  const visible = heights.filter(([, height]) => height > 0);
  expect(visible.length, page.url()).toBeGreaterThan(3);
  expect(
    visible.filter(([, height]) => height < 44),
    page.url(),
  ).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

test.describe("accessibility, light and dark", () => {
  test("public pages and their states", async ({ page, context }) => {
    test.slow();
    const paths = [
      "/",
      "/?status=all&kind=dog&good=children",
      "/?q=nobody+is+called+this",
      "/favourites",
      "/animals/1",
      "/animals/0",
      "/animals/59/apply",
      "/applications/0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d/nonsense",
      "/privacy",
      "/nowhere",
      "/docs",
      "/staff/animals",
      "/?cursor=nonsense",
    ];
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
      await expectFits(page);
    }
    await page.goto("/");
    await page.route("**/v1/**", (route) => route.abort());
    await page.getByRole("link", { name: "Pending" }).click();
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You are offline")).toBeVisible();
    await expectAccessible(page);
  });

  test("staff pages and their states", async ({ page, service }) => {
    test.slow();
    await signIn(page, service);
    await page.getByRole("button", { name: "Add animal" }).click();
    await addButton(page).click();
    await expect(nameBox(page)).toHaveAccessibleDescription("Enter a name");
    await expectAccessible(page);
    await page.goto("/staff/animals/import");
    await page.getByLabel("Rows from a spreadsheet").fill("A\tDragon\tx\nB\tDog\tsold");
    await expect(page.getByText(/^Unknown kind/)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await page.goto("/staff/animals?edit=1");
    await expectLoaded(page, "/staff/animals?edit=1");
    await expectAccessible(page);
    for (const path of STAFF_PAGES.filter((path) => path !== "/staff/animals/import")) {
      await page.goto(path);
      await expectLoaded(page, path);
      await expectAccessible(page);
      await expectFits(page);
    }
  });

  test("temporary content, such as a new secret, a confirmation, a refusal, a countdown and a toast", async ({
    page,
    service,
  }) => {
    test.slow();
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Looked at");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("textbox", { name: "The new key" })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("link", { name: "Looked at" }).click();
    await page.getByRole("button", { name: "Revoke this key" }).click();
    await expectAccessible(page);
    await page.goto("/staff/animals");
    await fillNewPet(page, "Seen");
    await page.getByRole("button", { name: "Add, then another" }).click();
    await expect(page.getByText("Seen was added.")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).hover();
    await expectAccessible(page);
    for (const status of [401, 429]) {
      const json = { code: status === 429 ? "rate_limited" : "unauthorized", message: "No", status };
      await page.route("**/v1/pets", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status, headers: { "retry-after": "99" }, json })
          : route.continue(),
      );
      await nameBox(page).fill("Refused");
      await addButton(page).click();
      await expect(
        status === 429 ? page.getByRole("timer") : page.getByRole("heading", { name: "Sign in again" }),
      ).toBeVisible();
      await expectAccessible(page);
      await page.unroute("**/v1/pets");
    }
  });
});
