import { loseAnswers } from "../support/breakable-network";
import { expect, fillSignIn, test } from "../support/service";
import { openImport, petsNamed, previewRow, rows, rowsBox } from "../support/staff-list";

test("being offline, a lost answer and a reload in the middle add nothing twice", async ({
  page,
  context,
  service,
}) => {
  await openImport(page, service);
  const third = { nth: 3, beforeLoss: () => context.setOffline(true) };
  await loseAnswers(page, "**/v1/pets", third);
  await rowsBox(page).fill(rows("Cut", 5));
  await page.getByRole("button", { name: "Add 5" }).click();
  await expect(page.getByText(/It stopped after 2 of 5 rows, and we do not know about row 3/)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText("2 of 5 done")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("5 added")).toBeVisible();
  expect(await petsNamed(service, "Cut")).toHaveLength(5);

  // The storage of the tab has no room for the rows, which are pasted again after the reload.
  await page.getByRole("button", { name: "Import more" }).click();
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (this: Storage, name: string, value: string) {
      if (name.startsWith("pets.import-text.")) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, name, value);
    };
  });
  await page.unroute("**/v1/pets");
  await loseAnswers(page, "**/v1/pets", third);
  await rowsBox(page).fill(rows("Bulky", 5));
  await expect(page.getByText(/^These rows are too many to be kept/)).toBeVisible();
  await page.getByRole("button", { name: "Add 5" }).click();
  await expect(page.getByText(/It stopped after 2 of 5 rows/)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("region", { name: "Interrupted import" })).toContainText("2 added");
  await rowsBox(page).fill(rows("Bulky", 5));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("5 added")).toBeVisible();
  expect(await petsNamed(service, "Bulky")).toHaveLength(5);
});

test("an import continues automatically after a 429, and after signing in when the session has ended", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  const refusals = [
    { status: 429, headers: { "retry-after": "1" }, json: { code: "rate_limited", message: "Too many", status: 429 } },
    { status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } },
    { status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } },
  ];
  let posts = 0;
  await page.route("**/v1/pets", (route) => {
    const refusal = route.request().method() === "POST" && ++posts > 1 ? refusals.shift() : undefined;
    return refusal ? route.fulfill(refusal) : route.continue();
  });
  await rowsBox(page).fill(rows("Throttled", 3));
  await page.getByRole("button", { name: "Add 3" }).click();
  await expect(page.getByText("You were signed out.")).toBeVisible();
  await fillSignIn(page, service.staff);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("3 added")).toBeVisible();
  expect(await petsNamed(service, "Throttled")).toHaveLength(3);
});

test("a row that the service refuses for certain leaves no doubt, and the others are added", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  let posts = 0;
  await page.route("**/v1/pets", (route) => {
    if (route.request().method() !== "POST" || ++posts > 1) return route.continue();
    return route.fulfill({ status: 413, json: { code: "payload_too_large", message: "Too large", status: 413 } });
  });
  await rowsBox(page).fill(rows("Refused", 2));
  await page.getByRole("button", { name: "Add 2" }).click();
  await expect(page.getByText("1 added, 1 not done")).toBeVisible();
  await expect(previewRow(page, "Refused 1")).toContainText("This row was refused.");
  await expect(page.getByText("we do not know")).toHaveCount(0);
  expect(await petsNamed(service, "Refused")).toHaveLength(1);
});
