import type { Page } from "@playwright/test";
import type { Service } from "./service";

// What the tests of the inbox share.

/** Adds an animal, and returns its id. */
export async function addPet({ origin, key }: Service, name: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/pets`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name, categoryId: 2 }),
  });
  return (await answer.json()).id;
}

/** The status beside the name of the applicant. */
export const statusBadge = (page: Page) => page.locator("h1 + p strong");
/** A message with this text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);
