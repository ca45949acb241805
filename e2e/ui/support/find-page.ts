import type { Locator, Page } from "@playwright/test";
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

/** Returns which photo the row shows, counted from 1. */
export const shownOf = (page: Page) =>
  page.locator("[data-part=photos]").evaluate((strip) => Math.round(strip.scrollLeft / strip.clientWidth) + 1);

/** Swipes to the next photo, as a finger does. */
export async function swipe(page: Page, row: Locator): Promise<void> {
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) => {
    const touchPoints = shares.map((share) => ({ x: x + width * share, y: y + height / 2 }));
    return devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  await touch("touchStart", 0.8);
  for (const share of [0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) await touch("touchMove", share);
  await touch("touchEnd");
  await devtools.detach();
}
