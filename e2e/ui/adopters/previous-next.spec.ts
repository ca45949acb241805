import { addPet } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

// The way from an animal to its neighbours in the list, and back to the list.

const cards = "[data-part=card]";

test("the list of an animal leads to its neighbours and back, even after a reload", async ({ page }) => {
  await page.goto("/?status=all");
  const names = await page.locator(`${cards} h3`).allTextContents();
  await page.locator(cards).nth(1).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(String(names[1]));
  await page.getByRole("link", { name: "Next animal" }).click();
  await expect(heading).toHaveText(String(names[2]));
  await page.reload();
  await page.getByRole("link", { name: "Previous animal" }).click();
  await expect(heading).toHaveText(String(names[1]));
  await page.getByRole("link", { name: "Previous animal" }).click();
  await expect(heading).toHaveText(String(names[0]));
  await expect(page.getByRole("link", { name: "Next animal" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous animal" })).toHaveCount(0);
  await page.getByRole("link", { name: "All animals" }).click();
  await expect(page).toHaveURL(/\/\?status=all$/);
});

test("the way back to a filtered list survives a step aside, to an animal that is not in it", async ({
  page,
  service,
}) => {
  await addPet(service, "Sidestep");
  await openHydrated(page, "/?q=Sidestep");
  await page.locator(cards).first().getByRole("link").click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Sidestep");
  await page.locator("[data-part=nearest] [data-part=card]").first().getByRole("link").click();
  await expect(heading).not.toHaveText("Sidestep");
  for (const name of ["Next animal", "Previous animal"]) await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("link", { name: "Search “Sidestep”" }).click();
  await expect(page).toHaveURL(/\/\?q=Sidestep$/);
});

test("back in the list, the focus is on the card of the animal, and the list stays where it was", async ({ page }) => {
  await openHydrated(page, "/?status=all");
  const link = page.locator(cards).nth(12).getByRole("link");
  await link.focus();
  const place = await page.evaluate(() => window.scrollY);
  await link.press("Enter");
  await expect(page.getByRole("article")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

test("back in the list after a click, the card has the focus without an outline", async ({ page }) => {
  await openHydrated(page, "/?status=all");
  const link = page.locator(cards).nth(12).getByRole("link");
  await link.click();
  await expect(page.getByRole("article")).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  expect(await link.evaluate((element) => element.matches(":focus-visible"))).toBe(false);
});

test("on a phone, the links around an animal of each status are in one line", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const lists = { "/": "All animals", "/?status=pending": "Pending animals", "/?status=sold": "Adopted animals" };
  for (const [list, label] of Object.entries(lists)) {
    await openHydrated(page, list);
    await page.locator(`${cards} a`).nth(1).click();
    await expect(page.getByRole("link", { name: "Previous animal" })).toBeVisible();
    expect((await page.getByRole("link", { name: label }).locator("span").boundingBox())?.height, label).toBeLessThan(
      30,
    );
  }
});
