import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, addPets, newKind, placeOrder } from "../support/calls";
import { openDay, row as rowOfList, setDay, statusOf, toast, undo } from "../support/pages";
import { expect, signIn, test } from "../support/service";

/** Returns the row of an animal in the list of adoptions. */
const row = (page: Page, name: string) => page.getByRole("listitem", { name });
/** Returns the heading of the day that a row is under. */
const headingOf = (page: Page, name: string) =>
  row(page, name).locator("xpath=preceding-sibling::li[@data-part='day'][1]").getByRole("heading");

/** Returns the day of the browser's clock after so many days, as a form has it. */
const dayIn = (page: Page, days: number) =>
  page.evaluate((more) => {
    const at = new Date();
    at.setDate(at.getDate() + more);
    return at.toLocaleDateString("en-CA");
  }, days);

test("hand-overs are listed under their days, and each can be undone", async ({ page, service }) => {
  const [rook, tansy] = [await addPet(service, "Quayle Rook"), await addPet(service, "Quayle Tansy")];
  for (const petId of [rook, tansy]) await placeOrder(service, petId);
  // So high that no notification covers a row.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await signIn(page, service, "/staff/adoptions?q=quayle");
  await expect(headingOf(page, "Quayle Tansy")).toHaveText("No day yet");
  await setDay(row(page, "Quayle Tansy"), await dayIn(page, 1));
  await expect(headingOf(page, "Quayle Tansy")).toHaveText("Tomorrow");
  await expect(row(page, "Quayle Tansy").getByRole("button", { name: "Change the day" })).toBeFocused();
  await setDay(row(page, "Quayle Rook"), "2020-05-01");
  const days = page.locator("[data-part=day] h3");
  await expect(days).toHaveText(["Overdue", "Tomorrow"]);
  await expect(row(page, "Quayle Rook")).toContainText("1 May 2020");
  await undo(page, "The hand-over of Quayle Rook is set for");
  await expect(days).toHaveText(["Tomorrow", "No day yet"]);
  await page.goto(`/staff/animals?q=quayle&history=${rook}`);
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  const moves = [/1 May 2020 → not known/, /not known → 1 May 2020/];
  await expect(changes.filter({ hasText: /Hand-over/ })).toHaveText(moves);
});

test("completing and returning an adoption ask first and can be undone", async ({ page, service }) => {
  const id = await addPet(service, "Lagoon");
  await placeOrder(service, id);
  await signIn(page, service, `/staff/adoptions?petId=${id}`);
  const lagoon = row(page, "Lagoon");
  const question = page.getByRole("alertdialog");
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sent++;
  });
  await lagoon.getByRole("button", { name: "Hand over" }).click();
  await expectAccessible(page);
  // The day is today, unless somebody enters an earlier one.
  const day = page.getByLabel("Handed over on");
  const today = await dayIn(page, 0);
  await expect(day).toHaveValue(today);
  await question.getByRole("button", { name: "Handed over" }).dblclick();
  await expect(toast(page, "Lagoon is handed over.")).toBeVisible();
  await expect(lagoon).toHaveCount(0);
  await expect(page.locator("[data-part=adoption]:focus, #list-heading:focus")).toHaveCount(1);
  expect(sent).toBe(1);
  await undo(page, "Lagoon is handed over.");
  await expect(headingOf(page, "Lagoon")).toHaveText("No day yet");
  await lagoon.getByRole("button", { name: "Hand over" }).click();
  await question.getByRole("button", { name: "Handed over" }).click();
  await expect(lagoon).toHaveCount(0);

  await page.getByRole("link", { name: "Adopted" }).click();
  const openReturn = async () => {
    await lagoon.getByRole("button", { name: "More for Lagoon" }).click();
    await page.getByRole("menuitem", { name: "Record return" }).click();
  };
  const record = question.getByRole("button", { name: "Record the return" });
  await openReturn();
  await page.getByLabel("Why did it come back?").fill("Too lively\nfor a flat.");
  await page.getByLabel("Came back on").fill(today);
  await expectAccessible(page);
  // A return that failed keeps what was entered.
  await page.route("**/return", (route) => route.abort());
  await record.click();
  await expect(lagoon.getByText("We do not know whether it was done.")).toBeVisible();
  await page.unroute("**/return");
  await openReturn();
  await expect(page.getByLabel("Why did it come back?")).toHaveValue("Too lively\nfor a flat.");
  await record.click();
  await expect(lagoon).toHaveCount(0);
  // Somebody else changes the animal before Undo is pressed.
  await placeOrder(service, id);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "It was not undone. This was changed again since")).toBeVisible();
  await page.getByRole("link", { name: "Came back" }).click();
  await expect(lagoon).toContainText(/came back.*Too lively/);
  await page.goto(`/staff/animals?q=lagoon&history=${id}`);
  await expect(page.getByRole("list", { name: "Why it came back" })).toContainText("Too lively");
});

