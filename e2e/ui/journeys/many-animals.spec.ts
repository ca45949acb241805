import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { plainPhoto } from "../../api/support/photos";
import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey, newKind } from "../support/key-calls";
import { expect, type Service, signIn, test } from "../support/service";
import { addPets, callAs, numbered } from "../support/staff-calls";
import { openImport, petsNamed, previewRow, rows, rowsBox } from "../support/staff-list";

test("the animals of a filter are exported, and the file can be changed and imported again", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  const kind = newKind();
  // A name that a spreadsheet would take for a formula.
  await rowsBox(page).fill(`Sheet one\t${kind}\nSheet two\t${kind}\tpending\n=Sheet three\t${kind}`);
  await page.getByRole("button", { name: "Add 3" }).click();
  await expect(page.getByText("3 added")).toBeVisible();
  await page.goto(`/staff/animals?kind=${kind}&status=available`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("2 animals saved.")).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^animals-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv.replace(/^\d+/gm, "id")).toBe(
    [
      "\uFEFFid,name,kind,status,breed,sex,born,size,good with children,good with dogs,good with cats,story",
      `id,'=Sheet three,${kind},Available,,,,,,,,`,
      `id,Sheet one,${kind},Available,,,,,,,,`,
      "",
    ].join("\r\n"),
  );

  // The next visit begins empty, with one line about the last import.
  await page.goto("/staff/animals/import");
  await expect(page.getByText("Last import: 3 added")).toBeVisible();
  await expect(rowsBox(page)).toHaveValue("");
  await page.getByRole("button", { name: "See its rows" }).click();
  await expect(previewRow(page, "Sheet two")).toContainText("Added");
  await expect(page.getByRole("region", { name: "Progress" })).toBeFocused();
  await page.reload();
  const buffer = Buffer.from(csv.replace(`Sheet one,${kind},Available`, `Sheet one,${kind},Adopted`));
  await page.getByLabel("Choose a CSV file").setInputFiles({ name: "changed.csv", mimeType: "text/csv", buffer });
  // A row that changes nothing says so, and is not counted.
  await expect(previewRow(page, "=Sheet three")).toContainText("Same");
  await expect(previewRow(page, "Sheet one")).toContainText("now Available →becomes Adopted");
  await page.getByRole("button", { name: "Change 1 animal", exact: true }).click();
  await expect(page.getByText("1 changed, 1 without a change")).toBeVisible();
  const stored = (status: string) => [
    { name: "=Sheet three", status: "available" },
    { name: "Sheet two", status: "pending" },
    { name: "Sheet one", status },
  ];
  expect(await petsNamed(service, "Sheet")).toMatchObject(stored("sold"));
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("button", { name: "Undo the import", exact: true }).click();
  await expect(page.getByText("1 set back, 1 without a change")).toBeVisible();
  await expect(previewRow(page, "Sheet one")).toContainText("Set back");
  expect(await petsNamed(service, "Sheet")).toMatchObject(stored("available"));
  const toast = page.getByRole("region", { name: "Notifications" });
  await expect(toast).toContainText("1 animal was set back.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 changed, 1 without a change")).toBeVisible();
  expect(await petsNamed(service, "Sheet")).toMatchObject(stored("sold"));
});

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

const report = (page: Page) => page.getByRole("region", { name: "Change of many animals" });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** Selects all animals that match the filters in the URL, on all pages of the list. */
async function selectAll(page: Page, count: number): Promise<void> {
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: `Select all ${count} that match` }).click();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
}

/** Selects all animals that match, and chooses a status for them. */
async function changeAll(page: Page, count: number, status: string): Promise<void> {
  await selectAll(page, count);
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: status }).click();
}

/** Lets the page ask as if the open adoptions began only afterwards. */
async function hideOpenAdoptions(page: Page): Promise<void> {
  await page.route("**/v1/store/orders?limit=100&status=open*", (route) => route.fulfill({ json: [] }));
}

test("all animals that match are changed once, despite a lost answer, a cut network and a reload", async ({
  page,
  service,
  context,
}) => {
  test.slow();
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Many", 230));
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: ids[0] } }]);
  await hideOpenAdoptions(page);
  await page.goto(`/staff/animals?kind=${kind}&sort=oldest`);
  const rows = report(page).getByRole("listitem");
  await test.step("a lost answer stops the change", async () => {
    // The first batch arrives, but its answer does not.
    await loseAnswers(page, "**/v1/pets/batch");
    await changeAll(page, 230, "Adopted");
    await expect(report(page)).toContainText("0 of 230 done, 230 still to do");
    await expect(report(page)).toContainText("no animal is changed twice");
  });
  await test.step("offline, it waits", async () => {
    // The network is lost, and then the page is reloaded in the middle. Until then no batch gets through, although the
    // page sends it again whenever the service answers anything else.
    await page.route("**/v1/pets/batch", (route) => route.abort());
    await context.setOffline(true);
    await page.unroute("**/v1/pets/batch");
    await report(page).getByRole("button", { name: "Continue" }).click();
    await expect(report(page)).toContainText("The service could not be reached.");
  });
  await test.step("after a reload in the middle, it continues and changes the rest", async () => {
    // Back online it continues automatically. The page is reloaded before the answer arrives.
    const sent = page.waitForRequest("**/v1/pets/batch");
    await page.route("**/v1/pets/batch", () => {});
    await context.setOffline(false);
    await sent;
    await page.reload();
    await page.unroute("**/v1/pets/batch");
    await expect(report(page)).toContainText("This stopped before it was finished.");
    await report(page).getByRole("button", { name: "Continue" }).click();
    await expect(toast(page)).toContainText("229 animals are now adopted. 1 was not changed.");
  });
  await test.step("each row says what became of it, also after another reload", async () => {
    for (const visit of ["now", "later"]) {
      await expect(rows, visit).toHaveText(/^Many 001An adoption of this animal is open\./);
      await page.reload();
    }
    await report(page).getByRole("button", { name: "Close" }).click();
    await expect(report(page)).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveCount(1);
  });
  await test.step("each animal was changed once", async () => {
    const histories = await callAs<object[]>(
      page,
      ids.slice(1, 6).map((id) => ({ path: `/pets/${id}/history` })),
    );
    for (const history of histories) expect(history).toHaveLength(2);
    const [left] = await callAs<object[]>(page, [{ path: `/pets?categoryId=${kind}&status=available&limit=100` }]);
    expect(left).toEqual([]);
  });
  await test.step("all animals that were not changed can be seen", async () => {
    await changeAll(page, 230, "Pending");
    await expect(report(page)).toContainText("No animals were changed. 229 were not changed. 1 was already pending.");
    await expect(rows).toHaveCount(50);
    for (const more of [50, 50, 50, 29]) {
      await report(page)
        .getByRole("button", { name: `Show ${more} more of 229` })
        .click();
    }
    await expect(rows).toHaveCount(229);
  });
});

