import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { KindsDesk } from "./kinds-desk";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const row = (name: string) => page.getByRole("row", { name });

async function openAdding(...exchanges: string[]) {
  await network.replay(...exchanges);
  await show(<KindsDesk />, { path: "/staff/kinds", person: "ada" });
  await page.getByRole("button", { name: "Add a kind" }).click();
}

async function add(name: string) {
  await field("Name").fill(name);
  await field("Picture").selectOptions("Hamster");
  await field("Other words").fill("ferrets, polecat");
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

test("a kind is added and renamed", async () => {
  // Below the last row there is room for a toast.
  await page.viewport(1300, 1200);
  await openAdding("kinds", "kind-added", "kinds-with-ferret", "kind-renamed", "kinds-renamed");
  await add("Ferret");
  await expect.element(page.getByText("Ferret was saved.")).toBeVisible();
  await expect.element(row("Ferret")).toMatchTextContent("Ferretferretsferrets, polecat9");
  await expectAccessible();
  await row("Ferret").getByRole("button", { name: "Edit Ferret" }).click();
  await field("Name").fill("Furo");
  await field("Plural").fill("furos");
  await expectAccessible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(row("Furo")).toMatchTextContent("Furofurosferrets, polecat9");
});

test("a kind needs a name of its own, and its words and number are checked", async () => {
  await openAdding("kind-taken", "kinds-with-ferret");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(field("Name")).toHaveAccessibleDescription("Enter a name");
  await field("Number").fill("nine");
  await field("Other words").fill("a,".repeat(21));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.element(field("Number")).toHaveAccessibleDescription(/Enter a whole number/);
  await expect.element(field("Other words")).toHaveAccessibleDescription(/Enter up to 20 words of up to 40/);
  await field("Number").fill("");
  await add("ferret");
  await expect.element(page.getByText("There is a kind Ferret already")).toBeVisible();
  await expect.element(field("Name")).toHaveValue("ferret");
});
