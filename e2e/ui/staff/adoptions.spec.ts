import type { Locator, Page } from "@playwright/test";
import { mapDays } from "@/lib/shelter/hours";
import { expectAccessible } from "../support/accessibility";
import {
  cancelEarlierAdoptions,
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
import { apiRequests, expect, fillSignIn, signIn, test } from "../support/service";

/** Expects these changes of the hand-over in the history of an animal, newest first. None is undone there. */
async function expectMoves(page: Page, petId: number, moves: RegExp[]): Promise<void> {
  await page.goto(`/staff/animals?history=${petId}`);
  const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes.filter({ hasText: /changed the hand-over/i })).toHaveText(moves);
  await expect(changes.getByRole("button", { name: "Undo" })).toHaveCount(0);
}

test.beforeEach(async ({ page, service }) => {
  await signIn(page, service);
  await cancelEarlierAdoptions(page);
});

test.describe("adoptions", () => {
  test("an adoption without an application is started once, even if the answer is lost", async ({ page, service }) => {
    await signIn(page, service);
    const id = await addPet(service, "Harbour", { categoryId: 1 });
    await page.goto("/staff/adoptions");
    await page.getByRole("button", { name: "Start an adoption" }).click();
    await expect(page.getByRole("combobox", { name: "Animal" })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("combobox", { name: "Animal" }).fill("Harb");
    await expect(page.getByRole("option")).toHaveText([/Harbour/]);
    await page.getByRole("option", { name: /Harbour/ }).click();
    const form = page.getByRole("link", { name: "Fill in the application" });
    await expect(form).toHaveAttribute("href", `/animals/${id}/apply`);
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
    await expect(headingOf(page, "Harbour")).toHaveText("No day yet");
  });

  test("an unlikely hand-over is saved only on purpose, and can be undone", async ({ page, service }) => {
    await signIn(page, service);
    const id = await addPet(service, "Jetty", { categoryId: 1 });
    await placeOrder(page, service, "Jetty", id);
    const morning = [{ opens: "09:00", closes: "12:00" }];
    const exceptions = [{ date: "2031-05-01", periods: [] }];
    await withHours(page, { days: mapDays(() => morning), exceptions, note: null });
    await page.goto("/staff/adoptions");
    const form = await openDay(row(page, "Jetty"));
    await form.getByLabel("Hand-over").fill("2031-05-01");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toHaveText("The shelter is closed on 1 May 2031.");
    await expectAccessible(page);
    await form.getByLabel("Time (optional)").fill("15:30");
    await form.getByLabel("Hand-over").fill("2031-05-02");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toHaveText("The shelter is closed then. On Fridays: 09:00 to 12:00.");
    await form.getByRole("button", { name: "Save anyway" }).click();
    await expect(toast(page, "The hand-over of Jetty is set for")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(headingOf(page, "Jetty")).toHaveText("No day yet");
    await expectMoves(page, id, [/2 May 2031, 15:30 → not known/, /not known → 2 May 2031, 15:30/]);
  });

  test("a day that has passed is saved only on purpose, and shown before the answer", async ({ page, service }) => {
    await signIn(page, service);
    await placeOrder(page, service, "Groyne", await addPet(service, "Groyne", { categoryId: 1 }));
    await page.goto("/staff/adoptions");
    const groyne = row(page, "Groyne");
    await setDay(groyne, "2020-05-01");
    await expect(headingOf(page, "Groyne")).toHaveText("No day yet");
    const answer = Promise.withResolvers<void>();
    await page.route("**/v1/store/orders/*", (route) => answer.promise.then(() => route.continue()), { times: 1 });
    await page.getByRole("button", { name: "Save anyway" }).click();
    await expect(headingOf(page, "Groyne")).toHaveText("Overdue");
    answer.resolve();
    await expect(
      toast(page, /^The hand-over of Groyne is set for Friday,? 1 May 2020\. This day has passed\.$/),
    ).toBeVisible();
    await expect(headingOf(page, "Groyne")).toHaveText("Overdue");
  });

  test("a day is enough for a hand-over, a time alone is not, and each step can be undone", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const id = await addPet(service, "Mooring", { categoryId: 1 });
    await placeOrder(page, service, "Mooring", id);
    await page.goto("/staff/adoptions");
    const mooring = row(page, "Mooring");
    await setDay(mooring, "2031-05-01");
    await expect(toast(page, /^The hand-over of Mooring is set for Thursday,? 1 May 2031\.$/)).toBeVisible();
    const form = await openDay(mooring);
    const [day, time] = [form.getByLabel("Hand-over"), form.getByLabel("Time (optional)")];
    await time.fill("15:30");
    await time.press("Enter");
    await expect(toast(page, /15:30\.$/)).toBeVisible();
    await expect(mooring).toContainText("15:30");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(mooring).not.toContainText("15:30");
    // A time alone is refused, and stays.
    await openDay(mooring);
    await expect(day).toHaveValue("2031-05-01");
    await day.fill("");
    await time.fill("10:00");
    await time.press("Enter");
    await expect(day).toHaveAccessibleDescription("Choose the day, too.");
    await expect(time).toHaveValue("10:00");
    await time.fill("");
    await time.press("Enter");
    await expect(headingOf(page, "Mooring")).toHaveText("No day yet");
    await expect(toast(page, "The hand-over of Mooring has no day.")).toBeVisible();
    await expectMoves(page, id, [
      /1 May 2031 → not known/,
      /1 May 2031, 15:30 → 1 May 2031$/,
      /1 May 2031 → 1 May 2031, 15:30/,
      /not known → 1 May 2031$/,
    ]);
  });

  test("completing and returning an adoption ask first and can be undone", async ({ page, service }) => {
    await signIn(page, service);
    const id = await addPet(service, "Lagoon", { categoryId: 1 });
    await placeOrder(page, service, "Lagoon", id);
    await page.goto("/staff/adoptions");
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

  test("a day without a time is the same day for people in other time zones", async ({ page, service, browser }) => {
    await signIn(page, service);
    const id = await addPet(service, "Meridian", { categoryId: 1 });
    await placeOrder(page, service, "Meridian", id);
    await page.goto("/staff/adoptions");
    await setDay(row(page, "Meridian"), "2031-05-01");
    await expect(toast(page, "The hand-over of Meridian is set for")).toBeVisible();
    for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const context = await browser.newContext({ baseURL: service.origin, timezoneId });
      const abroad = await context.newPage();
      await signIn(abroad, service);
      await abroad.goto("/staff/adoptions");
      await expect(headingOf(abroad, "Meridian")).toHaveText(/^Thursday,? 1 May 2031$/);
      const form = await openDay(row(abroad, "Meridian"));
      await expect(form.getByLabel("Hand-over")).toHaveValue("2031-05-01");
      await expect(form.getByLabel("Time (optional)")).toHaveValue("");
      await abroad.goto(`/staff/animals?history=${id}`);
      await expect(abroad.getByRole("list", { name: "Changes" })).toContainText("not known → 1 May 2031");
      await context.close();
    }
  });

  test("a time that the clocks skip is pointed out, and not stored as another", async ({ service, browser }) => {
    const context = await browser.newContext({ baseURL: service.origin, timezoneId: "Europe/Berlin" });
    const page = await context.newPage();
    await signIn(page, service);
    await placeOrder(page, service, "Equinox");
    await page.goto("/staff/adoptions");
    const equinox = await openDay(row(page, "Equinox"));
    await equinox.getByLabel("Time (optional)").fill("02:30");
    await equinox.getByLabel("Hand-over").fill("2031-03-30");
    await equinox.getByLabel("Hand-over").press("Enter");
    await expect(equinox.getByRole("alert")).toHaveText(/^There is no 02:30 on that day: the clocks go forward\./);
    await context.close();
  });

  test("when the session ends while a day is saved, it can be saved after signing in again", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    await placeOrder(page, service, "Sandbank");
    await page.goto("/staff/adoptions");
    const refused = { code: "unauthorized", message: "No", status: 401 };
    let refusals = 2;
    await page.route("**/v1/store/orders/**", (route) =>
      route.request().method() === "GET" || refusals-- <= 0
        ? route.continue()
        : route.fulfill({ status: refused.status, json: refused }),
    );
    await setDay(row(page, "Sandbank"), "2031-05-01");
    const sandbank = page.getByRole("dialog", { name: "Hand-over of Sandbank" });
    await expect(sandbank.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await fillSignIn(page, service.staff);
    await expect(sandbank.getByRole("heading", { name: "Sign in again" })).toBeHidden();
    await expect(sandbank.getByRole("button", { name: "Save" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(toast(page, "The hand-over of Sandbank is set for")).toBeVisible();
  });

  test("on a phone, a lost answer is looked up, and a step that somebody else has taken is not an error", async ({
    page,
    service,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await signIn(page, service);
    await placeOrder(page, service, "Ember");
    await page.goto("/staff/adoptions");
    const ember = row(page, "Ember");
    await expect(ember.getByRole("button", { name: "Hand over" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // Several rows fit.
    await page.setViewportSize({ width: 360, height: 640 });
    expect((await ember.boundingBox())?.height).toBeLessThanOrEqual(155);
    await page.setViewportSize({ width: 320, height: 640 });
    // No part of the row is cut off, and no filter is out of view.
    const rightOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY);
    };
    expect(await rightOf(ember.getByRole("button", { name: "Hand over" }))).toBeLessThan(await rightOf(ember));
    for (const filter of await page.getByRole("navigation", { name: "Filter by status" }).getByRole("link").all())
      expect(await rightOf(filter)).toBeLessThan(320);

    const form = await openDay(ember);
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
    await expect(toast(page, "The hand-over of Ember is set for")).toBeVisible();
    await loseAnswers(page, "**/cancel");
    await ember.getByRole("button", { name: "More for Ember" }).click();
    await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel adoption" }).click();
    await expect(toast(page, "Ember is available again: the adoption was cancelled.")).toBeVisible();
    await expect(ember).toHaveCount(0);
    await expectFocusInList(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(ember).toBeVisible();
  });
});
