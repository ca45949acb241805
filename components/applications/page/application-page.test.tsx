import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, router, show } from "@/e2e/components/page";
import type { Application } from "@/lib/applications/schema";
import type { Shelter } from "@/lib/shelter/schema";
import { ApplicationPage } from "./application-page";

const next = page.getByRole("region", { name: "What next?" });
const text = page.getByLabelText("Your text");
const written = () => (text.element() as HTMLTextAreaElement).value;
const template = page.getByLabelText("Start from a template");
const button = (name: string) => page.getByRole("button", { name });

/** Opens the page of a recorded application, which changes as the further exchanges say. */
async function open(name: string, ...further: string[]): Promise<string> {
  await network.replay("shelter", name, `${name}-list`, `${name}-pet`, ...further);
  const { id } = (await read(name)).body as Application;
  await showPage(id);
  await expect.element(page.getByRole("heading", { level: 1, name: "Zoë Quick" })).toBeVisible();
  return id;
}

/** Shows the page, and after a reload again. */
async function showPage(id: string): Promise<void> {
  await cleanup();
  const shelter = (await read("shelter")).body as Shelter;
  await show(<ApplicationPage id={id} isAdmin={false} shelter={shelter} />, {
    path: `/staff/applications/${id}`,
    person: "ada",
  });
}

