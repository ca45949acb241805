import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { WRONG_TYPE } from "@/lib/pets/photos/edit";
import { PetSheet } from "./pet-sheet";

const name = page.getByLabelText("Name");
const kind = page.getByLabelText("Kind");
const story = page.getByLabelText("Story");
const status = page.getByLabelText("Status");
const add = page.getByRole("button", { name: "Add animal" });
const save = page.getByRole("button", { name: "Save", exact: true });
const UNKNOWN = "We do not know whether the animal was added.";
const onClose = vi.fn();
const onAdded = vi.fn();

/** Opens the sheet, for a new animal or for the one of the exchanges. */
function open(petId: bigint | null, person = "ada") {
  onClose.mockClear();
  onAdded.mockClear();
  const sheet = { listed: null, steps: null, onClose, onAdded };
  return show(<PetSheet petId={petId} {...sheet} finalFocus={() => null} />, { path: "/staff/animals", person });
}

/** Opens the animal of these exchanges, and waits for its values. */
async function openPet(...exchanges: string[]) {
  await network.replay(...exchanges);
  const shown = await open(1n);
  await expect.element(name).not.toHaveValue("");
  return shown;
}

async function chooseKind(typed: string, label: string): Promise<void> {
  await kind.fill(typed);
  await expect.element(page.getByRole("option", { name: label })).toHaveAttribute("data-highlighted");
  await userEvent.keyboard("{Enter}");
  await expect.element(kind).toHaveValue(label);
}

const press = (button: string) => page.getByRole("button", { name: button }).click();
const keysSent = () =>
  vi.mocked(fetch).mock.calls.flatMap(([, call]) => new Headers(call?.headers).get("Idempotency-Key") ?? []);

test("a new animal needs a name and a kind, and one of the same name and kind is pointed out", async () => {
  await network.replay("pets-plain");
  await open(null);
  await expect.element(name).toHaveFocus();
  await add.click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription("Enter a name");
  await name.fill("Plain");
  await add.click();
  await expect.element(kind).toHaveAccessibleDescription("Choose a kind");
  await expectAccessible();
  await chooseKind("cat", "Cat");
  const question = page.getByText("Same animal?");
  await expect.element(question).toMatchTextContent("Plain (Cat, available) has this name.");
  await chooseKind("horse", "Horse");
  await expect.element(question).not.toBeInTheDocument();
  expect(network.writes()).toEqual([]);
});

test("an animal is added once, and another can follow", async () => {
  await network.replay("pets-none", "pet-added", "pets-plain");
  const release = network.hold("POST /v1/pets");
  await open(null);
  await name.fill("Plain");
  await chooseKind("cat", "Cat");
  await expect.element(status).toHaveAccessibleDescription(/^Visitors see the animal as soon as you add it/);
  const another = page.getByRole("button", { name: "Add, then another" });
  await another.dblClick();
  await expect.element(page.getByRole("button", { name: "Adding…" })).toBeVisible();
  release();
  await expect.element(page.getByText("Plain was added.")).toBeVisible();
  await expect.element(name).toHaveValue("");
  await expect.element(name).toHaveFocus();
  await expect.element(kind).toHaveValue("Cat");
  await expect.poll(network.writes).toHaveLength(1);
});

test("typing while an animal is added keeps the text and the focus", async () => {
  await network.replay("pet-added");
  await network.refuse("GET /v1/pets?q=", "pets-none");
  const release = network.hold("POST /v1/pets");
  await open(null);
  await name.fill("Plain");
  await chooseKind("cat", "Cat");
  await add.click();
  await expect.element(page.getByRole("button", { name: "Adding…" })).toBeVisible();
  await name.fill("Next one");
  (status.element() as HTMLElement).focus();
  release();
  await expect.element(page.getByText("Plain was added.")).toBeVisible();
  await expect.element(add).toBeVisible();
  await expect.element(name).toHaveValue("Next one");
  await expect.element(status).toHaveFocus();
  expect(onAdded).not.toHaveBeenCalled();
});

