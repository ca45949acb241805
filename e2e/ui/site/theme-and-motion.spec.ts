import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { expect, openHydrated, signIn, test } from "../support/service";

test("the theme is light, dark or the device's, is remembered, and never flashes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body);
  expect(await background()).toBe(dark);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "Same as my device" }).check();
  await expect.poll(background).toBe(light);
});

test("signed-in staff choose the theme in the menu of their account, with the keyboard too", async ({
  page,
  service,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page, service, "/staff/adoptions");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await expect(page.locator("footer")).toBeHidden();
  await page.getByRole("button", { name: "Account" }).click();
  const choice = (name: string) => page.getByRole("menuitemradio", { name });
  await expect(choice("Same as my device")).toBeChecked();
  await choice("Dark").click();
  // The menu stays open, and shows the choice.
  await expect(choice("Dark")).toBeChecked();
  await expect.poll(background).not.toBe(light);
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(choice("Light")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(background).toBe(light);
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
