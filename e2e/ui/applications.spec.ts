import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { expect, fillSignIn, type Service, signIn, test } from "./service";
import { sendApplication } from "./staff-calls";

/** Adds an animal, and returns its id. */
async function addPet({ origin, key }: Service, name: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/pets`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name, categoryId: 2 }),
  });
  return (await answer.json()).id;
}

const statusBadge = (page: Page) => page.locator("h1 + p strong");
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text);

/** Refuses the next changes of an application: one with each of these statuses, in this order. */
async function refuseChanges(page: Page, id: string, refusals: [status: number, code: string][]): Promise<void> {
  await page.route(`**/v1/applications/${id}`, (route) => {
    const refusal = route.request().method() === "PATCH" ? refusals.shift() : undefined;
    if (!refusal) return route.continue();
    const [status, code] = refusal;
    return route.fulfill({ status, headers: { "Retry-After": "1" }, json: { code, message: "No", status } });
  });
}

test.describe("the inbox", () => {
  test("an animal that is only marked as pending becomes available beside its application", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Marked");
    const id = await sendApplication(page, petId, { name: "Chris Doyle" });
    const setStatus = (status: string) =>
      fetch(`${service.origin}/v1/pets/${petId}`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json", "If-Match": "*" },
        body: JSON.stringify({ status }),
      });
    await setStatus("pending");
    await page.goto(`/staff/applications/${id}`);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    const free = page.getByRole("button", { name: "Make Marked available" });
    await expect(free).toBeVisible();
    await expect(approve).toBeHidden();
    // Somebody else has changed the animal, so nothing is overwritten.
    await setStatus("available");
    await setStatus("pending");
    await free.click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was changed." })).toBeVisible();
    await free.click();
    await expect(approve).toBeVisible();
    await expect(toast(page, "Marked is available.")).toBeVisible();
    await expect(page.locator("#decision-heading")).toBeFocused();
  });

  test("a new application becomes an adoption, on a phone", async ({ page, service }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, service);
    const petId = await addPet(service, "Phoebe");
    await sendApplication(page, petId, { name: "Zoë Quick" });
    const rival = await sendApplication(page, petId, { name: "Rival Slow" });
    await page.goto(`/staff/applications?petId=${petId}`);
    await expect(page.getByRole("heading", { name: "2 applications" })).toBeVisible();
    for (const key of ["j", "ArrowDown", "k", "j"]) await page.keyboard.press(key);
    await expect(page.getByRole("link", { name: "Zoë Quick" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Zoë Quick" })).toBeFocused();
    const neighbours = page.getByRole("navigation", { name: "Neighbours" });
    await expect(neighbours).toContainText("2 of 2 applications");
    await neighbours.getByRole("link", { name: "Previous" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rival Slow" })).toBeFocused();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { level: 1, name: "Zoë Quick" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Rival Slow" })).toBeVisible();

    await expect(page).toHaveTitle("Zoë Quick – Pawhaven");

    await page.getByRole("button", { name: "I’ll handle this" }).click();
    await expect(page.getByRole("button", { name: "Stop handling it" })).toBeVisible();
    await expect(page.getByText("It stays new until somebody answers.")).toBeVisible();
    await page.getByRole("button", { name: "Visit" }).dblclick();
    await expect(statusBadge(page)).toHaveText("Visit");
    await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).first().click();
    await expect(statusBadge(page)).toHaveText("New");

    await page.getByLabel("Start from a template").selectOption("Invite to a visit");
    // An e-mail with a gap is not opened.
    await page.getByRole("link", { name: "Open in my mail program" }).click();
    await expect(page.getByLabel("Your text")).toHaveAccessibleDescription(/Replace “\[day and time\]” first/);
    await expect(page.getByLabel("Your text")).toBeFocused();
    await page.getByLabel("Your text").fill("Come at 3 & bring Tom");
    await page.getByLabel("Start from a template").selectOption("Ask for more");
    await page.getByRole("button", { name: "Restore my text" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue("Come at 3 & bring Tom");
    const href = await page.getByRole("link", { name: "Open in my mail program" }).getAttribute("href");
    expect(href).toContain("mailto:ada@home.example?");
    expect(href).toContain(encodeURIComponent("Come at 3 & bring Tom"));
    await page.getByLabel("Only for the shelter").fill("Has a garden");
    await page.reload();
    await expect(page.getByLabel("Your text")).toHaveValue("Come at 3 & bring Tom");
    await expect(page.getByLabel("Only for the shelter")).toHaveValue("Has a garden");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(toast(page, "Note saved.")).toBeVisible();

    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Rival Slow (New) has asked, too");
    await expectAccessible(page);
    await page.getByLabel("Hand-over").fill("2031-05-01");
    // An attempt that fails keeps the day.
    await page.route("**/v1/applications/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("We do not know whether it was changed.")).toBeVisible();
    await page.unroute("**/v1/applications/*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(statusBadge(page)).toHaveText("Approved");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    await expect(page.getByLabel("Hand-over", { exact: true })).toHaveValue("2031-05-01");
    await page.goto(`/staff/applications?petId=${petId}`);
    await expect(page.getByRole("listitem").filter({ hasText: "Zoë Quick" })).toContainText("Hand-over 1 May 2031");
    await page.getByRole("link", { name: "Zoë Quick" }).click();
    await page.getByRole("button", { name: "Handed over" }).click();
    const question = page.getByRole("alertdialog", { name: "Hand Phoebe to Zoë Quick?" });
    await expect(question).toContainText("Rival Slow (New) will be declined.");
    await question.getByRole("button", { name: "Complete the adoption" }).click();
    await expect(page.getByText("The animal has moved in with them.")).toBeVisible();
    await expect(toast(page, "Phoebe is handed over. 1 applicant to tell:")).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Adopted");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    await expect(page.getByText("You handled it")).toBeVisible();
    await expect(page.getByRole("button", { name: "Stop handling it" })).toHaveCount(0);
    await page.getByText("History").click();
    await expect(page.getByText("The animal was handed over")).toBeVisible();
    await page.goto(`/staff/applications/${rival}?reply=adopted`);
    await expect(statusBadge(page)).toHaveText("Declined");
    await page.getByText("History").click();
    await expect(page.getByText("Declined, because Phoebe was adopted")).toBeVisible();
    // The service sends no mail, so somebody has to tell them.
    await page.goto("/staff");
    await page.getByRole("list", { name: "To tell" }).getByRole("link", { name: "Rival Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/found a home with somebody else/);
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Told", exact: true }).click();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.goto("/staff/applications?toTell=true");
    await expect(page.getByRole("heading", { name: "1 applicant to tell" })).toBeVisible();
    await expect(page.getByRole("list").getByText("Not told yet")).toBeVisible();
    await page.getByRole("link", { name: "Rival Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/Phoebe has found a home with somebody else/);
    const others = page.getByRole("region", { name: "Others for this animal" });
    await expect(others.getByText("Adopted", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(statusBadge(page)).toHaveText("New");
  });

  test("a cancelled adoption: without mail, a person has to tell the applicant", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Reef"), { name: "Nora Calm" });
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await page.getByRole("button", { name: "Cancel the adoption" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Tell Nora Calm yourself: this service sends no mail.");
    await question.getByRole("button", { name: "Cancel the adoption" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await expect(page.getByText("that the adoption of Reef was cancelled: this service sends no mail.")).toBeVisible();
    await expectAccessible(page);
    await page.getByText("History").click();
    await expect(page.getByText(/^Entered by \S/)).toBeVisible();

    await page.goto("/staff");
    const toTell = page.getByRole("list", { name: "To tell" }).getByRole("listitem").filter({ hasText: "Nora Calm" });
    await expect(toTell).toContainText("The adoption of Reef was cancelled");
    await toTell.getByRole("link").click();
    await page.getByRole("button", { name: "Told", exact: true }).click();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.getByRole("button", { name: "Told", exact: true }).click();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
  });

  test("when two people change an application, the second sees both changes and nothing is overwritten", async ({
    page,
    service,
    context,
  }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Twice"), { name: "Two Minds" });
    await page.goto(`/staff/applications/${id}`);
    const other = await context.newPage();
    await other.goto(`/staff/applications/${id}`);
    await expect(page.getByRole("button", { name: "Talking" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Talking" })).toBeVisible();

    await other.getByRole("button", { name: "I’ll handle this" }).click();
    await expect(other.getByRole("button", { name: "Stop handling it" })).toBeVisible();
    // A change of another field is not a collision.
    await page.getByRole("button", { name: "Talking" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await expect(page.getByRole("button", { name: "Stop handling it" })).toBeVisible();
    await other.getByRole("button", { name: "Decline" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
    const collision = other.getByRole("alert").filter({ hasText: "changed it first" });
    await expect(collision).toContainText("NowTalking");
    await expect(collision).toContainText("You wantedDeclined");
    await expectAccessible(other);
    await collision.getByRole("button", { name: "Change it anyway" }).click();
    await expect(statusBadge(other)).toHaveText("Declined");
    await expect(other.getByRole("heading", { name: "What next?" })).toBeFocused();

    await page.getByLabel("Only for the shelter").fill("Mine");
    await other.getByLabel("Only for the shelter").fill("Theirs");
    await other.getByRole("button", { name: "Save note" }).click();
    await expect(toast(other, "Note saved.")).toBeVisible();
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByText("Somebody else changed the note.")).toBeVisible();
    await expect(page.locator("blockquote")).toHaveText("Theirs");
    await expect(page.getByLabel("Only for the shelter")).toHaveValue("Mine");
    await page.getByRole("button", { name: "Save mine instead" }).click();
    await expect(toast(page, "Note saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Only for the shelter")).toHaveValue("Mine");
    await other.close();
  });

  test("a lost answer is looked up, and without a network the step can be tried again", async ({
    page,
    service,
    context,
  }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Lost"), { name: "Far Away" });
    await page.goto(`/staff/applications/${id}`);
    await page.route(`**/v1/applications/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      // The step is shown before the answer.
      await expect(statusBadge(page)).toHaveText("Talking");
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Talking" }).click();
    await expect(toast(page, "Talking: You are in touch.")).toBeVisible();
    await page.unrouteAll();

    // A decision is shown before the answer, and taken back when it fails.
    const answer = Promise.withResolvers<void>();
    await page.route(`**/v1/applications/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      await answer.promise;
      await route.fulfill({ status: 403, json: { code: "forbidden", message: "No", status: 403 } });
    });
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
    await expect(statusBadge(page)).toHaveText("Declined");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    answer.resolve();
    await expect(page.getByText("Nothing was changed.")).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Talking");
    await page.unrouteAll();

    await context.setOffline(true);
    await page.getByRole("button", { name: "Visit" }).click();
    await expect(page.getByText(/nothing happens twice/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(statusBadge(page)).toHaveText("Visit");
    const changes = page.getByText("History");
    await changes.click();
    await expect(page.getByText("New → Talking")).toHaveCount(1);
  });

  test("a step waits after a 429 and continues automatically", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Patience"), { name: "Slow Down" });
    await refuseChanges(page, id, [[429, "rate_limited"]]);
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "Talking" }).click();
    await expect(page.getByText(/Too many requests/)).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Talking");
    // A decision begins the reply that fits it, and taking it back gives that up.
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/on \[day and time\]/);
    await page.getByLabel("Hand-over", { exact: true }).fill("2031-05-01");
    await page.getByLabel("Hand-over", { exact: true }).press("Enter");
    await expect(page.getByLabel("Your text")).toHaveValue(/on Thursday,? 1 May 2031 at 15:30/);
    await page.getByRole("button", { name: "Cancel the adoption" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the adoption" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue("");
  });

  test("when the session ends, the page asks to sign in and keeps the note", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Faithful"), { name: "Come Back" });
    await refuseChanges(page, id, [
      [401, "unauthorized"],
      [401, "unauthorized"],
    ]);
    await page.goto(`/staff/applications/${id}`);
    await page.getByLabel("Only for the shelter").fill("Still here");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await fillSignIn(page, service.staff);
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeHidden();
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(toast(page, "Note saved.")).toBeVisible();
  });

  test("possible spam has a folder, can be moved to the inbox, and can be deleted", async ({ page, service }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Bait");
    // An application without a form token is suspicious.
    const { token } = await (await fetch(`${service.origin}/browser-token`)).json();
    const id = randomUUID();
    const body = { id, petId, name: "Cheap Pills", email: "spam@home.example", message: "Buy", consent: true };
    const sent = await fetch(`${service.origin}/v1/applications`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(201);
    await page.goto("/staff/applications");
    await expect(page.getByRole("link", { name: "Cheap Pills" })).toHaveCount(0);
    await page.getByRole("link", { name: /^Suspicious/ }).click();
    await page.getByRole("link", { name: "Cheap Pills" }).click();
    await page.getByRole("button", { name: "Not suspicious" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await expect(page.getByText("This may be spam.")).toBeHidden();
    await page.getByRole("button", { name: "Delete everything about this person" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
    await expect(toast(page, "The application was deleted.")).toBeVisible();
    await page.goto(`/staff/applications/${id}`);
    await expect(page.getByRole("heading", { name: "No such application" })).toBeVisible();
  });
});
