import type { Browser, Page } from "@playwright/test";
import { tabTo } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey, newKind } from "../support/key-calls";
import { addButton, addSheet, countNamed, fillNewPet, nameBox } from "../support/new-pet";
import { expect, fillSignIn, type Service, signIn, test } from "../support/service";
import { addPets, callAs, sendApplication } from "../support/staff-calls";
import { ANIMALS, choose, nameOf, openSheet, row, save, sheet, statusOf } from "../support/staff-list";

test("staff can add an animal with the keyboard only", async ({ page, service }) => {
  await signIn(page, service);
  await tabTo(page, /^Add animal$/);
  await page.keyboard.press("Enter");
  await expect(nameBox(page)).toBeFocused();
  await page.keyboard.insertText("Keys 1");
  await page.keyboard.press("Tab");
  await page.keyboard.type("dog");
  await expect(page.getByRole("option", { name: "Dog" })).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await tabTo(page, /^Add, then another$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Keys 1 was added.")).toBeVisible();
  await expect(nameBox(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add animal" })).toBeFocused();
  // The URL changes a moment after the sheet is closed.
  await expect(page).toHaveURL(/\/staff\/animals$/);
  expect(await countNamed(service, "Keys 1")).toBe(1);
});

/** The message after a lost answer: the request arrives, but the browser does not learn its outcome. */
const UNKNOWN = /We do not know whether the animal was added\./;

test("a reload keeps the text, the message and the Idempotency-Key, and a retry adds the animal once", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const answers = await loseAnswers(page, "**/v1/pets");
  await fillNewPet(page, "Lost twice", "9223372036854775807");
  await addSheet(page).getByLabel("Status").selectOption("Pending");
  await addButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: UNKNOWN })).toBeVisible();
  await expect(page.getByText("was not added")).toHaveCount(0);
  answers.stop();
  await test.step("the text is still there after a reload", async () => {
    await page.reload();
    await expect(nameBox(page)).toHaveValue("Lost twice");
    await expect(addSheet(page).getByLabel("Kind")).toHaveValue(/9223372036854775807/);
    await expect(addSheet(page).getByLabel("Status")).toHaveValue("pending");
  });
  const next = page.getByRole("dialog", { name: "Edit Lost twice" });
  await test.step("a retry adds the animal once, and the sheet continues with what comes next", async () => {
    await addButton(page).click();
    await expect(page.getByText("Lost twice was added.")).toBeVisible();
    await expect(next.getByRole("heading", { name: "Photos" })).toBeVisible();
    await expect(next.getByLabel("Story")).toBeVisible();
    expect(new Set(answers.keys).size).toBe(1);
    expect(await countNamed(service, "Lost twice")).toBe(1);
  });
  await test.step("the addition can be undone", async () => {
    const toast = page.locator("[data-part=toast]", { hasText: "was added." });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(next).toBeHidden();
    expect(await countNamed(service, "Lost twice")).toBe(0);
  });
  await test.step("the outcome is known, so nothing is left of the draft", async () => {
    await page.goto("/staff/animals?new");
    await expect(addButton(page)).toHaveAttribute("aria-disabled", "false");
    await expect(nameBox(page)).toHaveValue("");
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  });
});

test("a lost answer, being offline and a reload lose nothing, and nothing is changed twice", async ({
  page,
  context,
  service,
}) => {
  const id = await addPet(service, "Offline");
  await signIn(page, service);
  await openSheet(page, id);
  await nameOf(page).fill("Online");
  await sheet(page).getByLabel("Story").fill("Typed before the network went.");
  await context.setOffline(true);
  await save(page).click();
  const note = sheet(page).getByText(/^Not saved: you are offline/);
  await expect(note).toBeVisible();
  // After more typing, the person saves again, so that nothing half finished is sent.
  await sheet(page).getByLabel("Story").fill("Typed while the network was gone.");
  await expect(note).toBeHidden();
  await context.setOffline(false);
  await page.reload();
  await expect(nameOf(page)).toHaveValue("Online");
  await expect(sheet(page).getByText(/These are your unsaved changes from last time/)).toBeVisible();

  // The change arrives, but its answer does not.
  const answers = await loseAnswers(page, `**/v1/pets/${id}`, { method: "PATCH" });
  await save(page).click();
  await expect(sheet(page).getByText(/We do not know/)).toBeVisible();
  answers.stop();
  await save(page).click();
  await expect(page.getByText("Online was saved.")).toBeVisible();
  const entries = async () => (await callWithKey<object[]>(service, `/pets/${id}/history`)).length;
  expect(await entries()).toBe(3); // added, the name, the story

  // The name is saved, but then there are too many requests. The story is kept and sent again.
  await openSheet(page, id);
  await nameOf(page).fill("Limited");
  await sheet(page).getByLabel("Story").fill("Typed before the limit.");
  const refusal = { code: "rate_limited", message: "Too many", status: 429 };
  let refusals = 0;
  await page.route(`**/v1/pets/${id}/profile`, (route) => {
    if (route.request().method() !== "PUT" || ++refusals > 1) return route.continue();
    return route.fulfill({ status: 429, headers: { "retry-after": "2" }, json: refusal });
  });
  await save(page).click();
  await expect(sheet(page).getByRole("timer")).toHaveText(/[12] seconds?/);
  await expect(sheet(page).getByLabel("Story")).toHaveValue("Typed before the limit.");
  await expect(page.getByText("Limited was saved.")).toBeVisible();
  expect(await entries()).toBe(5);
});

