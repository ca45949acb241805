import type { Locator } from "@playwright/test";
import { expect, openHydrated, test } from "../support/service";

test("the theme follows the device", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
});

test("with reduced motion, nothing is animated", async ({ page }) => {
  const animations = () => page.evaluate(() => document.getAnimations().length);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHydrated(page, "/");
  const card = page.locator("[data-part=card]").first();
  const look = () => card.evaluate((element) => getComputedStyle(element).translate);
  await card.hover();
  expect(await look()).toBe("none");
  expect(await animations()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Filters" }).click();
  expect(await animations()).toBe(0);
  // A request that is never answered.
  await page.route("**/v1/**", () => {});
  await page.getByLabel("Age", { exact: true }).selectOption("senior");
  await expect(page.locator("[data-part=progress]")).toBeVisible();
  expect(await animations()).toBe(0);
  await page.keyboard.press("Escape");
  expect(await animations()).toBe(0);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(animations).toBeGreaterThan(0);
  await card.hover();
  await expect.poll(look).not.toBe("none");
});

test("with forced colours, what is chosen has another background than the rest, and lists have a chevron", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openHydrated(page, "/");
  const backgroundOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  const statuses = page.getByRole("navigation", { name: "Filter by status" });
  const rest = await backgroundOf(statuses.getByRole("link", { name: "Pending" }));
  expect(await backgroundOf(statuses.getByRole("link", { name: "Available" }))).not.toBe(rest);
  const dogs = page.locator("label", { has: page.getByRole("checkbox", { name: "Dogs" }) });
  const before = await backgroundOf(dogs);
  await dogs.click();
  await expect.poll(() => backgroundOf(dogs)).not.toBe(before);
  await expect(page.getByLabel("Sex", { exact: true })).toHaveCSS("appearance", "auto");
});
