import type { Page } from "@playwright/test";
import { expect } from "./service";

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
      return element?.labels?.[0]?.textContent ?? element?.ariaLabel ?? element?.textContent ?? "";
    });
  for (let presses = 0; presses < 80 && !name.test(await focused()); presses++) await page.keyboard.press("Tab");
  expect(await focused()).toMatch(name);
}
