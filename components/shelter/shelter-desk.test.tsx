import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { ShelterDesk } from "./shelter-desk";

const field = (label: string) => page.getByLabelText(label);
const save = page.getByRole("button", { name: "Save" });
const monday = page.getByRole("group", { name: "Monday" });

async function open(...exchanges: string[]) {
  await network.replay(...exchanges);
  return show(<ShelterDesk />, { path: "/staff/shelter", person: "ada" });
}

test("hours are checked, and the draft survives leaving the page", async () => {
  const opened = await open("shelter");
  await expect.element(monday).toMatchTextContent("Closed");
  await monday.getByRole("button", { name: "Add hours" }).click();
  await save.click();
  await expect.element(monday.getByLabelText("Closes")).toHaveFocus();
  await expect.element(monday.getByLabelText("Closes")).toHaveAccessibleDescription("Enter when it opens and closes");
  await monday.getByLabelText("Opens").fill("12:00");
  await monday.getByLabelText("Closes").fill("09:00");
  await expect.element(monday.getByLabelText("Closes")).toHaveAccessibleDescription(/It has to close after it opens/);
  await monday.getByLabelText("Opens").fill("08:00");
  await monday.getByRole("button", { name: "Add a period" }).click();
  await monday.getByLabelText("Opens").last().fill("10:00");
  await monday.getByLabelText("Closes").last().fill("12:00");
  await page.getByRole("button", { name: "Add a date with other hours" }).click();
  await page.getByRole("group", { name: "Date 1" }).getByLabelText("Date").fill("2030-12-24");
  await field("Note on the opening hours").fill("Ring the bell");
  await field("Telephone").fill("call us");
  await save.click();
  await expect.element(field("Telephone")).toHaveAccessibleDescription(/Enter a telephone number, such as/);
  await expectAccessible();
  await opened.unmount();
  await open("shelter");
  await expect.element(field("Telephone")).toHaveValue("call us");
  await expect.element(monday.getByLabelText("Closes").last()).toHaveValue("12:00");
  await expect.element(page.getByText("Not saved yet.")).toBeVisible();
  expect(network.writes()).toEqual([]);
});

test("Undo restores the earlier values, and leaves alone what is typed by then", async () => {
  await open("shelter", "shelter-moved", "shelter-moved-back", "shelter-after-undo");
  await field("City").fill("Little Newham");
  await save.click();
  await expect.element(page.getByText("The shelter was changed.")).toBeVisible();
  await expect.element(page.getByText("Not saved yet.")).not.toBeInTheDocument();
  await field("Street").fill("Unsaved Lane 1");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.element(page.getByText("Undone.")).toBeVisible();
  await expect.element(field("City")).toHaveValue("Barking");
  await expect.element(field("Street")).toHaveValue("Unsaved Lane 1");
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect.element(field("Street")).toHaveValue("1 Kennel Lane");
});

test("what two people have both changed has to be chosen, and nothing else", async () => {
  await open("shelter", "shelter-collision", "shelter-after-others", "shelter-mine");
  await field("Telephone").fill("+44 20 7946 0996");
  await field("Street").fill("1 Farm Lane");
  await save.click();
  const collision = page.getByRole("alert").filter({ hasText: "Somebody else changed the shelter" });
  await expect.element(collision).toMatchTextContent("TelephoneTheirs+44 20 7946 0997Yours+44 20 7946 0996");
  await expect.element(collision).not.toMatchTextContent("City");
  await expectAccessible();
  await page.getByRole("button", { name: "Use theirs" }).click();
  await expect.element(field("Telephone")).toHaveValue("+44 20 7946 0997");
  await expect.element(field("City")).toHaveValue("Elsewhere");
  await save.click();
  await expect.element(page.getByText("The shelter was changed.")).toBeVisible();
});
