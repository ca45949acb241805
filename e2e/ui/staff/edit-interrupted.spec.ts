import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey } from "../support/key-calls";
import { apiRequests, expect, fillSignIn, openHydrated, signIn, test } from "../support/service";
import { nameOf, openSheet, readPet, save, sheet } from "../support/staff-list";

test.describe("editing an animal that others edit, or with an interruption", () => {
  test("edits of different fields are merged, and for the same field a person chooses between both values", async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const id = await addPet(service, "Shared");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("Mine");
    await sheet(page).getByLabel("Story").fill("My story.");
    await callWithKey(service, `/pets/${id}`, {
      method: "PATCH",
      ifMatch: "*",
      body: { name: "Theirs", status: "pending" },
    });
    await save(page).click();
    const question = sheet(page).getByRole("region", { name: /^Somebody else changed this animal/ });
    await expect(question).toBeFocused();
    await expect(question).toBeInViewport({ ratio: 1 });
    await expect(question).toContainText(/Changed by .+, just now\./);
    await expectAccessible(page);
    const both = sheet(page).getByRole("group", { name: "Name" });
    await expect(both).toContainText("Theirs");
    await expect(both.getByRole("radio", { checked: true })).toHaveCount(0);
    // Nothing is saved before one of them is chosen.
    await save(page).click();
    await expect(question).toBeFocused();
    await expect(sheet(page).getByText("Somebody else changed a field too.")).toBeVisible();
    await expect(sheet(page).getByLabel("Status")).toHaveValue("pending");
    await both.getByRole("radio", { name: /Theirs/ }).check();
    await expect(nameOf(page)).toHaveValue("Theirs");
    await both.getByRole("radio", { name: /Yours/ }).check();
    await expect(sheet(page).getByText("Somebody else changed a field too.")).toHaveCount(0);
    await save(page).click();
    await expect(page.getByText("Mine was saved.")).toBeVisible();
    expect(await readPet(service, id)).toMatchObject({
      name: "Mine",
      status: "pending",
      profile: { story: "My story." },
    });
  });

  test("two tabs of one person keep their own texts, and one takes over what the other saves", async ({
    page,
    context,
    service,
  }) => {
    const id = await addPet(service, "Tabbed");
    await signIn(page, service);
    await openSheet(page, id);
    const tab = await context.newPage();
    await openSheet(tab, id);
    await nameOf(page).fill("First tab");
    await sheet(tab).getByLabel("Story").fill("Second tab.");
    await expect(sheet(page).getByLabel("Story")).toHaveValue("");
    await save(page).click();
    await expect(page.getByText("First tab was saved.")).toBeVisible();
    await save(tab).click();
    await expect(tab.getByText("First tab was saved.")).toBeVisible();
    expect(await readPet(service, id)).toMatchObject({ name: "First tab", profile: { story: "Second tab." } });
    await tab.close();
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

  test("saved while offline, an edit is sent once when the connection is back", async ({ page, context, service }) => {
    const id = await addPet(service, "Tunnel");
    await signIn(page, service);
    await openSheet(page, id);
    const requests = apiRequests(page);
    await context.setOffline(true);
    await nameOf(page).fill("Bridge");
    await save(page).click();
    await save(page).click();
    const note = sheet(page).getByText("Not saved: you are offline. It is saved when the connection returns.");
    await expect(note).toBeVisible();
    expect(requests.filter((request) => request.startsWith("PATCH"))).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText("Bridge was saved.")).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    expect(requests.filter((request) => request.startsWith("PATCH"))).toEqual([`PATCH /v1/pets/${id}`]);
    expect(await callWithKey<object[]>(service, `/pets/${id}/history`)).toHaveLength(2);
  });

  test("opened while offline, the sheet says so, with what the list knows, and continues by itself", async ({
    page,
    context,
    service,
  }) => {
    await addPet(service, "Cellar");
    await signIn(page, service);
    await openHydrated(page, "/staff/animals");
    await expect(page.getByRole("link", { name: "Cellar" })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Cellar" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Cellar" });
    await expect(dialog.getByRole("status").filter({ hasText: "You are offline." })).toHaveText(
      "You are offline. The animal is shown when the connection is back.CellarCatAvailable",
    );
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(dialog.getByLabel("Name")).toHaveValue("Cellar");
  });

  test("closing with unsaved text asks first, and after the session has ended, signing in again continues", async ({
    page,
    service,
  }) => {
    const id = await addPet(service, "Guarded");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("Kept");
    await page.keyboard.press("Escape");
    const question = sheet(page).getByRole("alertdialog");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(nameOf(page)).toHaveValue("Kept");
    await expect(nameOf(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(nameOf(page)).toBeFocused();

    let isOver = true;
    await page.route(`**/v1/pets/${id}`, (route) => {
      const json = { code: "unauthorized", message: "A valid API key is required", status: 401 };
      return isOver ? route.fulfill({ status: 401, json }) : route.continue();
    });
    // Works in the whole sheet, not only in the fields.
    await sheet(page).getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Control+Enter");
    const again = page.getByRole("form", { name: "Sign in again" });
    await expect(again).toBeVisible();
    isOver = false;
    await fillSignIn(again, service.staff);
    await expect(save(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Kept was saved.")).toBeVisible();

    await openSheet(page, id);
    await nameOf(page).fill("Thrown away");
    await sheet(page).getByRole("button", { name: "Close" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(sheet(page)).toBeHidden();
    await openSheet(page, id);
    await expect(nameOf(page)).toHaveValue("Kept");
  });
});