/** Signs in, in another browser. */
async function another(browser: Browser, service: Service): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.origin });
  const page = await context.newPage();
  await signIn(page, service);
  return page;
}

test("another person's change appears without a reload, and a colliding one lets people choose", async ({
  page,
  browser,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [, second] = await addPets(page, kind, ["Shared", "Quiet"]);
  const other = await another(browser, service);
  for (const one of [page, other]) {
    await one.goto(`${ANIMALS}?kind=${kind}`);
    await expect(row(one, "Quiet")).toBeVisible();
  }
  await choose(other, "Quiet", "Adopted");
  // It appears within seconds.
  await expect(statusOf(page, "Quiet")).toHaveText("Adopted", { timeout: 10_000 });

  // This page no longer sees the other person's changes.
  await page.route("**/v1/pets?limit=25&include=version&*", (route) => route.abort());
  await choose(other, "Shared", "Adopted");
  await expect(other.getByText("Shared is now adopted.")).toBeVisible();
  await callAs(other, [{ path: `/pets/${second}`, method: "PATCH", ifMatch: "*", body: { name: "Quieter" } }]);
  await choose(page, "Shared", "Pending");
  await expect(page.getByText(/The status is now Adopted\. You chose Pending/)).toBeVisible();
  await page.getByRole("button", { name: "Keep Adopted" }).click();
  await expect(statusOf(page, "Shared")).toHaveText("Adopted");
  await expect(page.getByRole("alert").filter({ hasText: "Shared" })).toHaveCount(0);
  // The other person changed only the name, which is not a collision.
  await choose(page, "Quiet", "Available");
  await expect(page.getByText("Quiet is now available.")).toBeVisible();
  await page.unroute("**/v1/pets?limit=25&include=version&*");
  await expect(row(page, "Quieter")).toBeVisible();
  await other.context().close();
});

test("when the session ends, the selection stays, and changes continue after signing in again", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Waiting", "Selected"]);
  await page.goto(`/staff/animals?kind=${kind}`);
  await page.getByRole("checkbox", { name: "Select Selected" }).check();
  const cookies = await context.cookies();
  await context.clearCookies();
  // The token of this page works for some more minutes. The next one is a visitor's.
  let refusals = 0;
  await page.route("**/v1/pets/*", (route) => {
    if (route.request().method() !== "PATCH" || ++refusals > 1) return route.continue();
    return route.fulfill({ status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } });
  });
  await page.getByRole("combobox", { name: "Status of Waiting" }).click();
  await page.getByRole("option", { name: "Pending" }).click();
  const cover = page.getByRole("dialog", { name: "You were signed out" });
  await fillSignIn(cover, service.staff);
  await expect(page.getByText("Waiting is now pending.")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expect(page.getByText("1 selected")).toBeVisible();
  await context.addCookies(cookies);
});

/** Opens the list with a pending animal that somebody has asked for. */
async function openWanted(page: Page, name: string) {
  const kind = newKind();
  const [id = 0] = await addPets(page, kind, [name]);
  await callAs(page, [{ path: `/pets/${id}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } }]);
  const applicationId = await sendApplication(page, id, { name: "Ada" });
  await page.goto(`/staff/animals?kind=${kind}`);
  return { id, applicationId, status: page.getByRole("combobox", { name: `Status of ${name}` }) };
}

test("where somebody is waiting, a change asks first, and survives a reload after that", async ({ page, service }) => {
  await signIn(page, service);
  const { id, applicationId, status } = await openWanted(page, "Wanted");
  // A dialog asks first. Until it does, the change is shown.
  const question = page.getByRole("alertdialog", { name: "Mark Wanted as adopted?" });
  await page.route("**/v1/applications?*", () => {});
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await expect(status).toHaveAttribute("aria-busy", "true");
  await expect(status).toHaveText("Adopted");
  await page.unroute("**/v1/applications?*");
  await page.reload();
  await expect(status).toHaveText("Pending");

  const change = Promise.withResolvers<void>();
  await page.route(`**/v1/pets/${id}`, () => change.resolve(), { times: 1 });
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await expect(question).toContainText("1 person is waiting for this animal. Their application will be declined: Ada.");
  await expect(question.getByRole("link", { name: "Choose who adopts" })).toHaveAttribute(
    "href",
    `/staff/applications/${applicationId}`,
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(status).toHaveText("Pending");
  await expect(status).toBeFocused();
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await question.getByRole("button", { name: "Mark as adopted" }).click();
  await expect(status).toHaveAttribute("aria-busy", "true");
  await change.promise;
  await page.reload();
  await expect(page.getByText(/^Wanted is now adopted\. The application of .?Ada.? was declined\.$/)).toBeVisible();
  await expect(status).toHaveText("Adopted");
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
  await expect(page.getByRole("list", { name: "Changes" }).getByRole("listitem").first()).toContainText(
    "completed the adoption (Ada Adopter)",
  );
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
