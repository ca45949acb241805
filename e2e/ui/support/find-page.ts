import type { Page } from "@playwright/test";
import { addPet, setProfile } from "./key-calls";
import { test as base, openHydrated, type Service } from "./service";

/** The cards of the list itself. */
export const cards = "[data-part=card]:not([data-part=nearest] *)";
/** The cards below it, of animals that the list does not contain. */
export const nearest = "[data-part=nearest] [data-part=card]";

export const test = base.extend<{ noScripts: Page }>({
  /** A page without JavaScript. */
  noScripts: async ({ browser, service }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin });
    await use(await context.newPage());
    await context.close();
  },
});

/** Searches with the form. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole("searchbox", { name: "Search by name" });
  await field.fill(text);
  await field.press("Enter");
}

/** Searches with the form, and by the URL in a page without JavaScript. Returns both pages. */
export async function searchInBoth(page: Page, noScripts: Page, text: string): Promise<[Page, Page]> {
  await openHydrated(page, "/");
  await search(page, text);
  await noScripts.goto(`/?${new URLSearchParams({ q: text })}`);
  return [page, noScripts];
}

/** Adds an animal with a story. */
export async function tell(service: Service, name: string, categoryId: number, story: string): Promise<void> {
  await setProfile(service, await addPet(service, name, { categoryId }), { story });
}
