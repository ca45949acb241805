import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPets, call, changesOf, newKind, numbered, petsOf } from "../support/calls";
import { rowsBox, toast } from "../support/pages";
import { expect, query, signIn, test } from "../support/service";

test("the animals of a filter are exported, and the file can be changed, imported again and undone", async ({
  page,
  service,
}) => {
  const kind = newKind();
  await signIn(page, service, "/staff/animals/import");
  // A name that a spreadsheet would take for a formula.
  const rows = ["Name\tKind\tStatus", `Sheet one\t${kind}\t`, `Sheet two\t${kind}\tpending`, `=Sheet three\t${kind}\t`];
  await rowsBox(page).fill(rows.join("\n"));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Import 3 animals" }).click();
  await expect(page.getByText("3 added")).toBeVisible();
  await page.goto(`/staff/animals?kind=${kind}&status=available`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("2 animals saved.")).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^animals-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  const [headings, ...lines] = csv.replace(/^\d+/gm, "id").split("\r\n");
  expect(headings).toMatch(/^\uFEFFid,name,kind,status,breed,.*good with cats,.*,story$/);
  const known = lines.map((line) => line.replace(/,+$/, ""));
  expect(known).toEqual([`id,'=Sheet three,${kind},Available`, `id,Sheet one,${kind},Available`, ""]);

  // The next visit shows the last import.
  await page.goto("/staff/animals/import");
  await expect(page.getByText("3 added")).toBeVisible();
  await expect(page.getByRole("region", { name: "Progress" })).toBeFocused();
  await page.getByRole("button", { name: "Import more" }).click();
  await expect(rowsBox(page)).toHaveValue("");
  const buffer = Buffer.from(csv.replace(`Sheet one,${kind},Available`, `Sheet one,${kind},Adopted`));
  await page.getByLabel("Choose a file").setInputFiles({ name: "changed.csv", mimeType: "text/csv", buffer });
  // A row that changes nothing says so, and is not counted.
  await expect(page.getByText("1 animal is already as the file has it.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Sheet one" })).toContainText("Available → Adopted");
  await page.getByRole("button", { name: "Import 1 animal", exact: true }).click();
  await expect(page.getByText("1 changed, 1 without a change")).toBeVisible();
  const stored = (status: string) => [
    { name: "=Sheet three", status: "available" },
    { name: "Sheet two", status: "pending" },
    { name: "Sheet one", status },
  ];
  expect(await petsOf(service, kind)).toMatchObject(stored("sold"));
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("button", { name: "Undo the import", exact: true }).click();
  // Its rows can be checked and imported again.
  await expect(page.getByRole("button", { name: "Import 1 animal", exact: true })).toBeVisible();
  expect(await petsOf(service, kind)).toMatchObject(stored("available"));
});

test("an import is made once, despite kill -9, a lost answer and a reload", async ({ page, service }) => {
  const kind = newKind();
  const rows = numbered("Cut", 5)
    .map((name) => `${name}\t${kind}`)
    .join("\n");
  await signIn(page, service, "/staff/animals/import");
  await loseAnswers(page, "**/v1/imports", { nth: 1, beforeLoss: () => service.launcher.kill() });
  await rowsBox(page).fill(rows);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Import 5 animals" }).click();
  await expect(page.getByText(/We do not know whether the rows arrived/)).toBeVisible();
  await service.restart();
  // If the service was killed while it imported them, its lease would have to end first.
  await query(service, "UPDATE jobs SET due_at = created_at WHERE status = 'waiting'");
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("5 added")).toBeVisible();
  expect(await petsOf(service, kind)).toHaveLength(5);
});

const report = (page: Page) => page.getByRole("region", { name: "Change of many animals" });

test("all animals that match are changed once, despite kill -9, a cut network and a reload", async ({
  page,
  service,
  context,
}) => {
  const kind = newKind();
  const ids = await addPets(service, kind, numbered("Many", 27));
  await signIn(page, service, `/staff/animals?kind=${kind}&sort=oldest`);
  const rows = report(page).getByRole("listitem");
  const keys = new Set<string | undefined>();
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/pets/batch")) keys.add(request.headers()["idempotency-key"]);
  });
  await test.step("a service that is killed cannot say what it has done", async () => {
    await loseAnswers(page, "**/v1/pets/batch", { nth: 1, beforeLoss: () => service.launcher.kill() });
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Select all 27 that match" }).click();
    await expect(page.getByText("27 selected")).toBeVisible();
    // Somebody else removes the first one, which is still selected.
    await call(service, `/pets/${ids[0]}`, { method: "DELETE" });
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Adopted" }).click();
    await expect(report(page)).toContainText("The service could not be reached.");
    await expect(report(page)).toContainText("no animal is changed twice");
    await expectAccessible(page);
  });
  await test.step("back online, and after a reload in the middle, the same request is sent again", async () => {
    await context.setOffline(true);
    await service.restart();
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/pets/batch", () => held.resolve(), { times: 1 });
    await context.setOffline(false);
    await held.promise;
    await page.reload();
    await expect(toast(page, "26 animals are now adopted. 1 was not changed.")).toBeVisible();
    expect(keys.size).toBe(1);
  });
  await test.step("each row says what became of it, also after another reload", async () => {
    await page.reload();
    await expect(rows).toHaveText(/^Many 001Somebody has removed this animal\./);
    await report(page).getByRole("button", { name: "Close" }).click();
    await expect(report(page)).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveCount(1);
  });
  await test.step("each animal was changed once", async () => {
    for (const id of ids.slice(1, 6)) expect(await changesOf(service, id)).toBe(2);
    expect(await call(service, `/pets?categoryId=${kind}&status=available`)).toEqual([]);
  });
});
