import type { Page } from "@playwright/test";
import { mapDays } from "@/lib/shelter/hours";
import { expectAccessible } from "../support/accessibility";
import {
  expectFocusInList,
  headingOf,
  openDay,
  placeOrder,
  row,
  setDay,
  toast,
  withHours,
} from "../support/adoption-rows";
import { loseAnswers } from "../support/breakable-network";
import { addPet } from "../support/key-calls";
import { apiRequests, expect, signIn, test } from "../support/service";

/** Returns the day of the browser's clock after so many days, as a form has it. */
const dayIn = (page: Page, days: number) =>
  page.evaluate((more) => {
    const at = new Date();
    at.setDate(at.getDate() + more);
    return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  }, days);

/** Expects these changes of the hand-over in the history of an animal, newest first. None is undone there. */
async function expectMoves(page: Page, petId: number, moves: RegExp[]): Promise<void> {
  await page.goto(`/staff/animals?history=${petId}`);
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes.filter({ hasText: /changed the hand-over/i })).toHaveText(moves);
  await expect(changes.getByRole("button", { name: "Undo" })).toHaveCount(0);
}

test("hand-overs are listed under their days, an unlikely one is saved only on purpose, and each can be undone", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  for (const name of ["Quay Rook", "Quay Tansy"]) await placeOrder(page, service, name);
  const id = await addPet(service, "Quay Sorrel", { categoryId: 1 });
  await placeOrder(page, service, "Quay Sorrel", id);
  const hours = [{ opens: "09:00", closes: "12:00" }];
  const exceptions = [{ date: "2031-05-01", periods: [] }];
  await withHours(page, { days: mapDays(() => hours), exceptions, note: null });
  await page.goto("/staff/adoptions?q=quay");
  const [rook, sorrel, tansy] = [row(page, "Quay Rook"), row(page, "Quay Sorrel"), row(page, "Quay Tansy")];
  await expect(headingOf(page, "Quay Tansy")).toHaveText("No day yet");
  await setDay(tansy, await dayIn(page, 1));
  await expect(headingOf(page, "Quay Tansy")).toHaveText("Tomorrow");
  await expect(tansy.getByRole("button", { name: "Change the day" })).toBeFocused();
  // It asks before it saves a day that has passed.
  await setDay(rook, "2020-05-01");
  const form = page.getByRole("dialog", { name: "Hand-over of Quay Rook" });
  await expect(form.getByRole("alert")).toHaveText("This day has passed.");
  await form.getByRole("button", { name: "Save anyway" }).click();
  await expect(headingOf(page, "Quay Rook")).toHaveText("Overdue");
  await expect(rook).toContainText("1 May 2020");

  const other = await openDay(sorrel);
  const [day, time] = [other.getByLabel("Hand-over"), other.getByLabel("Time (optional)")];
  await day.fill("2031-05-01");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("alert")).toHaveText("The shelter is closed on 1 May 2031.");
  await expectAccessible(page);
  // A time alone is refused, and stays.
  await day.fill("");
  await time.fill("15:30");
  await time.press("Enter");
  await expect(day).toHaveAccessibleDescription(/Choose the day, too\./);
  await day.fill("2031-05-02");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("alert")).toHaveText("The shelter is closed then. On Fridays: 09:00 to 12:00.");
  await other.getByRole("button", { name: "Save anyway" }).click();
  await expect(toast(page, "The hand-over of Quay Sorrel is set for")).toBeVisible();
  await expect(sorrel).toContainText("15:30");
  const days = page.locator("[data-part=day] h3");
  await expect(days).toHaveText(["Overdue", "Tomorrow", /2 May 2031$/]);
  await page.locator("[data-part=toast]", { hasText: "Quay Sorrel" }).getByRole("button", { name: "Undo" }).click();
  await expect(days).toHaveText(["Overdue", "Tomorrow", "No day yet"]);
  await page.reload();
  await expect(days).toHaveText(["Overdue", "Tomorrow", "No day yet"]);
  await expectAccessible(page);
  await expectMoves(page, id, [/2 May 2031, 15:30 → not known/, /not known → 2 May 2031, 15:30/]);
});

