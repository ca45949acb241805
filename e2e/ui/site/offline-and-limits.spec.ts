import { expect, openHydrated, test } from "../support/service";

test("a banner is shown while the browser is offline", async ({ page, context }) => {
  await page.goto("/");
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
});

test("offline, a link keeps the page", async ({ page, context }) => {
  await openHydrated(page, "/");
  const animals = page.locator("[data-part=card]").getByRole("link");
  const names = await animals.allTextContents();
  await context.setOffline(true);
  await animals.nth(0).click();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await expect(animals).toHaveCount(names.length);
  await animals.nth(1).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(names[1]));
});

test("after a 429 a countdown is shown, then the list loads", async ({ page }) => {
  await page.goto("/");
  // Both refusals have the same text, so the second is awaited like the first.
  let refusals = 2;
  const headers = { "retry-after": "2" };
  const json = { code: "rate_limited", message: "The rate limit is exceeded", status: 429 };
  await page.route("**/v1/**", (route) =>
    refusals-- > 0 ? route.fulfill({ status: 429, headers, json }) : route.continue(),
  );
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByRole("timer")).toHaveText(/[12] seconds?/);
  await expect(page.getByRole("heading", { name: "Pending animals" })).toBeVisible();
});

test("after a 429 for the browser token a countdown is shown, then the list loads", async ({ page }) => {
  await page.goto("/");
  let refusals = 1;
  await page.route("**/browser-token", (route) =>
    refusals-- > 0 ? route.fulfill({ status: 429, headers: { "retry-after": "2" }, body: "Wait" }) : route.continue(),
  );
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByRole("timer")).toHaveText(/[12] seconds?/);
  await expect(page.getByRole("heading", { name: "Pending animals" })).toBeVisible();
});
