import { cards } from "../support/find-page";
import { listPets } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

test.describe("finding an animal", () => {
  test("a search leaves the greeting out, but nothing moves while somebody types or chooses filters", async ({
    page,
  }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await openHydrated(page, "/");
      const places = () =>
        page.evaluate(() =>
          ["form#find", "nav[aria-label='Filter by kind']", "#list-heading"].map((part) =>
            Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? 0) + scrollY),
          ),
        );
      const before = await places();
      const field = page.getByRole("searchbox", { name: "Search by name" });
      await field.fill("luna");
      const heading = page.getByRole("heading", { name: "Animals matching “luna”" });
      await expect(heading).toBeVisible();
      await expect(field).toBeFocused();
      expect(await places()).toEqual(before);
      await field.press("Enter");
      await expect(heading).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Animals matching “luna”");
      const after = await places();
      expect(after.at(-1)).toBeLessThan(Number(before.at(-1)) - 40);
      await page.reload();
      expect(await places()).toEqual(after);
    }
    // In a wide window, a filter keeps its place. On a phone, the sheet covers what moves.
    await openHydrated(page, "/");
    const friends = page.getByRole("checkbox", { name: "Children" });
    const place = await friends.boundingBox();
    await friends.check();
    await expect(page).toHaveURL("/?good=children");
    expect(await friends.boundingBox()).toEqual(place);
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    await page.getByRole("button", { name: "Filters" }).click();
    await friends.check();
    await expect(page.getByText("Find a friend")).toBeHidden();
  });

  test("sorted by the longest wait, pages continue from there", async ({ page, service }) => {
    const oldest = await listPets(service, "limit=60&status=available&sort=oldest");
    const expected = oldest.map(({ name }) => name);
    await openHydrated(page, "/");
    await page.getByLabel("Sort").selectOption("Waiting longest");
    const names = () => page.locator(`${cards} h3`).allTextContents();
    await expect.poll(names).toEqual(expected.slice(0, 24));
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.poll(names).toEqual(expected.slice(24, 48));
    await expect(page).toHaveURL(/\?sort=oldest&cursor=/);
    await page.goBack();
    await expect.poll(names).toEqual(expected.slice(0, 24));
    await expect(page.getByLabel("Sort")).toHaveValue("oldest");
  });

  test("the end of the page does not repeat how to reach the shelter", async ({ page }) => {
    const telephones = page.locator("a[href^='tel:']").filter({ visible: true });
    const end = page.getByRole("contentinfo").locator("a[href^='tel:']");
    await page.goto("/");
    await expect(telephones).toHaveCount(1);
    await expect(end).toBeHidden();
    await page.goto("/favourites");
    await expect(end).toBeVisible();
  });
});
