import type { Page } from "@playwright/test";
import { NO_PROFILE } from "../../../lib/pets/profile/schema";
import { expectAccessible } from "../support/accessibility";
import { newKind } from "../support/key-calls";
import { expect, openHydrated, signIn, test } from "../support/service";
import { addPets, callAs, sendApplication } from "../support/staff-calls";
import { ANIMALS, choose, row, statusOf } from "../support/staff-list";

const PROFILE = { ...NO_PROFILE, story: "Likes cells." };

test("a status is changed in its cell, and undone in the toast or with the keyboard", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Cell"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  // The column "Waiting" says how long ago it was added, so this one has the date.
  await expect(row(page, "Cell")).toContainText(/\d+ [A-Z][a-z]+ by /);
  await choose(page, "Cell", "Adopted");
  await expect(statusOf(page, "Cell")).toHaveText("Adopted");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // In a field, these keys undo what was typed there.
  await page.getByLabel("Search by name").press("Control+z");
  await expect(statusOf(page, "Cell")).toHaveText("Adopted");
  await statusOf(page, "Cell").press("Control+z");
  await expect(statusOf(page, "Cell")).toBeFocused();
  await expect(page.getByText("Cell is available again.")).toBeVisible();
  await expect(page.getByText("Cell is now adopted.")).toHaveCount(0);
  await choose(page, "Cell", "Pending");
  await expect(page.getByText("Cell is now pending.")).toBeVisible();
});

/** The entries of the history that is open. */
const historyOf = (page: Page) => page.getByRole("dialog").getByRole("list", { name: "Changes" }).getByRole("listitem");

test("a status is undone from the history, where only its latest change can be undone", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Ledger"]);
  await callAs(page, [{ path: `/pets/${id}/profile`, method: "PUT", body: PROFILE }]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  for (const status of ["Pending", "Available", "Pending"]) {
    await choose(page, "Ledger", status);
    await expect(page.getByText(`Ledger is now ${status.toLowerCase()}.`)).toBeVisible();
  }
  await page.getByRole("button", { name: "Actions for Ledger" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`history=${id}`));
  const history = historyOf(page);
  await expect(history).toHaveCount(5);
  await expect(history.first()).toContainText("Available → Pending");
  await expect(history.nth(3)).toContainText(/changed story/i);
  const withUndo = history.filter({ has: page.getByRole("button", { name: "Undo" }) });
  await expect(withUndo).toContainText([/Available → Pending/, /changed story/i]);
  await history.first().getByRole("button", { name: "Undo" }).click();
  await expect(history).toHaveCount(6);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(statusOf(page, "Ledger")).toHaveText("Available");
  await expect(page).toHaveURL(new RegExp(`animals\\?kind=${kind}$`));
});

test("an older story can be read in the history and set back, which can be undone", async ({ page, service }) => {
  await signIn(page, service);
  const [id] = await addPets(page, newKind(), ["Chapter"]);
  for (const story of ["Likes cells.", "Prefers rows."]) {
    await callAs(page, [{ path: `/pets/${id}/profile`, method: "PUT", body: { ...NO_PROFILE, story } }]);
  }
  await page.goto(`${ANIMALS}?history=${id}`);
  const history = historyOf(page);
  await expect(history).toHaveCount(3);
  await history.nth(1).getByRole("button", { name: "Set back to this" }).click();
  await expect(history).toHaveCount(4);
  await expect(history.first().locator("summary")).toHaveText("Likes cells.");
  const before = history.nth(1).getByText("Likes cells.");
  await expect(before).toBeHidden();
  await history.nth(1).getByText("Prefers rows.").first().click();
  await expect(before).toBeVisible();
  await page.locator("[data-part=toast]", { hasText: "Chapter was set back." }).getByRole("button").first().click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  await expect(history).toHaveCount(5);
  await expect(history.first().locator("summary")).toHaveText("Prefers rows.");
});

test("Undo is offered for ten seconds", async ({ page, service }) => {
  await page.clock.install();
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Timed"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const answer = Promise.withResolvers<void>();
  const sent = page.waitForRequest(`**/v1/pets/${id}`);
  await page.route(`**/v1/pets/${id}`, (route) => answer.promise.then(() => route.continue()));
  await choose(page, "Timed", "Pending");
  await sent;
  // From now on, the time of the page passes only here. The message appears in the last of these steps.
  await page.clock.pauseAt(Date.now() + 60_000);
  answer.resolve();
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await undo.count()).toBe(1);
  }).toPass();
  await page.clock.runFor(9_000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(undo).toHaveCount(0);
});