// Toasts are dialogs too, so the name is needed.
const sheet = (page: Page) => page.getByRole("dialog", { name: /^Edit/ });
const photos = (page: Page) => sheet(page).getByRole("listitem", { name: /^Photo \d$/ });
const altOf = (page: Page, place: number) => sheet(page).getByLabel(`What photo ${place} shows`);

/** Photos of different shapes, so that each can be recognised. */
async function files(...names: string[]) {
  return Promise.all(
    names.map(async (name, index) => ({
      name,
      mimeType: "image/jpeg",
      buffer: await plainPhoto(400 + 100 * index, 300, "#8a6")
        .jpeg()
        .toBuffer(),
    })),
  );
}

const choose = (page: Page, chosen: Awaited<ReturnType<typeof files>>) =>
  sheet(page)
    .getByLabel(/Add (more )?photos/)
    .setInputFiles(chosen);

/** Opens the sheet of a new animal. `read` returns its photos through the API. */
async function openNew(page: Page, service: Service) {
  const id = await addPet(service, "Pictured", { categoryId: 1 });
  await signIn(page, service, `/staff/animals?edit=${id}`);
  await expect(sheet(page).getByRole("heading", { name: "Photos" })).toBeVisible();
  type Photos = { alt: string; width: number; urls: { 320: string } }[];
  const read = async () => (await callWithKey<{ photos: Photos }>(service, `/pets/${id}/profile`)).photos;
  return { id, read };
}

test("several photos are sent at once, described, ordered by keyboard and pointer, removed and restored", async ({
  page,
  service,
}) => {
  const { read } = await openNew(page, service);
  await choose(page, await files("one.jpg", "two.jpg", "three.jpg"));
  await expect(photos(page)).toHaveCount(3);
  await expect(photos(page).first()).toContainText("Cover");
  await expectAccessible(page);
  expect((await read()).map(({ width }) => width)).toEqual([400, 500, 600]);

  await altOf(page, 1).fill("Sleeping in the sun");
  await page.keyboard.press("Enter");
  await expect(photos(page).first()).toContainText("Saved");
  await altOf(page, 3).fill("On the sofa");
  await altOf(page, 3).blur();
  await expect.poll(async () => (await read())[2]?.alt).toBe("On the sofa");
  await expect(altOf(page, 3)).toHaveValue("On the sofa");

  await sheet(page).getByRole("button", { name: "Move Photo 1 later" }).focus();
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByText("Photo moved to place 2 of 3.")).toBeAttached();
  await expect(altOf(page, 2)).toHaveValue("Sleeping in the sun");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([500, 400, 600]);
  const undo = (text: string) =>
    page.locator("[data-part=toast]", { hasText: text }).getByRole("button", { name: "Undo" }).click();
  await undo("The order of the photos was changed.");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([400, 500, 600]);
  await sheet(page).getByRole("button", { name: "Move Photo 1 later" }).click();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([500, 400, 600]);
  await altOf(page, 1).fill("A mistake");
  await page.keyboard.press("Enter");
  await undo("What the photo shows was changed.");
  await expect
    .poll(async () => (await read()).map(({ alt }) => alt))
    .toEqual(["", "Sleeping in the sun", "On the sofa"]);

  const [from, to] = [photos(page).nth(2).getByRole("img"), photos(page).nth(0).getByRole("img")];
  await from.hover();
  await page.mouse.down();
  await to.hover({ force: true });
  await page.mouse.up();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([600, 500, 400]);
  await sheet(page).getByRole("button", { name: "Make cover: Photo 3" }).click();
  await expect(photos(page).first()).toBeFocused();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([400, 600, 500]);
  await undo("The order of the photos was changed.");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([600, 500, 400]);

  await sheet(page).getByRole("button", { name: "Remove Photo 3" }).click();
  await expect(sheet(page).getByRole("listitem", { name: "Photo 2" })).toBeFocused();
  await expect(photos(page)).toHaveCount(2);
  await expect.poll(async () => (await read()).length).toBe(2);
  await undo("The photo was removed.");
  await expect(photos(page)).toHaveCount(3);
  await expect
    .poll(async () => (await read()).map(({ alt }) => alt))
    .toEqual(["On the sofa", "", "Sleeping in the sun"]);
});
