import { expect, test } from "./service";

const cards = "[data-part=card]";

test.describe("favourites", () => {
  test("a heart keeps an animal on the device; all tabs and the next visit know it", async ({ page, context }) => {
    await page.goto("/");
    const heart = page
      .locator(cards)
      .first()
      .getByRole("button", { name: /^Favourite: / });
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    const other = await context.newPage();
    await other.goto("/");
    await heart.focus();
    await page.keyboard.press("Enter");
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    const same = other
      .locator(cards)
      .first()
      .getByRole("button", { name: /^Favourite: / });
    await expect(same).toHaveAttribute("aria-pressed", "true");
    await same.click();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
    await heart.click();
    await page.reload();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("damaged storage is no favourites; a hundred are the most", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("favourites", "{not json"));
    await page.reload();
    const heart = page
      .locator(cards)
      .first()
      .getByRole("button", { name: /^Favourite: / });
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await page.evaluate(() =>
      localStorage.setItem("favourites", JSON.stringify(Array.from({ length: 100 }, (_, id) => String(id + 1_000)))),
    );
    await page.reload();
    await heart.click();
    await expect(page.getByText("You have 100 favourites, as many as we can keep.")).toBeVisible();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
  });
});
