import { NO_PROFILE } from "../../../lib/pets/profile/schema";
import { expectAccessible } from "../support/accessibility";
import { cards, others } from "../support/find-page";
import { addPet, listPets, setProfile } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

test.describe("a list with few or no animals", () => {
  test("an empty list says what to do", async ({ page }) => {
    await page.goto("/?q=nobody+is+called+this&kind=cat");
    await expect(page.getByRole("heading", { name: "No results for “nobody is called this”" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Cats waiting for a home", exact: true })).toBeVisible();
    await expect(page.locator(others).first()).toBeVisible();
    // Only screen readers hear the number, after a filter that keeps the focus.
    const count = page.getByText("0 cats", { exact: true });
    expect((await count.boundingBox())?.width).toBe(1);
    await page.goto("/?kind=cat&age=senior&size=extra_large");
    await expect(page.getByRole("heading", { name: "No cats match these filters", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
    await expectAccessible(page);
    expect((await count.boundingBox())?.width).toBe(1);
    await page.getByRole("link", { name: "Show all available animals" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.locator(cards)).toHaveCount(24);
  });

  test("below an empty list, those come first that meet most wishes, with and without JavaScript", async ({
    page,
    browser,
    service,
  }) => {
    const add = async (name: string, bornOn: string, goodWith: { dogs?: boolean; cats?: boolean }) => {
      const id = await addPet(service, name, { categoryId: 7 });
      await setProfile(service, id, { size: "extra_large", bornOn, goodWith: { ...NO_PROFILE.goodWith, ...goodWith } });
    };
    await add("Tortoise for dogs", "2001", { dogs: true });
    await add("Tortoise of no known company", "2001", {});
    await add("Tortoise against cats", "2001", { dogs: true, cats: false });
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin });
    const other = await plain.newPage();
    await openHydrated(page, "/?kind=tortoise&age=senior&size=extra_large&good=dogs");
    await page.getByRole("checkbox", { name: "Cats" }).check();
    await other.goto("/?kind=tortoise&age=senior&size=extra_large&good=dogs&good=cats");
    for (const shown of [page, other]) {
      await expect(shown.getByRole("heading", { name: "No tortoises match these filters" })).toBeVisible();
      await expect(shown.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
      await expect(shown.locator(`${others} h3`).first()).toHaveText("Tortoise for dogs");
      await expect(shown.locator(`${others} h3`, { hasText: "Tortoise of no known company" })).toBeVisible();
      await expect(shown.getByText("Tortoise against cats")).toHaveCount(0);
    }
    await plain.close();
    await page.getByRole("link", { name: "Without “good with cats” (2)" }).click();
    await expect(page).toHaveURL("/?kind=tortoise&age=senior&size=extra_large&good=dogs");
    await expect(page.locator(`${cards} h3`)).toHaveText(["Tortoise against cats", "Tortoise for dogs"]);
  });

  test("a list with few animals also shows others, which it does not contain", async ({ page, service }) => {
    const [{ name = "" } = {}] = await listPets(service, "limit=1&status=available&categoryId=1");
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("heading", { name: `Animals called “${name}”` })).toBeVisible();
    const links = (list: string) =>
      page.locator(`${list} h3 a`).evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const [listed, below] = [await links(cards), await links(others)];
    expect(below.length).toBeGreaterThan(3);
    expect(new Set([...listed, ...below]).size).toBe(listed.length + below.length);
  });
});
