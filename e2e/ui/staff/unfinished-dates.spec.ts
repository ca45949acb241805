import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { withHours } from "../support/adoption-rows";
import { statusBadge } from "../support/applicants";
import { addPet } from "../support/key-calls";
import { createKey, openKey } from "../support/key-forms";
import { apiRequests, expect, signIn, test } from "../support/service";
import { sendApplication } from "../support/staff-calls";

/** Types a part of a date or of a time: the browser then says that the field is empty. */
async function typePart(field: Locator, keys: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.type(keys);
  expect(await field.evaluate((input: HTMLInputElement) => input.value)).toBe("");
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
}

/** Empties a field as a person does, part by part. Unlike `fill`, this does not change its value. */
async function clearParts(field: Locator, parts: number): Promise<void> {
  await field.focus();
  for (let part = 0; part < parts; part++) {
    await field.press("Backspace");
    await field.press("ArrowRight");
  }
}

/** Returns a function that counts the requests of the page that change something. */
function changes(page: Page): () => number {
  const requests = apiRequests(page);
  return () => requests.filter((request) => !request.startsWith("GET")).length;
}

const COMPLETE = /Complete the date, or clear it\./;

test("a key is not created while its expiry day is only partly filled in", async ({ page, service }) => {
  await signIn(page, service, "/staff/keys");
  const sent = changes(page);
  await page.getByRole("button", { name: "Create a key" }).click();
  const day = page.getByLabel("Expiry day");
  await typePart(day, "0303");
  // With another mistake, both are pointed out.
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(day).toHaveAccessibleDescription(COMPLETE);
  await page.getByLabel("Name").fill("Partly dated");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAttribute("aria-invalid", "true");
  await expect(day).toHaveAccessibleDescription(COMPLETE);
  await expectAccessible(page);
  expect(sent()).toBe(0);
  await clearParts(day, 2);
  await page.getByLabel("Name").focus();
  await expect(page.getByText(COMPLETE)).toHaveCount(0);
  await typePart(day, "0303");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(day).toHaveAccessibleDescription(COMPLETE);
  await day.fill("2088-03-03");
  await expect(page.getByText(COMPLETE)).toHaveCount(0);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Partly dated" })).toContainText("2088");
});

test("a key keeps its last day while a part of it is deleted", async ({ page, service }) => {
  await signIn(page, service);
  await createKey(page, "Half deleted");
  await openKey(page, "Half deleted");
  await page.getByRole("button", { name: "Edit" }).click();
  const day = page.getByLabel("Expiry day");
  await day.fill("2088-03-03");
  await day.focus();
  await page.keyboard.press("Backspace");
  await expect(day).toHaveValue("");
  const sent = changes(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(COMPLETE);
  expect(sent()).toBe(0);
});

test("an application is not approved while the hand-over is only partly filled in", async ({ page, service }) => {
  await signIn(page, service);
  const id = await sendApplication(page, await addPet(service, "Plover"), { name: "Unity Half" });
  await withHours(page, null);
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("alertdialog");
  const [day, time] = [dialog.getByLabel("Hand-over"), dialog.getByLabel("Time (optional)")];
  const sent = changes(page);
  const approve = dialog.getByRole("button", { name: "Approve" });
  await typePart(day, "1204");
  await approve.click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(COMPLETE);
  await expectAccessible(page);
  await day.fill("2031-05-01");
  await expect(dialog.getByText(COMPLETE)).toHaveCount(0);
  await typePart(time, "10");
  await approve.click();
  await expect(time).toBeFocused();
  await expect(time).toHaveAttribute("aria-invalid", "true");
  await expect(time).toHaveAccessibleDescription("Complete the time, or clear it.");
  // A time without a day, and a day in a year that no adoption has, are not left out either.
  await time.fill("10:00");
  await day.fill("");
  await approve.click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(/Choose the day, too\./);
  await day.fill("1999-05-01");
  await approve.click();
  await expect(day).toHaveAccessibleDescription(/Choose a day in the years 2000 to 2999\./);
  expect(sent()).toBe(0);
  await day.fill("2031-05-01");
  await approve.click();
  await expect(statusBadge(page)).toHaveText("Approved");
  await expect(page.getByText("Hand-over: 1 May 2031, 10:00")).toBeVisible();
});

test("an adopter is not recorded while the day is only partly filled in", async ({ page, service }) => {
  await signIn(page, service);
  await page.goto(`/staff/animals?adopter=${await addPet(service, "Dunlin")}`);
  const form = page.getByRole("dialog", { name: "Record the adopter" });
  await form.getByLabel("Name of the adopter").fill("Una Half");
  const day = form.getByLabel("Handed over on");
  await day.fill("");
  await typePart(day, "0101");
  const sent = changes(page);
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription("Complete the date, or clear it.");
  expect(sent()).toBe(0);
  await day.fill("2999-01-01");
  await expect(day).toHaveAccessibleDescription("Enter today or an earlier day");
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(day).toBeFocused();
});