test("Tab takes a highlighted kind; what was not typed is not taken, and no list covers the error", async () => {
  await network.refuse("GET /v1/pets?q=", "pets-none");
  await open(null);
  const list = page.getByRole("listbox");
  await name.fill("Early");
  await kind.fill("rab");
  await expect.element(page.getByRole("option", { name: "Rabbit" })).toHaveAttribute("data-highlighted");
  await userEvent.tab();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(kind).toHaveValue("Rabbit");
  await kind.fill("dgo");
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(kind).toHaveFocus();
  await expect.element(kind).toHaveAttribute("aria-invalid", "true");
  await expect.element(list).not.toBeInTheDocument();
  expect(network.writes()).toEqual([]);
});

test("files that are dropped anywhere on the sheet are taken as photos", async () => {
  await openPet("pet");
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["no picture"], "notes.txt"));
  const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
  page.getByRole("heading", { name: "Edit Plain" }).element().dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  await expect.element(page.getByRole("listitem").filter({ hasText: "notes.txt" })).toMatchTextContent(WRONG_TYPE);
});

test("after a lost answer and a reload, what was sent first is sent again, and what was edited since changes it", async () => {
  vi.spyOn(window, "fetch");
  await network.replay("pets-none", "pet-added", "pets-plain");
  await network.refuse("POST /v1/pets", "unavailable");
  const shown = await open(null);
  await name.fill("Plain");
  await chooseKind("cat", "Cat");
  await add.click();
  await expect.element(page.getByText(UNKNOWN)).toBeVisible();
  await shown.unmount();
  await open(null);
  await expect.element(page.getByText(UNKNOWN)).toBeVisible();
  await expect.element(name).toHaveValue("Plain");
  await expect.element(kind).toHaveValue("Cat");
  await name.fill("Plainer");
  await expect.element(page.getByText(UNKNOWN)).toBeVisible();
  await network.refuse("POST /v1/pets", "pet-added");
  await network.refuse("PATCH /v1/pets/", "pet-changed");
  await network.refuse("GET /v1/pets", "pets-none");
  await add.click();
  await expect.element(page.getByText("Plainer was added.")).toBeVisible();
  const [added] = network.writes().map(({ body }) => body);
  expect(network.writes().map(({ body }) => body)).toEqual([added, added, { name: "Plainer" }]);
  const [first, second] = keysSent();
  expect(second).toBe(first);
});

test("offline, nothing is sent, and the next person in the tab does not see what was typed", async () => {
  await network.refuse("GET /v1/pets?q=", "pets-none");
  const first = await open(null, "ada");
  await name.fill("Of Ada");
  await chooseKind("cat", "Cat");
  network.setOnline(false);
  await add.click();
  await expect.element(page.getByText("The animal was not added. You are offline.")).toBeVisible();
  expect(network.writes()).toEqual([]);
  network.setOnline(true);
  await first.unmount();
  const second = await open(null, "ben");
  await expect.element(name).toHaveValue("");
  await second.unmount();
  await open(null, "ada");
  await expect.element(name).toHaveValue("Of Ada");
});

test("all fields are saved with Ctrl and Enter, and the toast undoes the save as a whole", async () => {
  await openPet(
    ...["pet", "pet-changed", "profile-changed", "pet-edited", "profile-undone", "pet-undone", "pet-after-undo"],
  );
  await network.refuse("GET /v1/pets?q=", "pets-none");
  await name.fill("  Fancy ");
  await chooseKind("rab", "Rabbit");
  await status.selectOptions("Pending");
  await story.fill("Likes carrots.");
  await expect.element(page.getByText("14 of 2,000")).toBeVisible();
  await page.getByLabelText("Breed").fill(" Lop mix ");
  await page.getByRole("radio", { name: "Female" }).click();
  await page.getByRole("radio", { name: "Low energy" }).click();
  await page.getByLabelText("Adoption fee").fill("120.5");
  await page.getByRole("group", { name: "Good with dogs" }).getByRole("radio", { name: "No", exact: true }).click();
  await expectAccessible();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByText("Fancy was saved.")).toBeVisible();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  await press("Undo");
  await expect.element(page.getByText("Undone.")).toBeVisible();
  await expect.poll(network.writes).toHaveLength(4);
});

