import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessibility";
import { newKind } from "../support/key-calls";
import { expect, test } from "../support/service";
import { callAs } from "../support/staff-calls";
import { openImport, petsNamed, previewRow, rows, rowsBox } from "../support/staff-list";

test("headings in any order are recognised and can be corrected, and rows with an id change that animal", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  await rowsBox(page).fill("Kiten\tImported one\nponies\tImported two");
  // Without known headings, the first column is taken for the names.
  await page.getByLabel("Column 1").selectOption("Kind");
  await page.getByLabel("Column 2").selectOption("Name");
  // A mistyped kind is never guessed silently.
  await page.getByRole("button", { name: "Did you mean Cat?" }).click();
  await expect(page.getByLabel("Kind of row 1")).toBeFocused();
  await expect(page.getByLabel("Kind of row 1")).toHaveValue("Cat");
  await page.getByRole("button", { name: "Add 2" }).click();
  await expect(page.getByText("2 added")).toBeVisible();
  const [two, one] = await petsNamed(service, "Imported");
  expect(one?.name).toBe("Imported one");

  await page.getByRole("button", { name: "Import more" }).click();
  const csv = [
    "id;Status;Animal;Gender;Born",
    "9000000000000000;;Nobody;;",
    `${one?.id};pending;Imported one;;`,
    `${two?.id};;Renamed two;f;2023-05`,
  ].join("\n");
  await page
    .getByLabel("Choose a CSV file")
    .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(previewRow(page, "Nobody")).toContainText("No animal has this id");
  await expect(previewRow(page, "Imported one")).toContainText("now Available →becomes Pending");
  await page.getByRole("button", { name: "Change 3" }).click();
  await expect(page.getByText("2 changed, 1 not done")).toBeVisible();
  await expect(previewRow(page, "Nobody")).toContainText("There is no animal with this id");
  // The result has the order of the file, and the words of the list.
  await expect(page.getByRole("row").nth(1)).toContainText("Nobody");
  await expect(page.getByRole("row").nth(3)).toContainText("now Not known →becomes Female");
  expect(await petsNamed(service, "Imported one")).toMatchObject([{ status: "pending", profile: { sex: null } }]);
  expect(await petsNamed(service, "Renamed two")).toMatchObject([{ profile: { sex: "female", bornOn: "2023-05" } }]);
});

test("on a phone, the outcome of an import that was started far below is in view and announced", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openImport(page, service);
  await rowsBox(page).fill(`${rows("Far below", 12)}\nFar out\tDragon`);
  // While somebody types, the text stays open above the rows.
  await page.getByRole("row").last().scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Add 12" }).click();
  const outcome = page.getByRole("status").filter({ hasText: "12 added, 1 with a mistake" });
  await expect(outcome).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Progress" })).toBeFocused();
});

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

