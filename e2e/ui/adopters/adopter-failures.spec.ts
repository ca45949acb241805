import { expect, test } from "../support/service";

const cards = "[data-part=card]";

test("an invalid cursor says so, and leads to the first page with the other filters", async ({ page }) => {
  for (const path of ["/?status=all&cursor=nonsense", "/?status=all&sort=oldest&cursor=nonsense&page=2"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle("Page not known – Pawhaven");
    await expect(page.getByRole("heading", { name: "This page of the list does not exist", level: 1 })).toBeVisible();
    await expect(page.locator(cards)).toHaveCount(0);
    await page.getByRole("link", { name: "Go to the first page" }).click();
    await expect(page).toHaveURL(path.replace(/&cursor.*/, ""));
    await expect(page.locator(cards)).toHaveCount(24);
  }
});

test("when the API fails, an error and a retry button are shown", async ({ page }) => {
  await page.goto("/");
  await page.route("**/v1/**", (route) => route.abort());
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByText("The animals could not be loaded.")).toBeVisible();
  await page.unroute("**/v1/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(cards).first()).toBeVisible();
});

test("a list that could not be loaded offline is loaded when the connection is back", async ({ page, context }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await context.setOffline(true);
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByText("The animals could not be loaded.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(cards).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Pending animals/);
});

test("when the scripts for it cannot be loaded either, a link loads the page again", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  await page.route("**/chunks/**", (route) => route.abort());
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByText("The animals could not be loaded.")).toBeVisible();
  await page.unroute("**/chunks/**");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.locator(cards).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Pending animals/);
});

test("when the API sends an invalid response, an error and a retry button are shown", async ({ page }) => {
  await page.goto("/");
  await page.route("**/v1/**", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<html>" }));
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
});
