import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { show } from "@/e2e/components/page";
import { Sheet } from "../../ui/sheet";
import { PetAddForm } from "./pet-add-form";

const name = page.getByLabelText("Name");
const kind = page.getByLabelText("Kind");
const add = page.getByRole("button", { name: "Add animal" });
const list = page.getByRole("listbox");
const onAdded = vi.fn();

/** Opens the form, types a name and a part of a kind, which the list then highlights. */
async function open(): Promise<void> {
  onAdded.mockClear();
  await network.replay("rabbit-added");
  await network.refuse("GET /v1/pets?q=", "rabbits-none");
  const form = <PetAddForm person="ada" onUnsaved={() => {}} onAdded={onAdded} onUndone={() => {}} />;
  await show(
    <Sheet open side title="Add an animal" onClose={() => {}}>
      {form}
    </Sheet>,
    { path: "/staff/animals", person: "ada" },
  );
  await name.fill("Early");
  await kind.fill("rab");
  await expect.element(page.getByRole("option", { name: "Rabbit" })).toHaveAttribute("data-highlighted");
}

test("typing while the request is pending keeps the text and the focus", async () => {
  await open();
  const release = network.hold("POST /v1/pets");
  await userEvent.keyboard("{Enter}");
  await add.click();
  await expect.element(page.getByRole("button", { name: "Adding…" })).toBeVisible();
  await name.fill("Next one");
  const status = page.getByLabelText("Status");
  (status.element() as HTMLElement).focus();
  release();
  await expect.element(page.getByText("Early was added.")).toBeVisible();
  await expect.element(add).toBeVisible();
  await expect.element(name).toHaveValue("Next one");
  await expect.element(status).toHaveFocus();
  expect(onAdded).not.toHaveBeenCalled();
});

test("Tab takes a highlighted kind; what was not typed is not taken, and no list covers the error", async () => {
  await open();
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
