import type { Page } from "@playwright/test";
import { expect, openSettings, type Service } from "./service";

/** Creates a key with the form. Returns the secret, which is shown once. */
export async function createKey(
  page: Page,
  name: string,
  plan?: { perMinute: string; perDay: string },
): Promise<string> {
  await openSettings(page, "API keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill(name);
  if (plan) {
    await page.getByText("Limits", { exact: true }).click();
    await page.getByLabel("Plan").selectOption("enterprise");
    await page.getByLabel("Requests a minute").fill(plan.perMinute);
    await page.getByLabel("Requests a day").fill(plan.perDay);
  }
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByRole("textbox", { name: "The new key" }).inputValue();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("button", { name: "Create a key" })).toBeFocused();
  return key;
}

/** Opens the page of a key from the list. */
export async function openKey(page: Page, name: string): Promise<void> {
  await page.getByRole("table").getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Sends a request with a key, and returns the response, whatever its status. */
export function fetchWithKey({ origin }: Service, key: string, path = "/v1/pets?limit=1"): Promise<Response> {
  return fetch(origin + path, { headers: { Authorization: `Bearer ${key}` } });
}
