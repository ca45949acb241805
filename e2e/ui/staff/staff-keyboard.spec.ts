import type { Locator, Page } from "@playwright/test";
import { newKind } from "../support/key-calls";
import { expect, openHydrated, type Service, signIn, test } from "../support/service";
import { addPets, numbered } from "../support/staff-calls";
import { ANIMALS, statusOf } from "../support/staff-list";

// The list of animals with the keyboard: rows are selected, and letters are shortcuts.

/** Opens a list with five new animals, and returns the boxes of their rows. */
async function openFive(page: Page, service: Service): Promise<Locator> {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, numbered("Key", 5));
  // Before that, a key would be lost.
  await openHydrated(page, `${ANIMALS}?kind=${kind}`);
  await expect(page.getByRole("row")).toHaveCount(6);
  return page.getByRole("checkbox", { name: /^Select Key/ });
}

test("arrow keys and Space select rows, and so does a click with Shift", async ({ page, service }) => {
  const boxes = await openFive(page, service);
  await page.keyboard.press("ArrowDown");
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(boxes.last()).toBeFocused();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(boxes.last()).toBeFocused();
  // Letters move like the arrow keys, and a selection begins where they, Space or Clear were.
  for (const key of ["k", "k", "j", "Space", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await expect(boxes.nth(2)).toBeFocused();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(page.getByText("2 selected")).toBeVisible();

  await page.getByRole("button", { name: "Clear" }).click();
  await boxes.nth(0).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("5 selected")).toHaveCount(0);
  await expect(boxes.nth(4)).toBeFocused();
});

test("single letters open the status, the sheet and the search", async ({ page, service }) => {
  const boxes = await openFive(page, service);
  await boxes.nth(3).focus();
  // A closed list of statuses and a toast stay in the document. Neither may disable the single-letter shortcuts.
  await page.keyboard.press("s");
  await page.getByRole("option", { name: "Pending" }).press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(statusOf(page, "Key 002")).toHaveText("Pending");
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/edit=\d+/);
  await expect(page.getByRole("dialog", { name: "Edit Key 002" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Edit Key 002" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: /^Edit/ })).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.keyboard.type("n?");
  await expect(page.getByLabel("Search by name")).toHaveValue("n?");
  // Escape empties the search, then leaves it. An arrow leads from it to the first row.
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Search by name")).toHaveValue("");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Search by name")).not.toBeFocused();
  await expect(boxes).toHaveCount(5);
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(boxes.first()).toBeFocused();
});

test("Escape leads from the statuses to the row, or to their button if that was pressed", async ({ page, service }) => {
  const boxes = await openFive(page, service);
  const list = page.getByRole("listbox");
  await boxes.nth(3).focus();
  await page.keyboard.press("s");
  await expect(page.getByRole("option", { name: "Available" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(boxes.nth(4)).toBeFocused();
  await expect(list).toBeHidden();
  // So does Enter on the status that the animal has, from a link of the row too.
  await page.getByRole("link", { name: "Key 004" }).focus();
  await page.keyboard.press("s");
  await expect(page.getByRole("option", { name: "Available" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(boxes.nth(1)).toBeFocused();

  await statusOf(page, "Key 002").click();
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(statusOf(page, "Key 002")).toBeFocused();
});

test("single letters can be switched off", async ({ page, service }) => {
  const boxes = await openFive(page, service);
  await boxes.first().focus();
  await page.keyboard.press("?");
  await page.getByLabel("Single letters are shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeHidden();
  await boxes.first().focus();
  await page.keyboard.press("n");
  for (let at = 1; at < 5; at++) await page.keyboard.press("ArrowDown");
  await expect(boxes.last()).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Add an animal" })).toBeHidden();
  // The choice is stored on the device.
  await openHydrated(page, page.url());
  await boxes.first().focus();
  await page.keyboard.press("j");
  await page.keyboard.press("n");
  for (let at = 1; at < 5; at++) await page.keyboard.press("ArrowDown");
  await expect(boxes.last()).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Add an animal" })).toBeHidden();
  // They are off on every page, and the account switches them on again at any width.
  const keyboard = page.getByRole("dialog", { name: "Keyboard" });
  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, "/staff/applications");
  await page.keyboard.press("?");
  await openHydrated(page, "/staff/account");
  await expect(keyboard).toBeHidden();
  await page.getByLabel("Single letters are shortcuts").check();
  await openHydrated(page, "/staff/applications");
  await page.keyboard.press("?");
  await expect(keyboard).toBeVisible();
});
