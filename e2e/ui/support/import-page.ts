import type { Page } from "@playwright/test";
import { callWithKey } from "./key-calls";
import { expect, type Service, signIn } from "./service";

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
