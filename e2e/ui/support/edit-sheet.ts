import type { Page } from "@playwright/test";
import { callWithKey } from "./key-calls";
import { expect, type Service } from "./service";

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
