import { expectAccessible } from "../support/accessibility";
import { cards } from "../support/find-page";
import { expect, openHydrated, test } from "../support/service";

test.describe("filtering animals", () => {
  test("kind, facts and name narrow the list, which looks the same to whoever opens its URL", async ({
    page,
    context,
  }) => {
    await openHydrated(page, "/");
    const kinds = page.getByRole("navigation", { name: "Filter by kind" });
    const dogs = kinds.getByRole("link", { name: /^Dogs \d+$/ });
    const count = Number(/\d+/.exec(String(await dogs.textContent()))?.[0]);
    const places = (of = page) =>
      of.evaluate(() =>
        ["form#find", "nav[aria-label='Filter by kind']", "#list-heading"].map(
          (part) => Math.round(document.querySelector(part)?.getBoundingClientRect().top ?? 0) + Math.round(scrollY),
        ),
      );
    const withGreeting = await places();
    await dogs.click();
    await expect(page.getByRole("heading", { name: "Dogs waiting for a home", level: 1 })).toBeFocused();
    // With a kind, the animals are higher up.
    const before = await places();
    expect(Number(before.at(-1))).toBeLessThan(Number(withGreeting.at(-1)) - 80);
    await expect(page.getByText(`${count} dogs`, { exact: true })).toBeVisible();
    await expect(page.locator(cards)).toHaveCount(count);

    const entries = await page.evaluate(() => history.length);
    await page.getByLabel("Sex").focus();
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page).toHaveURL("/?kind=dog&sex=female");
    await expect(page.getByLabel("Sex")).toBeFocused();
    await page.getByLabel("Children").check();
    await expect(page).toHaveURL("/?kind=dog&sex=female&good=children");
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    const names = () => page.locator(`${cards} h3`).allTextContents();
    const found = await names();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(count);
    // The cards must not move under the pointer.
    expect(await places()).toEqual(before);
    expect(await page.locator(`${cards} h3 + p`).allTextContents()).toEqual(
      found.map(() => expect.stringMatching(/\bfemale\b/i)),
    );

    const name = String(found[0]);
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.pressSequentially(name.slice(0, 3).toLowerCase());
    await expect(page).toHaveURL(/q=/);
    await expect(field).toBeFocused();
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    expect(await names()).toContain(name);
    // The history has one more entry for each control that was used, and one for everything that was typed.
    expect(await page.evaluate(() => history.length)).toBe(entries + 3);

    const other = await context.newPage();
    await other.goto(page.url());
    expect(await other.locator(`${cards} h3`).allTextContents()).toEqual(await names());
    // Visitors who arrive with filters see the same.
    expect(await places(other)).toEqual(before);
    await expect(other).toHaveTitle(/^Female dogs matching “.+”, good with children – Pawhaven$/);
  });

  test("the kinds count what the other filters leave, and filters can be removed together", async ({
    page,
    context,
  }) => {
    await openHydrated(page, "/?kind=dog&sex=female&good=children");
    const counted = String(await page.locator(cards).count());
    const kinds = page.getByRole("navigation", { name: "Filter by kind" });
    await kinds.getByRole("link", { name: /^Cats/ }).click();
    const other = await context.newPage();
    await other.goto(page.url());
    // The counts take the other filters into account, in the browser and from the server.
    for (const shown of [kinds, other.getByRole("navigation", { name: "Filter by kind" })]) {
      await expect(shown.getByRole("link", { name: `Dogs ${counted}`, exact: true })).toBeVisible();
    }
    await kinds.getByRole("link", { name: /^All \d+$/ }).click();
    await expect(page).toHaveURL("/?sex=female&good=children");
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeFocused();
    await expect(page.getByLabel("Sex")).toHaveValue("");
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel("Sex")).toHaveValue("female");
  });

  test("the sheet with the filters keeps the focus, and gives it back", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const open = page.getByRole("button", { name: "Filters" });
    await open.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("group", { name: "Filters" });
    const close = sheet.getByRole("button", { name: "Close" });
    await expect(close).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(sheet.getByRole("button", { name: /^Show/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(close).toBeFocused();
    for (let stop = 0; stop < 20; stop++) {
      await page.keyboard.press("Tab");
      await expect(sheet.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(open).toBeFocused();
  });

  test("on a phone the filters are a sheet, which Escape closes", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const age = page.getByLabel("Age", { exact: true });
    await expect(age).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
    await age.selectOption("senior");
    await expect(page.getByRole("button", { name: /^Show \d+ animals?$/ })).toBeVisible();
    await expectAccessible(page);
    await expect(page).toHaveURL("/?age=senior");
    await page.keyboard.press("Escape");
    await expect(age).toBeHidden();
    const opener = page.getByRole("button", { name: "Filters (1)" });
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    const adopted = page.getByRole("link", { name: "Adopted" });
    await adopted.click();
    await expect(page).toHaveURL("/?status=sold&age=senior");
    await expect(adopted).toBeFocused();
    await page.getByRole("group", { name: "Filters" }).getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("button", { name: "Close" }).click();
    await expect(age).toBeHidden();
  });
});
