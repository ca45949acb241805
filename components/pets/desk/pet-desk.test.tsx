import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { PetDesk } from "./pet-desk";
import { RemovedPetsPanel } from "./removed-pets-panel";

const START = ["desk", "desk-versions", "desk-counts", "desk-latest", "desk-applicants"];
/** The list after a change, and what its polls read then. */
const after = (change: string) => [`desk-${change}`, `desk-${change}-versions`];
const SHEETS = ["sheet-cell", "sheet-quiet", "sheet-shared", "sheet-saved", "sheet-wanted"];
const LONG = "Bartholomew-Maximilian-the-Third-of-Upper-Something-and-Elsewhere";

const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const statusOf = (name: string) => page.getByRole("button", { name: `Status of ${name}:` });
const heading = page.getByRole("heading", { level: 2 });
const search = page.getByRole("searchbox");
const sheetOf = (name: string) => page.getByRole("dialog", { name: `Edit ${name}` });

async function choose(name: string, status: string): Promise<void> {
  await statusOf(name).click();
  await page.getByRole("menuitem", { name: status }).click();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key);
}

/** Opens the list with five animals. Later exchanges are those of changes. */
async function open(...later: string[]) {
  await network.replay(...START, ...later);
  const shown = await show(<PetDesk />, { path: "/staff/animals", person: "ada" });
  await expect.element(row("Cell")).toBeVisible();
  return shown;
}

test("no animals yet, none that match, a busy and a failed list: the page says so", async () => {
  await network.replay("desk-empty", "desk-empty-versions", "desk-empty-counts", "desk-none", "desk-none-versions");
  const empty = await show(<PetDesk />, { path: "/staff/animals" });
  await expect.element(page.getByText("No animals yet.")).toBeVisible();
  await empty.unmount();

  await network.replay(...START, "desk-none", "desk-none-versions");
  const none = await show(<PetDesk />, { path: "/staff/animals?q=Ponies" });
  await expect.element(heading).toHaveTextContent("0 animals with “Ponies”");
  await page.getByRole("button", { name: "Show all animals" }).click();
  await expect.element(row("Cell")).toBeVisible();
  await expect.element(search).toHaveValue("");
  await expect.poll(() => location.search).toBe("");
  await none.unmount();

  await network.refuse("GET /v1/pets?", "unavailable");
  const release = network.hold("GET /v1/pets?");
  await show(<PetDesk />, { path: "/staff/animals" });
  await expect.element(page.getByText("Loading…")).toBeInTheDocument();
  release();
  await expect.element(page.getByText("The animals could not be loaded.")).toBeVisible();
  network.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(row("Cell")).toBeVisible();
});

test("each row says what is known, and a search where it was found", async () => {
  const found = ["desk-found", "desk-found-versions", "desk-found-latest", "desk-found-applicants"];
  await open(...found);
  await expect.element(heading).toHaveTextContent("5 animals");
  await expect.element(row("Wanted")).toMatchTextContent("no photo, 1 applicant");
  await expect.element(row("Cell")).toMatchTextContent(/by Ada/);
  await search.fill("zottel");
  await expect.element(heading).toHaveTextContent("2 animals with “zottel” in the name, breed or story");
  await expect.poll(() => location.search).toBe("?q=zottel");
  await expect.element(row("Quiet")).toMatchTextContent("Breed: Zottelhund mix");
  await expect.element(row("Cell").getByText("zottelhund", { exact: true })).toBeVisible();
  await page.viewport(360, 740);
  await expectAccessible();
  expect(page.getByRole("table").element().getBoundingClientRect().right).toBeLessThanOrEqual(360);
});

