import type { Locator, Page } from "@playwright/test";
import { callWithKey } from "./key-calls";
import { expect, type Service, signIn } from "./service";

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

/** Returns the sheet with an animal. Toasts are dialogs too, so the name is needed. */
export const sheet = (page: Page) => page.getByRole("dialog", { name: /^(Edit|Add an animal)/ });
/** Returns the field with the animal's name. */
export const nameOf = (page: Page) => sheet(page).getByLabel("Name");
/** Returns the button that saves. */
export const save = (page: Page) => sheet(page).getByRole("button", { name: "Save", exact: true });

/** Opens an animal for editing, and waits for its values. */
export async function openSheet(page: Page, id: number): Promise<void> {
  const answer = await page.goto(`/staff/animals?edit=${id}`);
  expect(answer?.status()).toBe(200);
  await expect(nameOf(page)).not.toHaveValue("");
}

/** Reads an animal with its profile, as the service has stored it. */
export async function readPet(service: Service, id: number) {
  type Found = { name: string; profile: { bornOn: string | null } };
  const [pet] = await callWithKey<Found[]>(service, `/pets?ids=${id}&include=profile`);
  return pet;
}

/** Returns the box for the rows. */
export const rowsBox = (page: Page) => page.getByLabel("Rows from a spreadsheet");
/** Returns a row of the preview by its text. */
export const previewRow = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** Returns rows of dogs to paste, whose names are numbered. */
export const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1}\tDog`).join("\n");

/** Signs in and opens the import. */
export async function openImport(page: Page, service: Service): Promise<void> {
  await signIn(page, service, "/staff/animals/import");
  await expect(rowsBox(page)).toBeVisible();
}

/** An animal as the API returns it. */
export type Found = {
  id: number;
  name: string;
  status: string;
  profile: { sex: string | null; bornOn: string | null };
};

/** Returns the animals whose names match. */
export const petsNamed = (service: Service, name: string): Promise<Found[]> =>
  callWithKey(service, `/pets?limit=100&include=profile&q=${encodeURIComponent(name)}`);