test("a step can be undone", async () => {
  await open("application", "application-visit", "application-visit-after", "application-new", "application-new-after");
  await next.getByRole("button", { name: "Visit" }).click();
  await expect.element(next.getByRole("button", { name: "Visit", pressed: true })).toBeVisible();
  await expect.element(page.getByText("Marked as “Visit”.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(next.getByRole("button", { name: "New", pressed: true })).toBeVisible();
  await expect.poll(() => network.writes().map(({ body }) => body)).toEqual([{ status: "visit" }, null]);
});

test("a visit gets a day and a time, a day that has passed is pointed out, and it can be undone", async () => {
  const steps = ["visiting-visit", "visiting-set", "visiting-unset"];
  await open("visiting", ...steps.flatMap((step) => [step, `${step}-after`]));
  await next.getByRole("button", { name: "Visit" }).click();
  const messages = page.getByRole("region", { name: "Notifications" });
  await messages.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(messages.getByRole("button")).not.toBeInTheDocument();
  await expect.element(next).toMatchTextContent("The visit has no day yet.");
  await next.getByRole("button", { name: "Set the day" }).click();
  const dialog = page.getByRole("dialog", { name: "Visit of Zoë Quick" });
  const day = dialog.getByLabelText("Visit", { exact: true });
  await day.fill("2020-05-01");
  await expect.element(day).toHaveAccessibleDescription("This day has passed.");
  await expectAccessible();
  await day.fill("2030-12-05");
  await dialog.getByLabelText("Time").fill("15:30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(next).toMatchTextContent(/Visit: Thursday,? 5 December 2030 at 15:30/);
  await messages.getByRole("button", { name: "Undo" }).click();
  await expect.element(next).toMatchTextContent("The visit has no day yet.");
  expect(network.writes().map(({ body }) => body)).toEqual([
    { status: "visit" },
    { visitAt: "2030-12-05T15:30" },
    null,
  ]);
});

test("a hand-over that is only partly filled in is pointed out before the approval, whose lost answer is retried", async () => {
  await open("application");
  await network.refuse("GET /v1/applications?limit=100", "unavailable");
  await network.refuse("PATCH /v1/applications", "unavailable");
  await button("Approve").click();
  const dialog = page.getByRole("alertdialog");
  const approve = dialog.getByRole("button", { name: "Approve" });
  const day = dialog.getByLabelText("Hand-over");
  await day.click();
  await userEvent.keyboard("12");
  await approve.click();
  await expect.element(day).toHaveFocus();
  await expect.element(day).toHaveAccessibleDescription(/Complete the date, or clear it/);
  await expectAccessible();
  expect(network.writes()).toEqual([]);
  await day.fill("2030-03-12");
  await approve.click();
  await expect.element(page.getByText(/nothing happens twice/)).toBeVisible();
  const change = { status: "approved", handledBy: "ada", shipDate: "2030-03-12T12:00:00.001Z" };
  expect(network.writes().map(({ body }) => body)).toEqual([change]);
});

test("a reply starts from a template, stops at a gap, and gives way to no other text", async () => {
  const id = await open("application");
  await expect.element(text).not.toBeVisible();
  await page.getByText("Write a reply", { exact: true }).last().click();
  await template.selectOptions("Invite for a visit");
  for (const step of [page.getByRole("link", { name: "Open in my mail program" }), button("Mark as sent")]) {
    await step.click();
    await expect.element(text).toHaveAccessibleDescription(/Replace “\[day and time\]” first/);
    await expect.element(text).toHaveFocus();
  }
  await expectAccessible();
  await text.fill("Come at 3 & bring Tom");
  await expect.element(template).not.toBeInTheDocument();
  const href = page.getByRole("link", { name: "Open in my mail program" }).element().getAttribute("href");
  expect(href).toContain("mailto:zoe@home.example?");
  expect(href).toContain(encodeURIComponent("Come at 3 & bring Tom"));
  // A reload keeps the text.
  await showPage(id);
  await expect.element(text).toHaveValue("Come at 3 & bring Tom");
  expect(network.writes()).toEqual([]);
});

test("a reply that is marked as sent is kept, and Undo brings its text back", async () => {
  const steps = ["application-replied", "application-replied-after"];
  await open("application", ...steps, "application-not-replied", "application-not-replied-after");
  await page.getByText("Write a reply", { exact: true }).last().click();
  await text.fill("Come at 3 & bring Tom");
  await button("Mark as sent").click();
  await expect.element(page.getByText("Your reply is kept. The application is now “Talking”.")).toBeVisible();
  await expect.element(text).toHaveValue("");
  await expect.element(page.getByText(/^Last reply from Ada/)).toBeVisible();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(text).toHaveValue("Come at 3 & bring Tom");
  await expect.element(page.getByText(/^Last reply/)).not.toBeInTheDocument();
});

test("a note survives a reload and the end of the session", async () => {
  const id = await open("application", "signed-in", "application-noted", "application-noted-after");
  await page.getByText("Note", { exact: true }).click();
  const note = page.getByLabelText("Only for the shelter");
  await note.fill("Has a garden");
  await network.refuse("PATCH /v1/applications", "signed-out");
  await button("Save note").click();
  const again = page.getByRole("form", { name: "Sign in again" });
  await expect.element(again).toBeVisible();
  network.recover();
  await again.getByLabelText("E-mail").fill("ada@shelter.example");
  await again.getByRole("textbox", { name: "Password" }).fill("secret-2");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect.element(again).not.toBeInTheDocument();
  await expect.element(note).toHaveValue("Has a garden");
  await showPage(id);
  await expect.element(note).toHaveValue("Has a garden");
  await button("Save note").click();
  await expect.element(page.getByText("Note saved.")).toBeVisible();
});

test("a question is answered, which keeps the text, and is reopened; its other steps are in a menu", async () => {
  const steps = ["question-answered", "question-answered-after", "question-reopened", "question-reopened-after"];
  await open("question", ...steps);
  await next.getByRole("button", { name: "More steps" }).click();
  for (const name of ["Mark as “Talking”", "Mark as “Visit”", "Approve as an adoption…", "Decline…", "Mark as spam"])
    await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await next.getByRole("link", { name: "Write a reply" }).click();
  await template.selectOptions("Answer to a question");
  await expect.poll(written).toMatch(/Thank you for asking about Juniper\..*\[your answer\]/s);
  await next.getByRole("button", { name: "Mark as answered" }).click();
  await expect.element(next).toMatchTextContent("This question is answered. You can reopen it.");
  expect(written()).toContain("[your answer]");
  await next.getByRole("button", { name: "Reopen" }).click();
  await expect.element(next.getByRole("button", { name: "Mark as answered" })).toBeVisible();
  await expect.poll(network.writes).toHaveLength(2);
  await network.settle();
});

test("possible spam says why, and asks only whether it is", async () => {
  await open("spam", "spam-moved", "spam-moved-after");
  await expect.element(page.getByText("This may be spam.")).toBeVisible();
  await expect.element(page.getByText("It did not come from the form")).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await button("Not spam").click();
  await expect.element(page.getByText("Moved to the inbox, as “New”.")).toBeVisible();
  await expect.element(next).toBeVisible();
});

test("spam is deleted; without an answer the page says so, and another try leads to the list", async () => {
  await open("spam", "spam-deleted");
  await network.refuse("DELETE /v1/applications", "unavailable");
  await button("Spam: delete").click();
  await expect.element(page.getByText("We do not know whether it was done.")).toBeVisible();
  network.recover();
  await button("Spam: delete").click();
  await expect.element(page.getByText("The application was deleted.")).toBeVisible();
  await expect.poll(() => router.push).toHaveBeenCalledWith("/staff/applications?folder=suspicious");
});
