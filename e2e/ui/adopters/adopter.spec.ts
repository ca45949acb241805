import { listPets } from "../support/key-calls";
import { apiRequests, expect, openHydrated, test } from "../support/service";

const cards = "[data-part=card]";

test.describe("adopters browse", () => {
  test("the first page ends with what the shelter says about itself, and how to visit", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("region", { name: "About Pawhaven" })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Visit us" }).getByRole("link", { name: /^Telephone/ }),
    ).toBeVisible();
  });

  test("the first page is server-rendered and not fetched again, and the filter then works without a page load", async ({
    page,
  }) => {
    const requests = apiRequests(page);
    await page.goto("/");
    await expect(page.locator(cards)).toHaveCount(24);
    await expect(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests).toEqual([]);
    // Visitors need neither of these, so they are at the bottom.
    const others = { name: /^(API|Staff)$/ };
    await expect(page.getByRole("banner").getByRole("link", others)).toHaveCount(0);
    await expect(page.getByRole("contentinfo").getByRole("link", others)).toHaveText(["API", "Staff"]);

    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole("link", { name: "Adopted" }).click();
    await expect(page).toHaveURL(/\/\?status=sold$/);
    await expect(page.getByRole("heading", { name: "Adopted animals" })).toBeFocused();
    expect(requests).toEqual(["GET /v1/pets/search?limit=24&status=sold"]);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test("paging goes forward and back, and each URL can be reloaded and shared", async ({ page, context }) => {
    await page.goto("/?status=all");
    const names = () => page.locator(`${cards} h3`).allTextContents();
    const first = await names();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/cursor=/);
    await expect.poll(names).not.toEqual(first);
    const second = await names();
    expect(second.filter((name) => name)).toHaveLength(24);

    await page.reload();
    expect(await names()).toEqual(second);
    const other = await context.newPage();
    await other.goto(page.url());
    expect(await other.locator(`${cards} h3`).allTextContents()).toEqual(second);

    await page.getByRole("link", { name: "Previous page" }).click();
    await expect.poll(names).toEqual(first);
    await page.goBack();
    await expect.poll(names).toEqual(second);
  });

  test("paging to the last page shows every animal once", async ({ page, service }) => {
    await page.goto("/?status=pending");
    const seen: string[] = [];
    for (let more = true; more; ) {
      await expect(page.locator(cards).first()).toBeVisible();
      seen.push(...(await page.locator(`${cards} h3`).allTextContents()));
      const older = page.getByRole("link", { name: "Next page" });
      more = await older.isVisible();
      if (more) await page.goto(String(await older.getAttribute("href")));
    }
    const expected = await listPets(service, "limit=100&status=pending");
    expect(seen).toEqual(expected.map((pet) => pet.name));
  });

  test("a click on the active filter adds no entry to the history", async ({ page }) => {
    // Forms and newsletters spell the URL of the same page differently.
    for (const [path, status, heading] of [
      ["/?status=pending", "Pending", "Pending animals"],
      ["/?q=&status=pending&utm_source=letter", "Pending", "Pending animals"],
      ["/?status=available", "Available", "Animals waiting for a home"],
    ] as const) {
      await openHydrated(page, path);
      const entries = await page.evaluate(() => history.length);
      await page.getByRole("link", { name: status, exact: true }).click();
      await expect(page.getByRole("heading", { name: heading })).toBeFocused();
      expect(await page.evaluate(() => history.length), path).toBe(entries);
    }
  });

  test("while a filter loads, the earlier heading and cards stay under a progress bar", async ({ page }) => {
    await page.goto("/");
    const before = await page.locator(`${cards} h3`).allTextContents();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/v1/**", async (route) => {
      await held;
      await route.continue();
    });
    const pending = page.getByRole("link", { name: "Pending", exact: true });
    await pending.click();
    await expect(page.locator("[data-part=progress]")).toBeVisible();
    await expect(pending).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeVisible();
    expect(await page.locator(`${cards} h3`).allTextContents()).toEqual(before);
    release();
    await expect(page.getByRole("heading", { name: "Pending animals" })).toBeFocused();
    expect(await page.locator(`${cards} h3`).allTextContents()).not.toEqual(before);
    await expect(page.locator("[data-part=progress]")).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
  });

  test("a slow page shows progress at the top", async ({ page }) => {
    await page.goto("/");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/animals/*", async (route) => {
      await held;
      await route.continue();
    });
    await page.locator(cards).first().click();
    await expect(page.locator("[data-part=progress]")).toBeVisible();
    release();
    await expect(page).toHaveURL(/\/animals\/\d+$/);
    await expect(page.locator("[data-part=progress]")).toHaveCount(0);
  });

  test("each filter, each further page and the 404 has its own title", async ({ page }) => {
    const first = "Pawhaven – animals waiting for a home";
    await page.goto("/");
    await expect(page).toHaveTitle(first);
    await page.getByRole("link", { name: "Adopted" }).click();
    await expect(page).toHaveTitle("Adopted animals – Pawhaven");
    await page.reload();
    await expect(page).toHaveTitle("Adopted animals – Pawhaven");
    await page.locator(cards).first().click();
    await expect(page).toHaveURL(/\/animals\/\d+$/);
    await expect(page).toHaveTitle(/^.+, .+ – Pawhaven$/);
    await page.goBack();
    await expect(page).toHaveTitle("Adopted animals – Pawhaven");
    await page.getByRole("link", { name: "Available", exact: true }).click();
    await expect(page).toHaveTitle(first);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveTitle("Animals waiting for a home, earlier arrivals – Pawhaven");
    await page.goto("/nothing");
    await expect(page).toHaveTitle("Page not found – Pawhaven");
  });

  test("the filter and the pages work with the keyboard only", async ({ page }) => {
    await page.goto("/");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
    const adopted = page.getByRole("link", { name: "Adopted" });
    for (
      let presses = 0;
      presses < 30 && !(await adopted.evaluate((link) => link === document.activeElement));
      presses++
    ) {
      await page.keyboard.press("Tab");
    }
    await expect(adopted).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Adopted animals" })).toBeFocused();
  });

  test("at 360 px nothing is cut off, and click targets are 44 px high", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ["/", "/staff", "/docs"]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    await page.goto("/");
    const links = await page.locator("nav a:visible").all();
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });

  test("an unknown URL gets 404 with a link to the list", async ({ page }) => {
    expect((await page.goto("/nothing"))?.status()).toBe(404);
    await page.getByRole("link", { name: "See available animals" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});
