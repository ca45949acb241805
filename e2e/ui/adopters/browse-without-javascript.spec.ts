import { expect, test } from "../support/service";

const cards = "[data-part=card]";

test.use({ javaScriptEnabled: false });

test("the list, the filter and the pages work", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(cards)).toHaveCount(24);
  const statuses = page.getByRole("navigation", { name: "Filter by status" });
  await statuses.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(/status=all/);
  const first = await page.locator(`${cards} h3`).allTextContents();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.locator(`${cards} h3`)).not.toHaveText(first);
  await page.getByRole("link", { name: "Previous page" }).click();
  await expect(page.locator(`${cards} h3`)).toHaveText(first);
});

test("nothing is offered that needs JavaScript", async ({ page }) => {
  await page.goto("/animals/1");
  await expect(page.getByRole("link", { name: "All animals" })).toBeVisible();
  const print = page.getByRole("button", { name: "Print", includeHidden: true });
  expect(await print.count()).toBeGreaterThan(0);
  for (const one of await print.all()) await expect(one).toBeHidden();
});

test("the staff page says that it needs JavaScript", async ({ page }) => {
  // If only Chromium's debugger switches scripts off, it parses <noscript> as if they ran. So check the source.
  expect(await (await page.request.get("/staff")).text()).toMatch(/<noscript>.*Signing in needs JavaScript\./);
});
