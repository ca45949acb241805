import type { Locator, Page } from "@playwright/test";

/** The cards of the list itself. */
export const cards = "[data-part=card]:not([data-part=nearest] *)";
/** The cards below it, of animals that the list does not contain. */
export const nearest = "[data-part=nearest] [data-part=card]";

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
