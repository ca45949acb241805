import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import type axeCore from "axe-core";
import { expect } from "./service";

/** Axe, minified. It is evaluated once for each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
declare const axe: typeof axeCore;

/** Base UI's guards only pass the focus on. Of a list, the first entries say what the others would. */
const EXCLUDED = ["[data-base-ui-focus-guard]", "main :is(tr, li):nth-child(n + 7)"];

/**
 * Checks a page against WCAG 2.2 AA and axe's best practices. In the dark theme, checks only the contrast, which takes
 * longer than all other rules.
 */
export async function expectAccessible(page: Page, hasContrast = true): Promise<void> {
  for (const colorScheme of hasContrast ? (["light", "dark"] as const) : (["light"] as const)) {
    await page.emulateMedia({ colorScheme });
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const contrast = { "color-contrast": { enabled: hasContrast } };
    const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules: contrast };
    // Of a rule that passes, axe reports only one element.
    const { violations, passes, incomplete } = await page.evaluate(
      ([exclude, rules]) => axe.run({ exclude }, { resultTypes: ["violations"], ...rules }),
      [EXCLUDED, rules] as const,
    );
    expect(passes.length + incomplete.length, "rules that were checked").toBeGreaterThan(0);
    const found = violations.flatMap(({ id, nodes }) => {
      const targets = nodes
        .map(({ target }) => String(target))
        .filter((target) => !(id === "region" && isPopup(target)));
      return targets.length > 0 ? [`${id}: ${targets.join(", ")}`] : [];
    });
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Whether an element is a menu or list that is open. It gets the focus, so it needs no landmark to be found. */
const isPopup = (target: string) => target.startsWith("#base-ui-");

/** The sizes of Playwright's desktop, and of a desktop of 1280 pixels at 400 % zoom. */
const DESKTOP = { width: 1280, height: 720 } as const;
const ZOOMED = { width: 320, height: 640 } as const;
/** The size of a phone. */
const PHONE = { width: 360, height: 740 } as const;

/** Everything that can be clicked, except for checkboxes, whose labels are large, and hidden fields. */
const TARGETS =
  "button, select, textarea, input:not([type=checkbox], [name=homepage], [aria-hidden=true]), summary, nav a, header a, footer a, th a, .min-h-target";

/** Checks that nothing is cut off at 320 CSS pixels, and that no target is too small for a finger. */
export async function expectFits(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), page.url())
    .toBeLessThanOrEqual(320);
  await page.setViewportSize(PHONE);
  const heights = await page.locator(TARGETS).evaluateAll((elements) =>
    elements.map((element) => {
      // A link can be larger than its text: its `::after` may cover the cell, and can be clicked too.
      const cover = Number.parseFloat(getComputedStyle(element, "::after").height) || 0;
      return [element.outerHTML.slice(0, 100), Math.max(element.getBoundingClientRect().height, cover)] as const;
    }),
  );
  const visible = heights.filter(([, height]) => height > 0);
  expect(visible.length, page.url()).toBeGreaterThan(2);
  expect(
    visible.filter(([, height]) => height < 44),
    page.url(),
  ).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

/** Moves the focus to an element with only the Tab key, backwards if the element comes before the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  const isBefore = await target.evaluate((element) => {
    const focus = document.activeElement ?? document.body;
    return Boolean(element.compareDocumentPosition(focus) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  const key = isBefore ? "Shift+Tab" : "Tab";
  for (let presses = 0; presses < 150 && !(await isFocused()); presses++) await target.page().keyboard.press(key);
  await expect(target).toBeFocused();
}