test("what is wrong is said at its field until it is corrected, and stays as typed", async () => {
  await openPet("pet");
  await network.refuse("GET /v1/pets?q=", "pets-none");
  await name.fill("");
  await save.click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription("Enter a name");
  await name.fill("x".repeat(256));
  await expect.element(name).toHaveAccessibleDescription("The name can have up to 255 characters");
  await name.fill("Wordy");
  await expect.element(name).not.toHaveAttribute("aria-invalid");

  await kind.fill("unicorn");
  await userEvent.tab();
  await expect.element(kind).toHaveAccessibleDescription(/^No kind of that name\./);
  await save.click();
  await expect.element(kind).toHaveFocus();
  await expect.element(kind).toHaveValue("unicorn");
  await chooseKind("cat", "Cat");

  const about = page.getByLabelText("About");
  await page.getByRole("radio", { name: "Estimate" }).click();
  await save.click();
  await expect.element(about).toHaveFocus();
  await expect.element(about).toHaveAccessibleDescription(/^Write about how old the animal is/);
  await about.fill("1,5");
  await expect.element(about).not.toHaveAttribute("aria-invalid");
  expect(network.writes()).toEqual([]);
});

test("a field that two people changed is chosen from both values, and other fields are merged", async () => {
  await page.viewport(360, 740);
  await openPet(...["shared", "shared-stale", "shared-theirs", "shared-mine", "shared-told", "shared-merged"]);
  await network.refuse("GET /v1/pets?q=", "pets-none");
  await name.fill("Mine");
  await story.fill("My story.");
  await save.click();
  const question = page.getByRole("alert").filter({ hasText: "Somebody else changed this animal" });
  await expect.element(question).toHaveFocus();
  await expect.element(question).toMatchTextContent("NameTheirsTheirsYoursMine");
  await expectAccessible();
  await save.click();
  await expect.element(question).toHaveFocus();
  await expect.element(status).toHaveValue("pending");
  await question.getByRole("button", { name: "Use mine" }).click();
  await expect.element(name).toHaveValue("Mine");
  await save.click();
  await expect.element(page.getByText("Mine was saved.")).toBeVisible();
});

test("what was typed offline survives a reload, and is sent once when the connection is back", async () => {
  const first = await openPet("pet", "pet-changed", "profile-changed", "pet-edited");
  await network.refuse("GET /v1/pets?q=", "pets-none");
  network.setOnline(false);
  await name.fill("Half");
  await save.click();
  const note = page.getByText("You are offline. Your changes are saved when the connection returns.");
  await expect.element(note).toBeVisible();
  // After more typing, the person saves again.
  await name.fill("Half a name");
  await expect.element(note).not.toBeInTheDocument();
  network.setOnline(true);
  await first.unmount();
  const second = await open(1n);
  await expect.element(name).toHaveValue("Half a name");
  await expect.element(page.getByText("These are your unsaved changes from last time.")).toBeVisible();
  await name.fill("Plain");
  await second.unmount();

  await openPet("before", "renamed", "after");
  network.setOnline(false);
  await name.fill("After");
  await save.click();
  await save.click();
  await expect.element(note).toBeVisible();
  expect(network.writes()).toEqual([]);
  network.setOnline(true);
  await expect.element(page.getByText("After was saved.")).toBeVisible();
  await expect.poll(network.writes).toHaveLength(1);
});

test("closing with unsaved text asks first, and Escape or Keep editing leads back to the form", async () => {
  await openPet("pet");
  await network.refuse("GET /v1/pets?q=", "pets-none");
  await name.fill("Kept");
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog");
  await expect.element(question.getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveFocus();
  await press("Close");
  await press("Keep editing");
  await expect.element(name).toHaveValue("Kept");
  expect(onClose).not.toHaveBeenCalled();
  await press("Close");
  await press("Discard");
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
});

test("an animal that is not there: the sheet says so", async () => {
  await network.replay("pet-gone");
  await open(1n);
  await expect.element(page.getByText("There is no animal with this number.")).toBeVisible();
  await press("Back to the list");
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
});