test("who adopts an animal that was marked as adopted can still be recorded", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Spare", "Collected"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await choose(page, "Spare", "Adopted");
  await expect(page.getByText("Spare is now adopted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Record the adopter" })).toBeVisible();
  await choose(page, "Collected", "Pending");
  await expect(page.getByText("Collected is now pending.")).toBeVisible();
  const toast = page.locator("[data-part=toast]").filter({ hasText: "Collected" });
  await expect(toast.getByRole("button", { name: "Record the adopter" })).toHaveCount(0);

  await choose(page, "Collected", "Adopted");
  await toast.getByRole("button", { name: "Record the adopter" }).click();
  const form = page.getByRole("dialog", { name: "Record the adopter" });
  await expect(form.getByText("For somebody who has taken Collected home")).toBeVisible();
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(form.getByText("Enter the name of the adopter")).toBeVisible();
  await form.getByLabel("Name of the adopter").fill("Vera Adopter");
  await form.getByLabel("Telephone (optional)").fill("none");
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(form.getByText("Enter a telephone number")).toBeVisible();
  await form.getByLabel("Telephone (optional)").fill("+44 20 7946 0000");
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(page.getByText("Collected has an adopter now.")).toBeVisible();
  // Undo takes back the name, and the animal stays adopted.
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await row(page, "Collected").getByRole("button", { name: "Actions for Collected" }).click();
  await page.getByRole("menuitem", { name: "Record the adopter" }).click();
  await form.getByLabel("Name of the adopter").fill("Vera Adopter");
  await form.getByLabel("Telephone (optional)").fill("+44 20 7946 0000");
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(page.getByText("Collected has an adopter now.")).toBeVisible();
  await expect(statusOf(page, "Collected")).toHaveText("Adopted");
  await page.getByRole("link", { name: "See the adopter" }).click();
  await expect(page.getByRole("heading", { name: "Vera Adopter" })).toBeVisible();
  await expect(page.getByText("The shelter recorded this adopter")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reply" })).toHaveCount(0);
  // There is no e-mail address to reply to.
  await expect(page.getByText("This service sends no mail")).toHaveCount(0);

  await page.getByRole("button", { name: "Correct", exact: true }).click();
  const correction = page.getByRole("dialog", { name: "Correct the adopter" });
  await expect(correction.getByLabel("Telephone (optional)")).toHaveValue("+44 20 7946 0000");
  await correction.getByLabel("Name of the adopter").fill("Vera Adapter");
  await correction.getByLabel("E-mail (optional)").fill("vera@example.org");
  await expectAccessible(page);
  await correction.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Vera Adapter" })).toBeVisible();
  await expect(page.getByRole("link", { name: "vera@example.org" })).toBeVisible();
  const corrected = page.locator("[data-part=toast]", { hasText: "The adopter was corrected." });
  await corrected.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Vera Adopter" })).toBeVisible();
  // Changes names both, and the history says it once.
  await page.getByText("History", { exact: true }).click();
  await expect(page.getByText("Recorded as the adopter: Vera Adopter")).toBeVisible();
  await expect(page.getByText("Entered by")).toHaveCount(0);
  for (const path of ["/staff/changes", "/staff/changes?about=orders"]) {
    await page.goto(path);
    const vera = page.getByRole("row", { name: "Vera Adopter" });
    await expect(vera.filter({ hasText: "recorded Vera Adopter as the adopter of Collected" })).toHaveCount(1);
    await expect(vera.filter({ hasText: "Collected: completed the adoption (Vera Adopter)" })).toHaveCount(1);
    await expect(vera.first()).toContainText("corrected the adopter of Collected: Vera Adopter");
  }
});

test("an adopter is recorded from the menu of an animal, after a lost answer and a reload too", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Walked In"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await row(page, "Walked In").getByRole("button", { name: "Actions for Walked In" }).click();
  await page.getByRole("menuitem", { name: "Record the adopter" }).click();
  const form = page.getByRole("dialog", { name: "Record the adopter" });
  await form.getByLabel("Name of the adopter").fill("Ada Adopter");
  await page.reload();
  await expect(form.getByLabel("Name of the adopter")).toHaveValue("Ada Adopter");
  let lost = 0;
  await page.route(`**/v1/pets/${id}/adopter`, async (route) => {
    await route.fetch();
    lost++;
    await route.abort("connectionreset");
  });
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(form.getByText("We do not know whether the adopter was recorded.")).toBeVisible();
  expect(lost).toBe(1);
  await page.unroute(`**/v1/pets/${id}/adopter`);
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(page.getByText("Walked In has an adopter now.")).toBeVisible();
  await expect(statusOf(page, "Walked In")).toHaveText("Adopted");

  // The history names the adopter, and the menu leads there.
  await row(page, "Walked In").getByRole("button", { name: "Actions for Walked In" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(historyOf(page).first()).toContainText("completed the adoption (Ada Adopter)");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: /^History/ })).toBeHidden();
  await row(page, "Walked In").getByRole("button", { name: "Actions for Walked In" }).click();
  await page.getByRole("menuitem", { name: "See the adopter" }).click();
  await expect(page.getByRole("heading", { name: "Ada Adopter" })).toBeVisible();
});

