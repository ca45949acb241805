import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFits, PHONE } from "../support/accessibility";
import { addPet, listPets, setProfile } from "../support/key-calls";
import { apiRequests, expect, openHydrated, test } from "../support/service";

const comparison = (page: Page) => page.getByRole("region", { name: "Compare", exact: true });

/** Opens the page of these favourites. */
async function openFavourites(page: Page, ids: readonly number[]): Promise<void> {
  await page.goto("/privacy");
  await page.evaluate((kept) => localStorage.setItem("favourites", JSON.stringify(kept)), ids.map(String));
  await page.goto("/favourites");
  await expect(page.locator("[data-part=favourites] [data-part=card]")).toHaveCount(ids.length);
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("it is not shown");
  return box;
};

test("two favourites or more are compared in a table, without those that are adopted", async ({ page, service }) => {
  const dog = await addPet(service, "Wrenlow", { categoryId: 1 });
  const cat = await addPet(service, "Tamsel", { status: "pending" });
  const adopted = await addPet(service, "Oddbrook", { status: "sold" });
  await setProfile(service, dog, { breed: "Lurcher", goodWith: { children: true, dogs: false, cats: null } });
  await setProfile(service, cat, { sex: "female", goodWith: { children: true, dogs: null, cats: null } });
  await openFavourites(page, [dog, adopted]);
  await expect(comparison(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Compare", exact: true })).toHaveCount(0);

  const requests = apiRequests(page);
  await openFavourites(page, [dog, adopted, cat]);
  const table = comparison(page).getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(["Wrenlow", "Tamsel"]);
  await expect(table.getByRole("rowheader")).toHaveText([
    "Status",
    "Kind",
    "Breed",
    "Sex",
    "Good with children",
    "Good with dogs",
    "Waiting",
    "Adoption fee",
  ]);
  const cellsOf = (name: string) =>
    table
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
      .getByRole("cell");
  await expect(cellsOf("Status")).toHaveText(["Available", "Pending"]);
  await expect(cellsOf("Kind")).toHaveText(["Dog", "Cat"]);
  await expect(cellsOf("Breed")).toHaveText(["Lurcher", "Not known yet"]);
  await expect(cellsOf("Sex")).toHaveText(["Not known yet", "Female"]);
  await expect(cellsOf("Good with children")).toHaveText(["Yes", "Yes"]);
  await expect(cellsOf("Good with dogs")).toHaveText(["No", "Not known yet"]);
  await expect(cellsOf("Waiting")).toHaveText(["New here", "New here"]);
  await expect(cellsOf("Adoption fee")).toHaveText(["£180", "£90"]);
  // The answer with the cards has the facts, too.
  expect(requests.filter((request) => request.includes("ids="))).toHaveLength(1);

  // What both have in common is as quiet as the names of the facts, with and without a tick.
  const colourOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  const soft = await colourOf(table.getByRole("rowheader").first());
  await expect(cellsOf("Waiting").first()).toHaveCSS("color", soft);
  await expect(cellsOf("Good with children").getByText("Yes").first()).toHaveCSS("color", soft);
  await expect(cellsOf("Kind").first()).not.toHaveCSS("color", soft);
  await expect(cellsOf("Good with dogs").getByText("No", { exact: true })).not.toHaveCSS("color", soft);
  await expectAccessible(page);

  // The columns stay in place like the cards, so that a removed favourite can be restored.
  await page.getByRole("button", { name: "Favourite: Tamsel" }).click();
  await expect(page.getByText("2 favourites", { exact: true })).toBeVisible();
  await expect(table.getByRole("columnheader")).toHaveText(["Wrenlow", "Tamsel"]);
  await table.getByRole("link", { name: "Tamsel" }).click();
  await expect(page).toHaveURL(new RegExp(`/animals/${cat}$`));
});

test("on a phone, three animals fit, with the names of the facts above their values", async ({ page, service }) => {
  const pets = await listPets(service, "limit=3&status=available");
  await page.setViewportSize(PHONE);
  await openFavourites(
    page,
    pets.map(({ id }) => id),
  );
  const region = comparison(page);
  await expect(region.getByRole("columnheader")).toHaveCount(3);
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const row = region.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Kind" }) });
  const [name, value] = [await boxOf(row.getByText("Kind")), await boxOf(row.locator("bdi").first())];
  expect(name.y + name.height).toBeLessThanOrEqual(value.y);
  await expectAccessible(page);
  await expectFits(page);
});

test("on a phone, many columns scroll inside the table, and the names of the facts stay in view", async ({
  page,
  service,
}) => {
  const pets = await listPets(service, "limit=8&status=available");
  await page.setViewportSize(PHONE);
  await openFavourites(
    page,
    pets.map(({ id }) => id),
  );
  await openHydrated(page, "/favourites");
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Compare" })).toBeInViewport();
  const region = comparison(page);
  // The first three animals, and the edge of the fourth.
  const columns = region.getByRole("columnheader");
  await expect(columns).toHaveCount(8);
  await expect(columns.nth(2)).toBeInViewport({ ratio: 1 });
  await expect(columns.nth(3)).toBeInViewport();
  await expect(columns.nth(4)).not.toBeInViewport();
  // The link has moved the place from which the focus goes on.
  await page.keyboard.press("Tab");
  await expect(region).toBeFocused();
  await expect(region).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => region.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth, behavior: "instant" }));
  await expect(columns.last()).toBeInViewport({ ratio: 1 });
  await expect(region.getByText("Kind", { exact: true })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectFits(page);
});

test("on a tablet, the names of the facts stay in view beside the columns that scroll", async ({ page, service }) => {
  const pets = await listPets(service, "limit=8&status=available");
  await page.setViewportSize({ width: 768, height: 900 });
  await openFavourites(
    page,
    pets.map(({ id }) => id),
  );
  const region = comparison(page);
  const columns = region.getByRole("columnheader");
  await expect(columns).toHaveCount(8);
  await columns.first().evaluate((column) => column.scrollIntoView({ block: "center", behavior: "instant" }));

  // A link that gets the focus is not behind the first column.
  await region.evaluate((box) => box.scrollTo({ left: box.scrollWidth, behavior: "instant" }));
  await expect(columns.last()).toBeInViewport({ ratio: 0.99 });
  const [frame, first] = [await boxOf(region), await boxOf(region.getByRole("rowheader", { name: "Kind" }))];
  expect(first.x - frame.x).toBeCloseTo(1, 0);
  // No photo covers the first column.
  const corner = await boxOf(region.locator("thead td"));
  const inFront = ({ x, y, width }: typeof corner) => document.elementFromPoint(x + width / 2, y + 40)?.tagName;
  expect(await page.evaluate(inFront, corner)).toBe("TD");
  await columns.nth(3).getByRole("link").focus();
  const link = columns.nth(2).getByRole("link");
  expect((await boxOf(link)).x).toBeLessThan(first.x + first.width);
  await page.keyboard.press("Shift+Tab");
  await expect(link).toBeFocused();
  await expect.poll(async () => (await boxOf(link)).x).toBeGreaterThanOrEqual(first.x + first.width);
  expect(await page.evaluate(() => window.scrollX)).toBe(0);
  await expectAccessible(page);
  await expectFits(page);
});
