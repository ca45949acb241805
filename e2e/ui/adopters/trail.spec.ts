import type { Page } from "@playwright/test";
import { addPet, listPets } from "../support/key-calls";
import { expect, openHydrated, type Service, test } from "../support/service";

// The way from an animal to its neighbours in the list, and back to the list.

const cards = "[data-part=card]";

/** The names of the animals in all states, newest first. */
async function listNames(service: Service, limit: number): Promise<string[]> {
  return (await listPets(service, `limit=${limit}`)).map(({ name }) => name);
}

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

test("the focus stays on the link to the next animal, and goes to the heading where there is none", async ({
  page,
}) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await openHydrated(page, "/?status=all");
    const names = await page.locator(`${cards} h3`).allTextContents();
    await page.locator(cards).nth(1).getByRole("link").press("Enter");
    const heading = page.getByRole("heading", { level: 1 });
    const [next, previous] = ["Next", "Previous"].map((to) => page.getByRole("link", { name: `${to} animal` }));
    await expect(heading).toHaveText(String(names[1]));
    await next?.focus();
    for (const name of [names[2], names[3]]) {
      const href = String(await next?.getAttribute("href"));
      await page.keyboard.press("Enter");
      await expect(heading).toHaveText(String(name));
      await expect(page.getByRole("link", { name: "Next animal" })).toBeFocused();
      // It is the link of the new page.
      await expect(page.getByRole("link", { name: "Next animal" })).not.toHaveAttribute("href", href);
    }
    for (const name of [names[2], names[1], names[0]]) {
      const href = String(await previous?.getAttribute("href"));
      await previous?.press("Enter");
      await expect(heading).toHaveText(String(name));
      const hrefs = () => previous?.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      await expect.poll(hrefs).not.toContain(href);
    }
    await expect(heading).toBeFocused();
  }
});

test("the neighbours of the first and the last animal of a page are on the pages beside it", async ({
  page,
  service,
}) => {
  const names = await listNames(service, 26);
  await openHydrated(page, "/?status=all");
  await page.locator(cards).nth(23).getByRole("link").click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(String(names[23]));
  const next = page.getByRole("link", { name: "Next animal" });
  const previous = page.getByRole("link", { name: "Previous animal" });
  await expect(next).toHaveAttribute("href", /^\/animals\/\d+$/);
  await next.click();
  await expect(heading).toHaveText(String(names[24]));
  await expect(page.getByRole("link", { name: "All animals" })).toHaveAttribute("href", /status=all&cursor=.+&page=2$/);
  await next.click();
  await expect(heading).toHaveText(String(names[25]));
  await previous.click();
  await expect(heading).toHaveText(String(names[24]));
  await expect(previous).toHaveAttribute("href", /^\/animals\/\d+$/);
  await previous.click();
  await expect(heading).toHaveText(String(names[23]));
  const back = page.getByRole("link", { name: "All animals" });
  await expect(back).toHaveAttribute("href", "/?status=all");
  // On the narrowest phone, all three links fit.
  await expect(next).toBeVisible();
  await expect(previous).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const cut = await back.locator("span").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
});

test("while the page beside it cannot be read, the link of the last animal leads to that page", async ({ page }) => {
  await openHydrated(page, "/?status=all");
  await page.route("**/v1/**", (route) => route.abort());
  await page.locator(cards).nth(23).getByRole("link").click();
  await expect(page.getByRole("article")).toBeVisible();
  const next = page.getByRole("link", { name: "Next animal" });
  await expect(next).toHaveAttribute("href", /^\/\?status=all&cursor=.+&page=2$/);
  await next.click();
  await expect(page.getByRole("link", { name: "Previous page" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
});

test("the way back to a filtered list survives a step aside, to an animal that is not in it", async ({
  page,
  service,
}) => {
  await addPet(service, "Sidestep");
  await openHydrated(page, "/?q=Sidestep");
  await page.locator(cards).first().getByRole("link").click();
  await stepAside(page, "Sidestep");
  for (const name of ["Next animal", "Previous animal"]) await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("link", { name: "Search “Sidestep”" }).click();
  await expect(page).toHaveURL(/\/\?q=Sidestep$/);
});

/** Opens one of the animals that are shown below an animal. */
async function stepAside(page: Page, from: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(from);
  await page.locator("[data-part=nearest] [data-part=card]").first().getByRole("link").click();
  await expect(heading).not.toHaveText(from);
}

test("a typed URL leads to the list only if the animal is in it", async ({ page, service }) => {
  await openHydrated(page, "/?kind=tortoise");
  const listed = String(await page.locator(`${cards} h3 a`).first().getAttribute("href"));
  const [{ id = 0 } = {}] = await listPets(service, "limit=1&status=available&categoryId=1");
  const back = page.getByRole("navigation", { name: "Around this animal" }).getByRole("link");
  const expectAll = async () => {
    await expect(back).toHaveText(["All animals"]);
    await expect(back).toHaveAttribute("href", "/");
  };
  await openHydrated(page, `/animals/${id}`);
  await expectAll();
  await page.reload({ waitUntil: "networkidle" });
  await expectAll();
  // A link from there does not come from the list either.
  await page.locator("[data-part=nearest] [data-part=card]").first().getByRole("link").click();
  await expect(page).not.toHaveURL(new RegExp(`/${id}$`));
  await expectAll();

  await openHydrated(page, listed);
  await expect(back.first()).toHaveText("Tortoises");
  // Visitors who come from a list have its way back again.
  await addPet(service, "Typed");
  await openHydrated(page, "/?q=Typed");
  await page.locator(cards).first().getByRole("link").click();
  await stepAside(page, "Typed");
  await expect(back).toHaveText(["Search “Typed”"]);
});

test("the way back to the list scrolls it to where it was, also after steps to its neighbours", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, "/?status=all");
  const card = page.locator(cards).nth(12);
  const open = async () => {
    await card.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(500);
    await card.getByRole("link").click();
    await expect(page.getByRole("article")).toBeVisible();
    return place;
  };
  const goBack = async () => {
    await page.getByRole("link", { name: "All animals" }).click();
    await expect(page).toHaveURL(/\/\?status=all$/);
    await expect(page.locator(cards)).toHaveCount(24);
  };
  const place = await open();
  const entries = await page.evaluate(() => window.history.length);
  await goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  expect(await page.evaluate(() => window.history.length)).toBe(entries);

  await open();
  // The address tells neighbours apart: they may have the same name.
  const next = page.getByRole("link", { name: "Next animal" });
  const neighbour = String(await next.getAttribute("href"));
  await next.click();
  await expect(page).toHaveURL(neighbour);
  await goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);

  // After another page, the link leads to the top of the list, as a new step.
  await open();
  const url = page.url();
  await page.goto("/privacy");
  await openHydrated(page, url);
  await goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("back in the list, the focus is on the card of the animal, and the list stays where it was", async ({ page }) => {
  await openHydrated(page, "/?status=all");
  const link = page.locator(cards).nth(12).getByRole("link");
  await link.focus();
  const place = await page.evaluate(() => window.scrollY);
  for (const goBack of [() => page.goBack(), () => page.getByRole("link", { name: "All animals" }).press("Enter")]) {
    await link.press("Enter");
    await expect(page.getByRole("article")).toBeVisible();
    await goBack();
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
  }
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