test("an animal whose adoption is open is handed over instead, and stays as it is in a bulk change", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [first = 0, second = 0] = await addPets(page, kind, ["Pledged", "Promised", "Unbound"]);
  const applicationId = await sendApplication(page, first, { name: "Orla" });
  const [seen] = await callAs<{ version: string }>(page, [{ path: `/applications/${applicationId}` }]);
  const approved = { path: `/applications/${applicationId}`, method: "PATCH", body: { status: "approved" } };
  await callAs(page, [
    { ...approved, ifMatch: `"${seen?.version}"` },
    { path: "/store/orders", method: "POST", body: { petId: second } },
  ]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const question = page.getByRole("alertdialog");
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: "Adopted" }).click();
  await expect(question).toContainText("Mark Unbound as adopted?");
  await expect(question).toContainText(/2 have an open adoption and stay unchanged: .*Pledged \(Orla\)/);
  await question.getByRole("button", { name: "Mark as adopted" }).click();
  await expect(statusOf(page, "Unbound")).toHaveText("Adopted");
  await expect(statusOf(page, "Pledged")).toHaveText("Pending");
  await choose(page, "Pledged", "Adopted");
  await expect(question.getByRole("heading")).toHaveText("Has Pledged been handed to Orla?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(statusOf(page, "Pledged")).toHaveText("Pending");
  await choose(page, "Pledged", "Adopted");
  await question.getByRole("button", { name: "Handed over" }).click();
  const done = page.locator("[data-part=toast]").filter({ hasText: "Pledged is handed over." });
  await expect(statusOf(page, "Pledged")).toHaveText("Adopted");
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(statusOf(page, "Pledged")).toHaveText("Pending");
  await row(page, "Promised").getByRole("link", { name: "Promised" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit Promised" });
  await sheet.getByLabel("Status").selectOption({ label: "Adopted" });
  await sheet.getByRole("button", { name: "Save", exact: true }).click();
  await expect(question.getByRole("heading")).toHaveText("Has Promised been handed over?");
  await question.getByRole("button", { name: "Handed over" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(statusOf(page, "Promised")).toHaveText("Adopted");
});

for (const width of [768, 1024, 1440]) {
  test(`a refused status moves no column and is as wide as the table, at ${width} px`, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, service);
    const kind = newKind();
    const [id] = await addPets(page, kind, ["Bespoken"]);
    await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: id } }]);
    await page.goto(`${ANIMALS}?kind=${kind}`);
    const widths = () =>
      page.locator("thead tr > *").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    await expect(statusOf(page, "Bespoken")).toHaveText("Pending");
    const before = await widths();
    await choose(page, "Bespoken", "Available");
    const notice = page.getByRole("table").getByRole("alert");
    await expect(notice).toContainText("Bespoken is still pending.");
    expect(await widths()).toEqual(before);
    const table = (await page.getByRole("table").boundingBox())?.width ?? 0;
    expect((await notice.boundingBox())?.width).toBeCloseTo(table - 32, 0);
  });
}

test("with more open applications than can be read, nothing is asked and nothing changes", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [id = 0] = await addPets(page, kind, ["Besieged"]);
  await page.route("**/v1/applications?limit=100*", (route) => {
    const link = `<${new URL("/v1/applications?cursor=more", page.url())}>; rel="next"`;
    return route.fulfill({ json: [], headers: { Link: link } });
  });
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await choose(page, "Besieged", "Adopted");
  await expect(page.getByText("more applications and adoptions are open than can be checked")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(statusOf(page, "Besieged")).toHaveText("Available");
  expect(await callAs(page, [{ path: `/pets/${id}` }])).toMatchObject([{ status: "available" }]);
});

test("while a status is being saved, its list does not open", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Saving"]);
  await openHydrated(page, `${ANIMALS}?kind=${kind}`);
  const response = Promise.withResolvers<void>();
  await page.route(`**/v1/pets/${id}`, async (route) => {
    await response.promise;
    await route.continue();
  });
  await choose(page, "Saving", "Pending");
  await expect(statusOf(page, "Saving")).toHaveAttribute("aria-busy", "true");
  await statusOf(page, "Saving").click();
  // If anything opens, it opens in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(statusOf(page, "Saving")).toHaveAttribute("aria-expanded", "false");
  response.resolve();
  await expect(page.getByText("Saving is now pending.")).toBeVisible();
  await choose(page, "Saving", "Available");
  await expect(page.getByText("Saving is now available.")).toBeVisible();
});
