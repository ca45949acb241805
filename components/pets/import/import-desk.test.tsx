import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { ImportDesk } from "./import-desk";

const FILE = [
  "No.\tName\tSpecies\tSex\tDOB\tRoom",
  "7\tPeanut\tGuinea pig\tFemale\t03/04/2024\tA",
  "8\tRolo\tHamster\tKtr.\t2024\tA",
  "9\t\tHamster\t\tlast year\tB",
].join("\n");

const heading = (name: string | RegExp) => page.getByRole("heading", { name });
const press = (name: string) => page.getByRole("button", { name }).click();

const open = () => show(<ImportDesk isAdmin />, { path: "/staff/animals/import", person: "ada" });

async function paste(text: string): Promise<void> {
  await page.getByLabelText("Rows from a spreadsheet").fill(text);
  await press("Continue");
}

test("columns and values are matched once, and the next file with these headings needs no answers", async () => {
  await network.replay("import-preview", "import-sent", "import-done");
  await page.viewport(360, 740);
  await open();
  await paste(FILE);
  await expect.element(heading("Match columns")).toHaveFocus();
  await expect.element(page.getByLabelText("No.")).toHaveValue("reference");
  await page.getByLabelText("Room").selectOptions("Kennel or foster home");
  await page.getByLabelText("Which comes first in 03/04/2024?").selectOptions("Month first");
  await expectAccessible();
  await press("Next");
  await expect.element(heading("Match values")).toHaveFocus();
  await page.getByLabelText("Ktr. 1 row").selectOptions("Male, neutered");
  await expectAccessible();
  await press("Next");
  await expect.element(heading("1 animal to add")).toBeVisible();
  await expect.element(page.getByText("Row 4 It has no name")).toBeVisible();
  await expect.element(heading("Left empty")).toBeVisible();
  await expect.element(page.getByText("“last year”")).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBe(360);

  await page.getByLabelText(/^Add Peanut/).click();
  await press("Import 2 animals");
  await expect.element(page.getByText("2 added, 1 left out")).toBeVisible();
  await press("Import more");
  await paste(FILE);
  await expect.element(heading("Check")).toHaveFocus();
  await expect.element(page.getByText("“Ktr.”")).not.toBeInTheDocument();
});

test("animals with the same numbers are updated only after an answer", async () => {
  await network.replay("import-preview-again");
  await open();
  const rows = FILE.split("\n").slice(0, 3).join("\n").replace("Ktr.", "Neutered Male").replace("Room", "Location");
  await paste(rows.replace("03/04/2024", "2024-03-04"));
  await expect.element(heading("2 rows have numbers that you imported before")).toBeVisible();
  await expectAccessible();
  await page.getByText("Update these animals").click();
  await expect.element(page.getByText("2 animals are already as the file has them.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Nothing to import" })).toBeVisible();
});

test("a file is read again in another encoding", async () => {
  await open();
  const bytes = Uint8Array.from([..."Name;Room\nZo"].map((letter) => letter.charCodeAt(0)).concat(0xeb, 59, 68));
  await page.getByLabelText("Choose a file").upload(new File([bytes], "animals.csv"));
  await expect.element(page.getByText("such as “Zoë”")).toBeVisible();
  await page.getByLabelText("Encoding of the file").selectOptions("UTF-16");
  await expect.element(page.getByText(/^This is no text in UTF-16/)).toBeVisible();
});

test("a kind that does not exist is made in the import, and all rows of its word have it", async () => {
  await network.refuse("POST /v1/categories", "kind-added");
  await network.refuse("POST /v1/imports/preview", "import-preview");
  await open();
  await paste("Name\tKind\nBo\tFerret\nBa\tferret");
  const choice = page.getByLabelText("Ferret 2 rows");
  await choice.selectOptions("A new kind …");
  await expect.element(page.getByLabelText("Name of the new kind")).toHaveValue("Ferret");
  await expectAccessible();
  await press("Add this kind");
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).toHaveDisplayValue("Ferret");
  await press("Next");
  const rows = ["Bo", "Ba"].map((name) => ({ name, categoryId: 9 }));
  await expect.poll(() => network.writes().at(-1)?.body).toEqual({ rows, byReference: true });
});