test("on a phone, errors and known names are shown at their cells, which can be corrected there", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openImport(page, service);
  await rowsBox(page).fill("Twin\tdog\ntwin\tdog");
  await expect(previewRow(page, "Twin")).toContainText([
    "Same animal? Row 2 has this name too.",
    "Row 1 has this name too.",
  ]);
  await rowsBox(page).fill("");
  await expect(page.getByRole("region", { name: "Interrupted import" })).toHaveCount(0);
  await rowsBox(page).fill(`Sadie\tdog\nBo\tdragon\n${"long ".repeat(52)}\tcat`);
  const wrong = page.getByText(/ is not a known kind$/);
  await wrong.scrollIntoViewIfNeeded();
  const place = await wrong.boundingBox();
  expect(place && place.x >= 0 && place.x + place.width <= 360).toBe(true);
  await expect(page.getByText("The name can have up to 255 characters")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect((await page.getByLabel("Name of row 3").boundingBox())?.height).toBeLessThan(60);
  await expect(previewRow(page, "Sadie")).toContainText("Same animal?");
  await expect(page.getByRole("button", { name: "Nothing to add" })).toBeVisible();
  // A row with an error is corrected in place, or left out.
  await page.getByLabel("Name of row 3").fill("Short");
  await expect(page.getByLabel("Name of row 3")).toBeFocused();
  await page.getByRole("button", { name: "Add 1 animal" }).click();
  await expect(page.getByText("1 added, 1 with a mistake, 1 duplicate left out")).toBeVisible();
  await expect(page.getByRole("region", { name: "Progress" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Added" })).toHaveAttribute("href", /^\/staff\/animals\?edit=\d+$/);
  await expectAccessible(page);
  // A row that was left out because of an error can be corrected afterwards.
  await expect(wrong).toBeVisible();
  await page.getByRole("button", { name: "Correct the 1 with a mistake" }).click();
  await expect(page.getByRole("heading", { name: "1 row" })).toBeFocused();
  await page.getByLabel("Kind of row 2").selectOption("Cat");
  await expect(wrong).toHaveCount(0);
  await page.getByRole("button", { name: "Add 1 animal", exact: true }).click();
  await expect(page.getByText("1 added", { exact: true })).toBeVisible();
  expect(await petsNamed(service, "Short")).toHaveLength(1);
  await page.getByRole("link", { name: "See the animals" }).click();
  await expect(page.getByRole("link", { name: "Short" })).toBeVisible();
  // The result has been read, so the next import begins empty.
  await page.goBack();
  await expect(page.getByRole("region", { name: "Last import" })).toContainText("1 added");
  await expect(rowsBox(page)).toHaveValue("");
  await expectAccessible(page);
});

test("rows with errors come first, and rows that look like an animal that exists are left out at first", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  await callAs(page, [{ path: "/pets", method: "POST", body: { name: "Known one", categoryId: 2 } }]);
  await rowsBox(page).fill("Known one\tcat\nKnown one\tdog\nFresh one\tcat\nWrong one\tdragon");
  await expect(page.getByRole("row").nth(1)).toContainText("Wrong one");
  const note = page.getByText("1 row is left out, because you already have an animal of the same name and kind.");
  await expect(note).toBeVisible();
  await expect(page.getByRole("button", { name: "Add 2 animals" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add it anyway" }).click();
  await expect(page.getByRole("heading", { name: "4 rows" })).toBeFocused();
  await expect(note).toHaveCount(0);
  await page.reload();
  // The names are looked up again, but the person has decided.
  // Only the row of the same kind is questioned.
  await expect(page.getByText("Same animal?")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Add 3 animals" })).toBeVisible();
  await page.getByRole("button", { name: "Leave out row 1" }).click();
  await page.getByRole("button", { name: "Add anyway: row 1" }).click();
  await page.getByRole("button", { name: "Add 3 animals" }).click();
  await expect(page.getByText("3 added, 1 with a mistake")).toBeVisible();
  expect(await petsNamed(service, "Known one")).toHaveLength(3);
});

test("the text is folded once rows are pasted, and opens again to be changed", async ({ page, context, service }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openImport(page, service);
  await page.evaluate(() => navigator.clipboard.writeText("Folded one\tdog\nFolded two\tdragon"));
  await rowsBox(page).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByRole("heading", { name: "2 rows" })).toBeFocused();
  await expect(rowsBox(page)).toHaveCount(0);
  await expect(page.getByText("1 of 2 rows is ready. 1 has an error and comes first")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change the text" }).click();
  await expect(rowsBox(page)).toBeFocused();
  // Typing does not fold it.
  await rowsBox(page).fill("Folded one\tdog\nFolded two\tcat");
  await expect(page.getByRole("button", { name: "Add 2 animals" })).toBeVisible();
  await page.getByRole("button", { name: "Hide the text" }).click();
  await expect(rowsBox(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(rowsBox(page)).toHaveValue("");
});

test("a row that repeats an earlier one is left out at first", async ({ page, service }) => {
  await openImport(page, service);
  await rowsBox(page).fill("Name\tKind\tSex\nTwin row\tdog\tf\nTwin row\tdog\tf\nTwin row\tdog\tm");
  await expect(page.getByText("1 row is left out, because it is the same as an earlier row.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add anyway: row 3" })).toBeVisible();
  await page.getByRole("button", { name: "Add 2 animals" }).click();
  await expect(page.getByText("2 added, 1 duplicate left out")).toBeVisible();
  expect(await petsNamed(service, "Twin row")).toHaveLength(2);
});

test("an import is undone as a whole, but for an animal that was changed since, and that is undone too", async ({
  page,
  service,
}) => {
  await openImport(page, service);
  // The first row has details, so its last version is not the one that its addition made.
  await rowsBox(page).fill("Name\tKind\tSex\nWrong 1\tDog\tf\nWrong 2\tDog\t\nWrong 3\tDog\t");
  await page.getByRole("button", { name: "Add 3" }).click();
  await expect(page.getByText("3 added")).toBeVisible();
  const id = (await petsNamed(service, "Wrong 2"))[0]?.id;
  await callAs(page, [{ path: `/pets/${id}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } }]);
  await page.reload();
  await expect(rowsBox(page)).toBeVisible();
  await page.getByRole("button", { name: "Undo this import" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove the 3 animals that this import has added?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove 3 animals" }).click();
  await expect(page.getByText("1 added, 2 removed again")).toBeVisible();
  const report = page.getByRole("region", { name: "Change of many animals" });
  await expect(report).toContainText("2 animals were removed. 1 was not removed.");
  await expect(report.getByRole("listitem")).toHaveText(/^Wrong 2.*It was changed in the meantime/);
  await expect(previewRow(page, "Wrong 1")).toContainText("Removed again");
  await expectAccessible(page);
  expect(await petsNamed(service, "Wrong")).toHaveLength(1);
  const toast = page.getByRole("region", { name: "Notifications" });
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(toast).toContainText("2 animals were restored.");
  await expect(page.getByText("3 added")).toBeVisible();
  expect((await petsNamed(service, "Wrong")).map(({ profile }) => profile.sex)).toEqual([null, null, "female"]);
});
