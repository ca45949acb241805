import sharp from "sharp";
import { plainPhoto } from "../../api/support/photos";
import { addPet, callWithKey } from "../support/key-calls";
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
  // They are on the photos, where they take no line of the card.
  const places = await page.locator(cards).evaluateAll((all) =>
    all.flatMap((card) => {
      const edge = (part: string) => card.querySelector(part)?.getBoundingClientRect();
      const [badge, picture] = [edge("strong"), edge("img, svg")];
      return badge && picture ? [badge.bottom < picture.top + 48 && badge.left < picture.left + 16] : [];
    }),
  );
  expect(new Set(places)).toEqual(new Set([true]));
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

test("a photo that cannot be loaded leaves a picture of ours in its place", async ({ page, service }) => {
  const id = await addPet(service, "Sepia");
  const photo = await plainPhoto(400, 300, "#8a6").jpeg().toBuffer();
  await callWithKey(service, `/pets/${id}/photos`, { method: "POST", body: photo });
  await page.route("**/photos/**", (route) => route.abort());
  await page.goto("/?kind=cat", { waitUntil: "networkidle" });
  const image = page.locator(cards, { hasText: "Sepia" }).locator("img");
  const { data, info } = await sharp(await image.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const start = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  // Browsers draw their own sign near the top left corner, and nothing in the middle.
  expect(colourAt(0.05, 0.4)).toEqual(colourAt(0.95, 0.6));
  expect(colourAt(0.5, 0.55)).not.toEqual(colourAt(0.95, 0.6));
});
