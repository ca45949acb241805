import type { Locator, Page } from "@playwright/test";

/** The page with the list of animals. */
export const ANIMALS = "/staff/animals";

/** Returns what says how many animals the list has. */
export const listHeading = (page: Page): Locator => page.locator("#list-heading");

/** Returns the row of an animal. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** Returns the cell of the row that shows the status and changes it. */
export const statusOf = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name: `Status of ${name}`, exact: true });

/** Chooses another status in the cell of an animal. */
export async function choose(page: Page, name: string, status: string): Promise<void> {
  await statusOf(page, name).click();
  await page.getByRole("option", { name: status }).click();
}