test("a heading sorts the list and leads back to the newest, and a list that is too long says so", async () => {
  await open("desk-by-name", "desk-by-name-versions", "desk-by-name-latest", "desk-by-name-applicants");
  const names = () =>
    page
      .getByRole("rowheader")
      .elements()
      .map((cell) => cell.querySelector("bdi")?.textContent);
  expect(names()[0]).toBe("Wanted");
  await page.getByRole("button", { name: "Animal", exact: true }).click();
  await expect.poll(names).toEqual([LONG, "Cell", "Quiet", "Shared", "Wanted"]);
  const sorted = page.getByRole("columnheader", { name: "Animal, by name" });
  await expect.element(sorted).toHaveAttribute("aria-sort", "ascending");
  expect(location.search).toBe("?sort=name");
  await expectAccessible();
  await sorted.getByRole("button").click();
  await expect.poll(() => names()[0]).toBe("Wanted");
  expect(location.search).toBe("");

  await network.refuse("GET /v1/pets?", "desk-too-many");
  await page.getByRole("button", { name: "Waiting", exact: true }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("More than 10,000 animals match");
  network.recover();
  await page.getByRole("button", { name: "Show the newest first" }).click();
  await expect.element(row("Cell")).toBeVisible();
});

test("a status is changed in its cell, which is busy until then, and undone with the keyboard", async () => {
  await open("cell-pending", ...after("pending"), "cell-undone", ...after("undone"));
  const release = network.hold("PATCH /v1/pets");
  await choose("Cell", "Pending");
  await expect.element(statusOf("Cell")).toHaveAttribute("aria-busy", "true");
  await expect.element(statusOf("Cell")).toMatchTextContent("Pending");
  release();
  await expect.element(page.getByText("Cell is now pending.")).toBeVisible();
  // In a field, these keys undo what was typed there.
  await search.click();
  await press("{Control>}z{/Control}");
  (statusOf("Cell").element() as HTMLElement).focus();
  await press("{Control>}z{/Control}");
  await expect.element(page.getByText("Undone.")).toBeVisible();
  await expect.element(page.getByText("Cell is now pending.")).not.toBeInTheDocument();
  await expect.element(statusOf("Cell")).toMatchTextContent("Available");
  await expect.element(statusOf("Cell")).toHaveFocus();
  await expect.poll(network.writes).toHaveLength(2);
});

test("a status that somebody else has changed meanwhile lets people choose", async () => {
  await open("shared-refused", "shared-current", ...after("collided"));
  await choose("Shared", "Pending");
  const question = page.getByRole("alert").filter({ hasText: "Shared" });
  await expect.element(question).toMatchTextContent(/Status\s*Theirs\s*Adopted\s*Yours\s*Pending/);
  await expectAccessible();
  await question.getByRole("button", { name: "Use theirs" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(statusOf("Shared")).toMatchTextContent("Adopted");
});

test("a change waits in its row while offline or after a lost answer, also after a reload", async () => {
  const first = await open("cell-pending", ...after("pending"));
  network.setOnline(false);
  await choose("Cell", "Pending");
  await expect.element(page.getByText("Cell is not pending yet.")).toBeVisible();
  await expect.element(row("Cell").getByText("Not saved yet")).toBeVisible();
  await expect.element(statusOf("Cell")).toMatchTextContent("Pending");
  await first.unmount();
  network.setOnline(true);
  await network.refuse("PATCH /v1/pets", "unavailable");
  await open("cell-pending", ...after("pending"));
  await expect.element(page.getByText("Cell is not pending yet.")).toBeVisible();
  // An answer to the page that arrives later would send it again by itself.
  await network.settle();
  network.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Cell is now pending.")).toBeVisible();
  await expect.element(row("Cell").getByText("Not saved yet")).not.toBeInTheDocument();
});

test("where somebody is waiting, adopting asks first, and Cancel changes nothing", async () => {
  await open("wanted-asked", "wanted-adopted", ...after("adopted"));
  const question = page.getByRole("alertdialog", { name: "Mark Wanted as adopted?" });
  await choose("Wanted", "Adopted");
  await expectAccessible();
  await expect.element(question).toMatchTextContent("1 person is waiting for this animal.");
  await expect.element(question).toMatchTextContent("Their application will be declined: Vera Applies.");
  await expect
    .element(question.getByRole("link", { name: "Choose who adopts" }))
    .toHaveAttribute("href", "/staff/applications?petId=1");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(statusOf("Wanted")).toMatchTextContent("Available");
  await expect.element(statusOf("Wanted")).toHaveFocus();
  await choose("Wanted", "Adopted");
  await question.getByRole("button", { name: "Mark as adopted" }).click();
  await expect.element(statusOf("Wanted")).toMatchTextContent("Adopted");
  await expect.element(page.getByRole("button", { name: "Record the adopter" })).toBeVisible();
});

test("an animal is removed and restored, and the next row has the focus", async () => {
  const removed = [...after("removed"), "desk-removed-latest", "desk-removed-applicants"];
  await open("quiet-removed", ...removed, "quiet-restored", ...after("restored"));
  await page.getByRole("button", { name: "Actions for Quiet" }).click();
  await page.getByRole("menuitem", { name: "Remove from the list" }).click();
  await expect.element(page.getByText("Quiet was removed.")).toBeVisible();
  await expect.element(row("Quiet")).not.toBeInTheDocument();
  await expect.element(box("Cell")).toHaveFocus();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("Undone.")).toBeVisible();
  await expect.element(row("Quiet")).toBeVisible();
});

test("a removed animal is restored on the page of removed ones", async () => {
  await network.replay("removed-list", "quiet-restored", "removed-none");
  await show(
    <>
      <h1 tabIndex={-1}>Removed animals</h1>
      <RemovedPetsPanel />
    </>,
    { path: "/staff/animals/removed" },
  );
  const restore = page.getByRole("listitem").filter({ hasText: "Quiet" }).getByRole("button", { name: "Restore" });
  await expect
    .element(page.getByRole("list", { name: "Removed animals" }))
    .toMatchTextContent(/Dog, removed .+ by Ada/);
  await expectAccessible();
  await network.refuse("POST /v1/changes", "unavailable");
  await restore.click();
  await expect.element(page.getByRole("listitem").getByRole("alert")).toBeVisible();
  network.recover();
  await restore.click();
  await expect.element(page.getByText("Quiet is in the list again.")).toBeVisible();
  await expect.element(page.getByText("No animals have been removed.")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("keys select rows, and so does a click with Shift", async () => {
  await open();
  await press("{ArrowDown}");
  await expect.element(box("Wanted")).toHaveFocus();
  await press("{ArrowDown}", " ", "{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await expect.element(page.getByText("3 selected")).toBeVisible();
  await expectAccessible();
  await press("j");
  await expect.element(box("Cell")).toHaveFocus();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(box("Cell")).toHaveFocus();
  await press("k", "k", "j", " ", "{Shift>}{ArrowUp}{/Shift}");
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await press("{Escape}");
  await expect.element(page.getByText("2 selected")).not.toBeInTheDocument();
  await expect.element(box("Shared")).toHaveFocus();
  await box("Wanted").click();
  await box("Cell").click({ modifiers: ["Shift"] });
  await expect.element(page.getByText("5 selected")).toBeVisible();
});

test("letters open the status, the sheet and the search, unless they are switched off", async () => {
  await open(...SHEETS);
  await box("Quiet").click();
  await press("s");
  await expect.element(page.getByRole("menuitem", { name: "Pending" })).toHaveFocus();
  await press("{Escape}", "{Escape}");
  await expect.element(box("Quiet")).toHaveFocus();
  await press("e");
  await expect.element(page.getByRole("heading", { name: "Edit Quiet" })).toHaveFocus();
  await press("{Escape}");
  await expect.element(sheetOf("Quiet")).not.toBeInTheDocument();
  await expect.element(box("Quiet")).toHaveFocus();
  await press("/");
  await expect.element(search).toHaveFocus();
  await press("{ArrowDown}");
  await expect.element(box("Wanted")).toHaveFocus();
  await press("?");
  await expectAccessible();
  await page.getByLabelText("Single letters are shortcuts").click();
  await press("{Escape}");
  await expect.element(page.getByRole("dialog", { name: "Keyboard" })).not.toBeInTheDocument();
  await box("Quiet").click();
  await press("e", "n", "{ArrowDown}");
  await expect.element(box("Cell")).toHaveFocus();
  expect(page.getByRole("dialog", { name: /^(Edit|Add)/ }).elements()).toEqual([]);
});

test("steps lead through the list, unsaved text asks first, and an unsaved animal is marked", async () => {
  await open(...SHEETS);
  await network.refuse("GET /v1/pets?q=", "pets-none");
  const next = page.getByRole("button", { name: "Next animal" });
  const previous = page.getByRole("button", { name: "Previous animal" });
  const name = page.getByRole("textbox", { name: "Name" });
  await row(LONG).getByRole("link").click();
  await expect.element(name).toHaveValue(LONG);
  await press("k");
  await expect.element(page.getByRole("heading", { name: "Edit Wanted" })).toHaveFocus();
  await expect.element(name).toHaveValue("Wanted");
  await expect.element(previous).toHaveAttribute("aria-disabled", "true");
  await press("j");
  await next.click();
  await expect.element(name).toHaveValue("Shared");
  await expect.element(next).toHaveFocus();
  await name.fill("Shared too");
  await next.click();
  const question = page.getByRole("alertdialog", { name: "Your changes are not saved. Discard them?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(next).toHaveFocus();
  // Letters are text here, and "Back" closes the sheet, wherever the steps have led.
  await name.click();
  await press("j");
  await expect.element(name).toHaveValue("Shared tooj");
  history.back();
  await expect.element(sheetOf("Shared")).not.toBeInTheDocument();
  await expect.element(row("Shared")).toMatchTextContent("Not saved");
  await row("Shared").getByRole("link").click();
  await expect.element(name).toHaveValue("Shared tooj");
  await next.click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect.element(name).toHaveValue("Quiet");
});
