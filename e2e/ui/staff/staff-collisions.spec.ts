import type { Browser, Page } from "@playwright/test";
import { newKind } from "../support/key-calls";
import { expect, type Service, signIn, test } from "../support/service";
import { addPets, callAs } from "../support/staff-calls";
import { ANIMALS, choose, row, statusOf } from "../support/staff-list";

/** Signs in, in another browser. */
async function another(browser: Browser, service: Service): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.origin });
  const page = await context.newPage();
  await signIn(page, service);
  return page;
}

test("another person's change appears without a reload, and a colliding one lets people choose", async ({
  page,
  browser,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [, second] = await addPets(page, kind, ["Shared", "Quiet"]);
  const other = await another(browser, service);
  for (const one of [page, other]) {
    await one.goto(`${ANIMALS}?kind=${kind}`);
    await expect(row(one, "Quiet")).toBeVisible();
  }
  await choose(other, "Quiet", "Adopted");
  // It appears within seconds.
  await expect(statusOf(page, "Quiet")).toHaveText("Adopted", { timeout: 10_000 });

  // This page no longer sees the other person's changes.
  await page.route("**/v1/pets?limit=25&include=version&*", (route) => route.abort());
  await choose(other, "Shared", "Adopted");
  await expect(other.getByText("Shared is now adopted.")).toBeVisible();
  await callAs(other, [{ path: `/pets/${second}`, method: "PATCH", ifMatch: "*", body: { name: "Quieter" } }]);
  await choose(page, "Shared", "Pending");
  await expect(page.getByText(/The status is now Adopted\. You chose Pending/)).toBeVisible();
  await page.getByRole("button", { name: "Keep Adopted" }).click();
  await expect(statusOf(page, "Shared")).toHaveText("Adopted");
  await expect(page.getByRole("alert").filter({ hasText: "Shared" })).toHaveCount(0);
  // The other person changed only the name, which is not a collision.
  await choose(page, "Quiet", "Available");
  await expect(page.getByText("Quiet is now available.")).toBeVisible();
  await page.unroute("**/v1/pets?limit=25&include=version&*");
  await expect(row(page, "Quieter")).toBeVisible();
  await other.context().close();
});

test("an animal whose changes were typed but not saved is marked in the list", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Drafted", "Untouched"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const sheet = page.getByRole("dialog", { name: "Edit Drafted" });
  const mark = page.getByText("Not saved", { exact: true });
  await row(page, "Drafted").getByRole("link").click();
  await sheet.getByLabel("Story").fill("Half a story");
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(mark).toHaveCount(1);
  await expect(row(page, "Drafted")).toContainText("Not saved");
  await page.reload();
  await expect(row(page, "Drafted")).toContainText("Not saved");
  // The link over the row opens the sheet.
  await mark.click({ force: true });
  await expect(sheet.getByLabel("Story")).toHaveValue("Half a story");
  const note = sheet.getByText("These are your unsaved changes from last time.");
  await expect(note).toBeVisible();
  await sheet.getByLabel("Story").fill("Another story");
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Drafted was saved.")).toBeVisible();
  await expect(mark).toHaveCount(0);
});
