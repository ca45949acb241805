import { expect, type Locator, type Page } from "@playwright/test";
import { listPets } from "./key-calls";
import type { Service } from "./service";

/** Returns the sheet for adding an animal. */
export const addSheet = (page: Page): Locator => page.getByRole("dialog", { name: "Add an animal" });

/** Returns the button in the sheet that adds the animal. */
export const addButton = (page: Page): Locator =>
  addSheet(page).getByRole("button", { name: /^(Add animal|Adding…)$/ });

/** Returns the field for the name in the sheet. */
export const nameBox = (page: Page): Locator => addSheet(page).getByLabel("Name");

/** Opens the sheet and fills it in. A kind is a name or a number. */
export async function fillNewPet(page: Page, name: string, kind = "Dog"): Promise<void> {
  if (!(await addSheet(page).isVisible())) await page.getByRole("button", { name: "Add animal" }).click();
  await nameBox(page).fill(name);
  await addSheet(page).getByLabel("Kind").fill(kind);
  const option = page.getByRole("option", { name: kind });
  await expect(option).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(option).toBeHidden();
}

/** Adds an animal with the sheet, which then continues with its facts, story and photos. */
export async function addByForm(page: Page, name: string): Promise<void> {
  await fillNewPet(page, name);
  await addButton(page).click();
  await expect(page.getByText(`${name} was added.`)).toBeVisible();
}

/** Counts the newest animals whose names start with this text. */
export async function countNamed(service: Service, name: string): Promise<number> {
  return (await listPets(service, "limit=100")).filter((pet) => pet.name.startsWith(name)).length;
}