test("on a phone, an adoption is started, dated and cancelled once each, although answers are lost", async ({
  page,
  service,
  context,
}) => {
  const id = await addPet(service, "Harbourmaster");
  await signIn(page, service, `/staff/adoptions?petId=${id}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText("No adoption is open.")).toBeVisible();
  await page.getByRole("button", { name: "Start an adoption" }).click();
  await expect(page.getByRole("combobox", { name: "Animal" })).toBeFocused();
  await page.getByRole("combobox", { name: "Animal" }).fill("Harbourm");
  await page.getByRole("option", { name: /Harbourmaster/ }).click();
  const application = page.getByRole("link", { name: "Fill in the application" });
  await expect(application).toHaveAttribute("href", `/animals/${id}/apply`);
  await expectAccessible(page);
  // The answer is lost. After a reload, the same attempt is repeated, and opens no second adoption.
  const answers = await loseAnswers(page, "**/v1/store/orders");
  await page.getByRole("button", { name: "Start without a name" }).click();
  await expect(page.getByText("We do not know whether it was done.")).toBeVisible();
  answers.stop();
  await page.reload();
  await page.getByRole("button", { name: "Start an adoption" }).click();
  await page.getByRole("button", { name: "Start without a name" }).dblclick();
  await expect(toast(page, "The adoption is open.")).toBeVisible();
  const harbour = row(page, "Harbourmaster");
  await expect(harbour).toContainText("Without an application");

  const form = await openDay(harbour);
  await context.setOffline(true);
  await form.getByLabel("Hand-over").fill("2031-05-01");
  await form.getByLabel("Hand-over").press("Enter");
  await expect(form.getByText("We do not know whether it was done.")).toBeVisible();
  await context.setOffline(false);
  await expect(form.getByLabel("Hand-over")).toHaveValue("2031-05-01");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "The hand-over of Harbourmaster is set for")).toBeVisible();
  await loseAnswers(page, "**/cancel", { nth: 1 });
  await harbour.getByRole("button", { name: "More for Harbourmaster" }).click();
  await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel adoption" }).click();
  await expect(harbour).toHaveCount(0);
  await undo(page, "Harbourmaster is available again: the adoption was cancelled.");
  await expect(harbour).toBeVisible();
});

test("an adopter is recorded from the menu of an animal, after a lost answer and a reload too", async ({
  page,
  service,
}) => {
  const kind = newKind();
  const [id] = await addPets(service, kind, ["Walked In"]);
  await signIn(page, service, `/staff/animals?kind=${kind}`);
  const fromMenu = async (item: string) => {
    await rowOfList(page, "Walked In").getByRole("button", { name: "Actions for Walked In" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await fromMenu("Record the adopter");
  const form = page.getByRole("dialog", { name: "Record the adopter" });
  await form.getByLabel("Name of the adopter").fill("Ada Adopter");
  await expectAccessible(page);
  await page.reload();
  await expect(form.getByLabel("Name of the adopter")).toHaveValue("Ada Adopter");
  const answers = await loseAnswers(page, `**/v1/pets/${id}/adopter`);
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(form.getByText("We do not know whether it was done.")).toBeVisible();
  answers.stop();
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(page.getByText("Walked In has an adopter now.")).toBeVisible();
  await expect(statusOf(page, "Walked In")).toContainText("Adopted");

  // The history names the adopter, and the menu leads there.
  await fromMenu("History");
  await expect(page.getByRole("list", { name: "Changes" }).getByRole("listitem").first()).toContainText(
    "completed the adoption (Ada Adopter)",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: /^History/ })).toBeHidden();
  await fromMenu("See the adopter");
  await expect(page.getByRole("heading", { name: "Ada Adopter" })).toBeVisible();
});