test("completing and returning an adoption ask first and can be undone", async ({ page, service }) => {
  await signIn(page, service);
  const id = await addPet(service, "Lagoon", { categoryId: 1 });
  await placeOrder(page, service, "Lagoon", id);
  await page.goto(`/staff/adoptions?petId=${id}`);
  const lagoon = row(page, "Lagoon");
  const requests = apiRequests(page);
  await lagoon.getByRole("button", { name: "Hand over" }).click();
  await expectAccessible(page);
  await expect(page.getByRole("alertdialog")).not.toContainText("planned");
  // The day is today, unless somebody enters an earlier one.
  const day = page.getByLabel("Handed over on");
  const today = await day.inputValue();
  expect(today).toBe(await page.evaluate(() => new Date().toLocaleDateString("en-CA")));
  const handedOver = page.getByRole("alertdialog").getByRole("button", { name: "Handed over" });
  await day.fill("2999-01-01");
  await handedOver.click();
  await expect(day).toHaveAccessibleDescription("Enter today or an earlier day");
  expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(0);
  // A dialog that was left forgets the day.
  await page.keyboard.press("Escape");
  await lagoon.getByRole("button", { name: "Hand over" }).click();
  await expect(day).toHaveValue(today);
  await handedOver.dblclick();
  await expect(toast(page, "Lagoon is handed over.")).toBeVisible();
  await expect(lagoon).toHaveCount(0);
  await expectFocusInList(page);
  expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(headingOf(page, "Lagoon")).toHaveText("No day yet");
  await lagoon.getByRole("button", { name: "Hand over" }).click();
  await handedOver.click();
  await expect(lagoon).toHaveCount(0);

  await page.getByRole("link", { name: "Adopted" }).click();
  await expect(page).toHaveURL(/status=completed/);
  await lagoon.getByRole("button", { name: "More for Lagoon" }).click();
  await page.getByRole("menuitem", { name: "Record return" }).click();
  await page.getByLabel("Why did it come back?").fill("Too lively\nfor a flat.");
  await page.getByLabel("Came back on").fill("2026-01-02");
  await expectAccessible(page);
  // A return that failed keeps what was entered.
  await page.route("**/return", (route) => route.abort());
  await page.getByRole("alertdialog").getByRole("button", { name: "Record the return" }).click();
  await expect(lagoon.getByText("We do not know whether it was done.")).toBeVisible();
  await page.unroute("**/return");
  await lagoon.getByRole("button", { name: "More for Lagoon" }).click();
  await page.getByRole("menuitem", { name: "Record return" }).click();
  await expect(page.getByLabel("Why did it come back?")).toHaveValue("Too lively\nfor a flat.");
  await expect(page.getByLabel("Came back on")).toHaveValue("2026-01-02");
  await page.getByLabel("Came back on").fill(today);
  await page.getByRole("alertdialog").getByRole("button", { name: "Record the return" }).click();
  await expect(lagoon).toHaveCount(0);
  // Somebody else changes the animal before Undo is pressed.
  await placeOrder(page, service, "Lagoon", id);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "It was not undone. It was more than a minute ago")).toBeVisible();
  await page.getByRole("link", { name: "Came back" }).click();
  await expect(lagoon).toContainText(/came back.*Too lively/);
  const edit = new URL((await lagoon.getByRole("link").first().getAttribute("href")) ?? "", page.url());
  await page.goto(`/staff/animals?history=${edit.searchParams.get("edit")}`);
  await expect(page.getByRole("list", { name: "Why it came back" })).toContainText("Too lively");
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("on a phone, an adoption is started, dated and cancelled once each, although answers are lost", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service);
  const id = await addPet(service, "Harbour", { categoryId: 1 });
  await page.goto(`/staff/adoptions?petId=${id}`);
  await page.getByRole("button", { name: "Start an adoption" }).click();
  await expect(page.getByRole("combobox", { name: "Animal" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Animal" }).fill("Harb");
  await page.getByRole("option", { name: /Harbour/ }).click();
  const application = page.getByRole("link", { name: "Fill in the application" });
  await expect(application).toHaveAttribute("href", `/animals/${id}/apply`);
  // The answer is lost. After a reload, the same attempt is repeated, and opens no second adoption.
  const answers = await loseAnswers(page, "**/v1/store/orders");
  await page.getByRole("button", { name: "Start without a name" }).click();
  await expect(page.getByText("We do not know whether the adoption was started.")).toBeVisible();
  answers.stop();
  await page.reload();
  await page.getByRole("button", { name: "Start an adoption" }).click();
  await page.getByRole("button", { name: "Start without a name" }).dblclick();
  await expect(toast(page, "The adoption is open.")).toBeVisible();
  const harbour = row(page, "Harbour");
  await expect(harbour).toContainText("Without an application");

  await page.setViewportSize({ width: 320, height: 640 });
  await expect(harbour.getByRole("button", { name: "Hand over" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const form = await openDay(harbour);
  await expectAccessible(page);
  await context.setOffline(true);
  await form.getByLabel("Time (optional)").fill("15:30");
  await form.getByLabel("Hand-over").fill("2031-05-01");
  await form.getByLabel("Hand-over").press("Enter");
  await expect(form.getByText(/We do not know whether the hand-over was saved/)).toBeVisible();
  await context.setOffline(false);
  await expect(form.getByLabel("Hand-over")).toHaveValue("2031-05-01");
  await expect(form.getByLabel("Time (optional)")).toHaveValue("15:30");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "The hand-over of Harbour is set for")).toBeVisible();
  await loseAnswers(page, "**/cancel");
  await harbour.getByRole("button", { name: "More for Harbour" }).click();
  await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel adoption" }).click();
  await expect(toast(page, "Harbour is available again: the adoption was cancelled.")).toBeVisible();
  await expect(harbour).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(harbour).toBeVisible();
});
