import { expect, test } from "../support/service";

const cards = "[data-part=card]";

test("a printed list has its heading and cards, and no controls", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto("/?good=children");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(cards).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const role of ["button", "searchbox", "combobox", "navigation"] as const)
    await expect(page.getByRole(role), role).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Remove filter|^Clear filters/ })).toHaveCount(0);
});
