import { expect, openHydrated, test } from "../support/service";

/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=nearest] *)";
/** How many cards load their photo immediately. */
const FIRST_CARDS = 2;

test("the card of a new animal says so, and that of the oldest does not", async ({ page }) => {
  const isNew = page.locator(cards).first().getByText("New", { exact: true });
  await page.goto("/");
  await expect(isNew).toBeVisible();
  await page.goto("/?sort=oldest");
  await expect(page.locator(cards)).toHaveCount(24);
  await expect(isNew).toHaveCount(0);
  // So do those below the list, and beside an animal.
  const others = page.locator("[data-part=nearest]").getByText("New", { exact: true });
  await page.goto("/?kind=horse");
  await expect(others.first()).toBeVisible();
  await page.goto("/animals/1");
  await expect(others.first()).toBeVisible();
});

test("cards show a status only where it differs from the filter", async ({ page }) => {
  await page.goto("/?status=sold");
  await expect(page.locator(`${cards} strong`, { hasText: "Adopted" })).toHaveCount(0);
  // Nor whom they are good with, which matters to nobody any more.
  await expect(page.locator(cards)).not.toHaveCount(0);
  await expect(page.locator(`${cards} [data-companion]`)).toHaveCount(0);
  await page.goto("/?status=all&sort=oldest");
  await expect(page.locator(`${cards} strong`, { hasText: /Adopted|Pending/ })).not.toHaveCount(0);
  await expect(page.locator(`${cards} strong`, { hasText: "Available" })).toHaveCount(0);
});

test("photos load in the size of the card, the first immediately, and reserve their space", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const photos: string[] = [];
  page.on("request", (request) => request.url().includes("/photos/") && photos.push(request.url()));
  // Only demo animals are known to get on with children, and all of them have photos.
  await page.goto("/?good=children", { waitUntil: "networkidle" });
  expect(photos.length).toBeGreaterThan(0);
  for (const url of photos) expect(url).toMatch(/-320\.webp$/);
  const found = await page.locator(cards).evaluateAll((all) =>
    all.flatMap((card, place) => {
      const image = card.querySelector("img");
      return image ? [{ place, how: [image.fetchPriority, image.loading], sized: image.width * image.height > 0 }] : [];
    }),
  );
  expect(found.length).toBeGreaterThan(FIRST_CARDS);
  for (const { place, how, sized } of found) {
    expect(how).toEqual(place < FIRST_CARDS ? ["high", "eager"] : ["auto", "lazy"]);
    expect(sized).toBe(true);
  }
});

test("a card that is clicked right after typing opens, on a slow line too", async ({ page }) => {
  await openHydrated(page, "/");
  const search = page.waitForRequest((request) => /\/v1\/pets\/search\?.*q=/.test(request.url()));
  // The animal is added only after the search has begun.
  await page.route("**/animals/*", async (route) => {
    await search;
    await route.continue();
  });
  const link = page.locator(`${cards} h3 a`).first();
  const href = (await link.getAttribute("href")) ?? "";
  const name = (await link.textContent()) ?? "";
  await page.getByRole("searchbox", { name: "Search by name" }).fill(name);
  await link.click();
  await expect(page).toHaveURL(href);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});
