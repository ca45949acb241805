import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addPet, listPets, setProfile } from "../support/key-calls";
import { apiRequests, expect, test } from "../support/service";

const cards = "[data-part=card]";
const favourites = "[data-part=favourites] [data-part=card]";
const firstHeart = (page: Page) =>
  page
    .locator(cards)
    .first()
    .getByRole("button", { name: /^Favourite: / });

test.describe("favourites", () => {
  test("a heart keeps an animal on the device, for all tabs and the next visit", async ({ page, context }) => {
    await page.goto("/");
    const heart = firstHeart(page);
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    const other = await context.newPage();
    await other.goto("/");
    await heart.focus();
    await page.keyboard.press("Enter");
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    const same = other
      .locator(cards)
      .first()
      .getByRole("button", { name: /^Favourite: / });
    await expect(same).toHaveAttribute("aria-pressed", "true");
    await same.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.click();
    await page.reload();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("the page of favourites reads them in one request and shows the status of each", async ({ page, service }) => {
    // The animals that were added first have waited for days.
    const list = async (status: string) => (await listPets(service, `limit=1&sort=oldest&status=${status}`))[0];
    const [available, pending, sold] = await Promise.all(["available", "pending", "sold"].map(list));
    const ids = [sold, pending, available].map((pet) => String(pet?.id));
    await page.goto("/favourites");
    await expect(page.getByRole("heading", { name: "No favourites yet" })).toBeVisible();
    await page.evaluate((kept) => localStorage.setItem("favourites", JSON.stringify(kept)), [...ids, "999999"]);
    const requests = apiRequests(page);
    await page.reload();
    const cardOf = (name: string | undefined) => page.locator(favourites).filter({ hasText: String(name) });
    await expect(cardOf(sold?.name)).toContainText("Adopted");
    await expect(cardOf(pending?.name)).toContainText("Pending");
    await expect(cardOf(available?.name)).not.toContainText("Available");
    for (const name of [pending?.name, available?.name]) await expect(cardOf(name)).toContainText(/Waiting \d+ [a-z]+/);
    await expect(cardOf(sold?.name)).not.toContainText("Waiting");
    // The next step: to ask, or else to see others of its kind.
    const ask = (name: string | undefined) => cardOf(name).getByRole("link", { name: /^Adopt or ask about / });
    await expect(ask(available?.name)).toHaveAccessibleName(`Adopt or ask about ${available?.name}`);
    await expect(ask(available?.name)).toHaveAttribute("href", `/animals/${available?.id}/apply`);
    for (const other of [sold, pending]) {
      await expect(ask(other?.name)).toHaveCount(0);
      const similar = cardOf(other?.name).getByRole("link", { name: /^See similar [a-z ]+$/ });
      await expect(similar).toHaveAttribute("href", /^\/(\?kind=[a-z-]+)?$/);
    }
    await expect(page.getByText("This animal is no longer listed.")).toBeVisible();
    expect(requests).toEqual([
      `GET /v1/pets?limit=100&include=profile%2CwaitsSince&ids=${[...ids, 999999].join("%2C")}`,
    ]);
    const names = [sold, pending, available].map((pet) => String(pet?.name));
    await expect(page.locator(`${favourites} h3`)).toHaveText(names);
    await expect(page.getByRole("banner").getByRole("link", { name: "4 Favourites" })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("3 favourites", { exact: true })).toBeVisible();
    const heart = cardOf(sold?.name).getByRole("button");
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await expect(page.getByText("2 favourites", { exact: true })).toBeVisible();
    // The cards must not move under the pointer.
    await expect(page.locator(`${favourites} h3`)).toHaveText(names);
    await page.getByRole("button", { name: "Dismiss" }).hover();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("3 favourites", { exact: true })).toBeVisible();
  });

  test("below no or a few favourites are other animals, which stay in place when they become favourites", async ({
    page,
  }) => {
    const requests = apiRequests(page);
    await page.goto("/favourites");
    const suggested = page.locator("[data-part=nearest] [data-part=card]");
    await expect(suggested).toHaveCount(4);
    const names = await suggested.getByRole("heading").allTextContents();
    await suggested.first().getByRole("button").click();
    await expect(page.getByRole("heading", { name: "1 favourite" })).toBeVisible();
    await expect(suggested.getByRole("heading")).toHaveText(names);
    expect(requests).toEqual([]);
    await page.reload();
    await expect(page.locator(`${favourites} h3`)).toHaveText([String(names[0])]);
    await expect(suggested).toHaveCount(4);
    expect(await suggested.getByRole("heading").allTextContents()).not.toContain(names[0]);
    expect(await suggested.getByRole("heading").allTextContents()).toEqual([...names.slice(1), expect.any(String)]);
    // The card of a favourite says the same as the others, its breed, and for how long it has been waiting.
    const linesOf = async (card: Locator) => (await card.locator("p").allTextContents()).map((text) => text.trim());
    const [facts, ...companions] = await linesOf(page.locator(favourites));
    expect(facts).toMatch(
      /^\w+, (about\s)?\d+\s(week|month|year)s?\n(.+\n)?(Female|Male), [smle]\w+.*\nWaiting \d+ \w+$/,
    );
    await page.getByRole("banner").getByRole("link", { name: "Animals", exact: true }).click();
    await page.goto(`/?q=${names[0]}`);
    const [listed, same] = await linesOf(page.locator(cards).first());
    expect(facts?.split("\n")).toEqual(expect.arrayContaining(String(listed).split("\n")));
    expect(companions).toEqual([same]);
  });

  test("when the animals cannot be read, the page says so and tries again", async ({ page }) => {
    await page.goto("/");
    await page
      .locator(cards)
      .first()
      .getByRole("button", { name: /^Favourite: / })
      .click();
    await page.route("**/v1/**", (route) => route.abort());
    await page
      .getByRole("banner")
      .getByRole("link", { name: /Favourites/ })
      .click();
    await expect(page.getByText("Your favourites could not be loaded.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/v1/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator(favourites)).toHaveCount(1);
  });

  test("cards of favourites also show the breed", async ({ page, service }) => {
    const id = await addPet(service, "Quillon");
    await setProfile(service, id, { breed: "Norwegian Forest Cat" });
    await page.goto("/favourites");
    await page.evaluate((kept) => localStorage.setItem("favourites", JSON.stringify(kept)), [String(id)]);
    await page.reload();
    await expect(page.locator(favourites)).toContainText("Norwegian Forest Cat");
  });

  test("a number that can be no animal's id is left out, and the others are shown", async ({ page, service }) => {
    const [pet] = await listPets(service, "limit=1");
    await page.goto("/privacy");
    const kept = ["9223372036854775808", String(pet?.id), "9999999999999999999"];
    await page.evaluate((ids) => localStorage.setItem("favourites", JSON.stringify(ids)), kept);
    await page.goto("/favourites");
    await expect(page.locator(favourites)).toHaveCount(1);
    await expect(page.getByText("1 favourite", { exact: true })).toBeVisible();
  });

  test("damaged storage counts as no favourites", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("favourites", "{not json"));
    await page.reload();
    await firstHeart(page).click();
    await expect(firstHeart(page)).toHaveAttribute("aria-pressed", "true");
  });

  test("a device keeps at most a hundred", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() =>
      localStorage.setItem("favourites", JSON.stringify(Array.from({ length: 100 }, (_, id) => String(id + 1_000)))),
    );
    await page.reload();
    await firstHeart(page).click();
    await expect(page.getByText("You have 100 favourites, as many as we can keep.")).toBeVisible();
    await expect(firstHeart(page)).toHaveAttribute("aria-pressed", "false");
  });
});
