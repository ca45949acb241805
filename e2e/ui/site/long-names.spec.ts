import type { Page } from "@playwright/test";
import { plainPhoto } from "../../api/support/photos";
import { expect, test } from "../support/applicants";
import { addPet, callWithKey, setProfile } from "../support/key-calls";
import type { Service } from "../support/service";
import { sendAsVisitor } from "../support/staff-calls";

// Names that are hard to lay out, on all pages of visitors.

const WIDTHS = [360, 768, 1440];
const NAMES = ["Bartholomew-Maximilian-the-Third-of-".repeat(7), "\u202Eשמשון הגיבור מן ".repeat(14), "😀".repeat(255)];
const CARDS = "[data-part=card]";
const FAVOURITES = `[data-part=favourites] ${CARDS}`;

/**
 * Adds an animal for each name, with a breed like it, and applies for it. Returns the ids, and the paths of the private
 * pages.
 */
async function addAll(service: Service): Promise<{ ids: number[]; privatePaths: string[] }> {
  const [ids, privatePaths]: [number[], string[]] = [[], []];
  for (const name of NAMES) {
    const id = await addPet(service, name);
    await setProfile(service, id, { breed: [...name].slice(0, 60).join("") });
    const { privatePath } = await sendAsVisitor(service, id, { message: "Hello" });
    ids.push(id);
    privatePaths.push(privatePath);
  }
  return { ids, privatePaths };
}

/** Checks that nothing is wider than the window, and that the heading has few lines. */
async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const where = `${page.url()} at ${width}`;
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), where)
      .toBeLessThanOrEqual(width);
    const lines = await page.locator("h1, h2, h3").evaluateAll((headings) =>
      headings.map((heading) => {
        const { lineHeight, paddingBottom } = getComputedStyle(heading);
        return (heading.clientHeight - Number.parseFloat(paddingBottom)) / Number.parseFloat(lineHeight);
      }),
    );
    expect(Math.max(...lines), `lines of a heading of ${where}`).toBeLessThan(4.5);
  }
}

/**
 * Checks that all cards of a row are equally high, and no row more than `lines` higher than another: what the second
 * lines of a name, of the facts and of the companions need.
 */
async function expectEvenCards(page: Page, cards: string, lines = 4): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await page.locator(cards).evaluateAll((all) =>
      all.map((card) => {
        const [{ top, height }, picture] = [card, card.querySelector("img, svg") ?? card].map((element) =>
          element.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const { lineHeight } = getComputedStyle(card.querySelector("h3") as Element);
        const ratio = picture.width / picture.height;
        return { row: Math.round(top), height: Math.round(height), ratio, line: Number.parseFloat(lineHeight) };
      }),
    );
    const where = `${page.url()} at ${width}`;
    for (const { ratio } of boxes) expect(ratio, where).toBeCloseTo(4 / 3, 1);
    const rows = new Map(boxes.map(({ row, height }) => [row, height]));
    for (const { row, height } of boxes) expect(height, where).toBe(rows.get(row));
    const [heights, line] = [[...rows.values()], boxes[0]?.line ?? 0];
    expect(Math.max(...heights) - Math.min(...heights), where).toBeLessThan(lines * line);
  }
}

/** Checks that the columns of the comparison are equally wide, and that no name or breed leaves its own. */
async function expectEvenColumns(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const cells = await page.locator("th[scope=col], td + td, th + td").evaluateAll((all) =>
      all.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const [outer, inner] = [cell.getBoundingClientRect(), text.getBoundingClientRect()];
        return { width: outer.width, isInside: inner.left >= outer.left && inner.right <= outer.right };
      }),
    );
    expect(cells.length).toBeGreaterThan(NAMES.length);
    for (const cell of cells) {
      expect(cell.width, String(width)).toBeCloseTo(cells[0]?.width ?? 0, 0);
      expect(cell.isInside, String(width)).toBe(true);
    }
  }
}

test("long, right-to-left and emoji names fit on every page of visitors, and make no card or row higher", async ({
  page,
  service,
}) => {
  test.slow();
  const { ids, privatePaths } = await addAll(service);
  // The card of a photo in portrait format has the same shape.
  const portrait = await plainPhoto(700, 1400).jpeg().toBuffer();
  await callWithKey(service, `/pets/${ids[0]}/photos`, { method: "POST", body: portrait });
  await page.goto("/");
  await expect(page.locator(`${CARDS} h3 bdi`).first()).toHaveText(String(NAMES.at(-1)));
  await expectFits(page);
  await expectEvenCards(page, CARDS);
  await page.evaluate((kept) => localStorage.setItem("favourites", JSON.stringify(kept)), [...ids, 59, 60].map(String));
  await page.goto("/favourites");
  await expect(page.locator(FAVOURITES)).toHaveCount(5);
  await expectFits(page);
  // Some of these also have a breed, in up to two lines.
  await expectEvenCards(page, FAVOURITES, 6);
  await expectEvenColumns(page);
  for (const path of [...ids.flatMap((id) => [`/animals/${id}`, `/animals/${id}/apply`]), ...privatePaths]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
  }
  await page.goto(`/animals/${ids[0]}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g), "pages of the kennel card").toHaveLength(1);
  // They leave the list, because other tests expect the demo animals there.
  for (const id of ids)
    await callWithKey(service, `/pets/${id}`, { method: "PATCH", ifMatch: "*", body: { status: "sold" } });
});
