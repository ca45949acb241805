import { randomInt } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";

// What several tests do and look for on pages.

/** Returns a notification by its text. */
export const toast = (page: Page, text: string | RegExp) => page.locator("[data-part=toast]").filter({ hasText: text });

/** Presses Undo in a notification. */
export const undo = (page: Page, text: string | RegExp) =>
  toast(page, text).getByRole("button", { name: "Undo" }).click();

// The list of animals.

/** Returns the row of an animal. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** Returns the cell of the row that shows the status and changes it. */
export const statusOf = (page: Page, name: string): Locator => page.getByRole("button", { name: `Status of ${name}:` });

/** Chooses another status in the cell of an animal. */
export async function choose(page: Page, name: string, status: string): Promise<void> {
  await statusOf(page, name).click();
  await page.getByRole("menuitem", { name: status }).click();
}

/** Returns the sheet with an animal. Toasts are dialogs too, so the name is needed. */
export const sheet = (page: Page) => page.getByRole("dialog", { name: /^(Edit|Add an animal)/ });
/** Returns the field with the animal's name. */
export const nameOf = (page: Page) => sheet(page).getByLabel("Name");
/** Returns the button that saves. */
export const save = (page: Page) => sheet(page).getByRole("button", { name: "Save", exact: true });
/** Returns the photos in the sheet. */
export const photos = (page: Page) => sheet(page).getByRole("listitem", { name: /^Photo \d$/ });
/** Returns the button that opens the menu of a photo. */
export const photoMenu = (page: Page, place: number) =>
  sheet(page).getByRole("button", { name: `Actions for Photo ${place}` });

/** Chooses an entry in the menu of a photo. */
export async function choosePhotoStep(page: Page, place: number, step: string): Promise<void> {
  await photoMenu(page, place).click();
  await page.getByRole("menuitem", { name: step }).click();
}

/** Opens the sheet for a new animal and fills it in. A kind is a name or a number. */
export async function fillNewPet(page: Page, name: string, kind: string): Promise<void> {
  await page.getByRole("button", { name: "Add animal" }).click();
  await nameOf(page).fill(name);
  await sheet(page).getByLabel("Kind").fill(kind);
  const option = page.getByRole("option", { name: kind });
  await expect(option).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(option).toBeHidden();
}

/** Returns the button in the sheet that adds the animal. */
export const addButton = (page: Page) => sheet(page).getByRole("button", { name: "Add animal" });

/** Returns the box for the rows of an import. */
export const rowsBox = (page: Page) => page.getByLabel("Rows from a spreadsheet");

// Applications.

/** Does something, and waits until the service has answered: the page shows a step before it is saved. */
export async function saving(page: Page, step: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await step();
  expect((await saved).status()).toBe(200);
}

/** Fills in the form of an application, and returns the e-mail address. */
export async function fillIn(page: Page, message = "We would love to meet you."): Promise<string> {
  const email = `ada.${randomInt(1e9)}@home.example`;
  await page.getByLabel("Your name").fill("Ada Marlowe");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("what should we know?").fill(message);
  await page.getByLabel(/^Where would .+ live/).fill("A house with a garden");
  await page.getByLabel(/keeps what I write/).check();
  return email;
}

/** Waits until the page is old enough: a form that is sent sooner counts as spam (lib/applications/limits.ts). */
export async function waitUntilPlausible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_200);
}

/** Sends the form. */
export const submit = (page: Page) => page.getByRole("button", { name: "Send to the shelter" }).click();

/** Expects the applicant's page, which says that the application has arrived. */
export async function expectArrived(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/applications\/[\da-f-]{36}\/[\w-]{43}(\?earlier)?$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you! Your application has arrived");
}

/** Returns the status beside the name of the applicant. */
export const statusBadge = (page: Page) => page.locator("h1 + div strong");

// Adoptions.

/** Sets the day of a hand-over, from a row or the page of an application. */
export async function setDay(within: Page | Locator, day: string): Promise<void> {
  const form = await openDay(within);
  await form.getByLabel("Hand-over").fill(day);
  await form.getByLabel("Hand-over").press("Enter");
}

/** Opens the form with the day of a hand-over. */
export async function openDay(within: Page | Locator): Promise<Locator> {
  const page = "page" in within ? within.page() : within;
  await within.getByRole("button", { name: /^(Set|Change) the day$/ }).click();
  return page.getByRole("dialog", { name: /^Hand-over of / });
}
