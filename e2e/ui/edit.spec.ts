import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { apiRequests, expect, fillSignIn, openHydrated, type Service, signIn, test } from "./service";

// Toasts are dialogs too, so the name is needed.
const sheet = (page: Page) => page.getByRole("dialog", { name: /^(Edit|Add an animal)/ });
const nameOf = (page: Page) => sheet(page).getByLabel("Name");
const save = (page: Page) => sheet(page).getByRole("button", { name: "Save", exact: true });

/** Calls the API with the demo key. */
async function api(
  { origin, key }: Service,
  path: string,
  init: { method?: string; ifMatch?: string; body?: object } = {},
) {
  const answer = await fetch(`${origin}/v1${path}`, {
    method: init.method ?? "GET",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      ...(init.ifMatch !== undefined && { "If-Match": init.ifMatch }),
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Adds an animal through the API, and returns its id. */
async function addPet(service: Service, name: string): Promise<string> {
  const pet = await api(service, "/pets", { method: "POST", body: { name, categoryId: 2 } });
  return String(pet.id);
}

async function openSheet(page: Page, id: string): Promise<void> {
  const answer = await page.goto(`/staff/animals?edit=${id}`);
  expect(answer?.status()).toBe(200);
  await expect(nameOf(page)).not.toHaveValue("");
}

test.describe("editing an animal", () => {
  test("name, kind, status, story and facts are saved, even with the keyboard only", async ({ page, service }) => {
    const id = await addPet(service, "Plain");
    await signIn(page, service);
    const answer = await page.goto("/staff/animals?new=1");
    expect(answer?.status()).toBe(200);
    await openSheet(page, id);
    await nameOf(page).fill("Fancy");
    const kind = sheet(page).getByLabel("Kind");
    await kind.fill("dgo");
    await expect(page.getByRole("option")).toHaveText(["Did you mean Dog?"]);
    await kind.fill("rab");
    await expect(page.getByRole("option", { name: "Rabbit" })).toHaveAttribute("data-highlighted");
    await page.keyboard.press("Enter");
    await expect(kind).toHaveValue("Rabbit");
    await sheet(page).getByLabel("Status").selectOption("Pending");
    await sheet(page).getByLabel("Story").fill("Likes carrots.");
    await expect(sheet(page).getByText("14 of 2,000")).toBeVisible();
    await sheet(page).getByRole("radio", { name: "Estimate" }).check();
    await sheet(page).getByLabel("About").fill("3");
    await sheet(page).getByRole("group", { name: "Sex" }).getByRole("radio", { name: "Female" }).focus();
    await page.keyboard.press("Space");
    await sheet(page)
      .getByRole("group", { name: "Good with dogs" })
      .getByRole("radio", { name: "No", exact: true })
      .check();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Fancy was saved.")).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    const [pet] = await api(service, `/pets?ids=${id}&include=profile`);
    expect(pet).toMatchObject({
      name: "Fancy",
      categoryId: 3,
      status: "pending",
      profile: {
        story: "Likes carrots.",
        sex: "female",
        bornOn: String(new Date().getUTCFullYear() - 3),
        goodWith: { children: null, dogs: false, cats: null },
      },
    });

    // The history shows the save as one entry, and undoes it as one.
    await page.goto(`/staff/animals?history=${id}`);
    const changes = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
    await expect(changes).toContainText(["changed name, kind, status, story, sex", "added this animal"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(changes.first()).toContainText("undid a change of name, kind, status, story, sex");
    await expect(changes).toHaveCount(3);
    expect(await api(service, `/pets/${id}`)).toMatchObject({ name: "Plain", categoryId: 2, status: "available" });

    // The toast undoes a save as a whole, too.
    await openSheet(page, id);
    await nameOf(page).fill("Mistaken");
    await sheet(page).getByLabel("Story").fill("A mistake.");
    await save(page).click();
    await page.locator("[data-part=toast]", { hasText: "Mistaken was saved." }).getByRole("button").first().click();
    await expect(page.getByText("Undone.")).toBeVisible();
    expect(await api(service, `/pets?ids=${id}&include=profile`)).toMatchObject([
      { name: "Plain", profile: { story: null } },
    ]);
  });

  test("messages at the fields are for people, and disappear when the field is corrected", async ({
    page,
    service,
  }) => {
    const id = await addPet(service, "Wordy");
    await signIn(page, service);
    await openSheet(page, id);
    await nameOf(page).fill("");
    await save(page).click();
    await expect(sheet(page).getByText("Enter a name")).toBeVisible();
    await expect(nameOf(page)).toBeFocused();
    await nameOf(page).fill("x".repeat(256));
    await expect(sheet(page).getByText("The name can have up to 255 characters")).toBeVisible();
    await expect(sheet(page).getByText("Enter a name")).toHaveCount(0);
    await nameOf(page).fill("Wordy");
    await expect(sheet(page).getByText(/up to 255/)).toHaveCount(0);
    await expect(nameOf(page)).not.toHaveAttribute("aria-invalid");
  });

  test("an age that is not understood stays as typed, says why, and is not saved", async ({ page, service }) => {
    const id = await addPet(service, "Ageless");
    const bornOn = async () => {
      const [pet] = await api(service, `/pets?ids=${id}&include=profile`);
      return pet.profile?.bornOn ?? null;
    };
    await signIn(page, service);
    await openSheet(page, id);
    const about = sheet(page).getByLabel("About");
    const unit = sheet(page).getByLabel("Unit");
    await sheet(page).getByRole("radio", { name: "Estimate" }).check();
    await save(page).click();
    await expect(sheet(page).getByText("Write about how old the animal is, or choose Not known")).toBeVisible();
    await expect(about).toBeFocused();
    await about.pressSequentially("120");
    await expect(about).toHaveValue("120");
    await expect(sheet(page).getByText(/^At most \d+ years$/)).toBeVisible();
    await unit.selectOption("months");
    await expect(sheet(page).getByText(/^At most/)).toHaveCount(0);
    await about.fill("");
    await about.pressSequentially("abc");
    await expect(about).toHaveValue("abc");
    await expect(unit).toHaveValue("months");
    await save(page).click();
    await expect(sheet(page).getByText("Write a whole number of months")).toBeVisible();
    expect(await bornOn()).toBeNull();

    await unit.selectOption("years");
    await about.fill("");
    await about.pressSequentially("1,5");
    await expect(about).toHaveValue("1,5");
    await expect(about).toHaveAccessibleDescription("18 months");
    await save(page).click();
    await expect(page.getByText("Ageless was saved.")).toBeVisible();
    const born = new Date();
    born.setUTCDate(1);
    born.setUTCMonth(born.getUTCMonth() - 18);
    expect(await bornOn()).toBe(born.toISOString().slice(0, 7));
    await openSheet(page, id);
    await expect(about).toHaveValue("18");
    await expect(unit).toHaveValue("months");

    await sheet(page).getByRole("radio", { name: "Date of birth" }).check();
    await save(page).click();
    await expect(sheet(page).getByText("Enter the date of birth, or choose Not known")).toBeVisible();
    expect(await bornOn()).toBe(born.toISOString().slice(0, 7));
  });

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
    await api(service, `/pets/${id}`, { method: "PATCH", ifMatch: "*", body: { name: "Theirs", status: "pending" } });
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
    const [pet] = await api(service, `/pets?ids=${id}&include=profile`);
    expect(pet).toMatchObject({ name: "Mine", status: "pending", profile: { story: "My story." } });
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
    const [pet] = await api(service, `/pets?ids=${id}&include=profile`);
    expect(pet).toMatchObject({ name: "First tab", profile: { story: "Second tab." } });
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
    // Who goes on typing saves again, so that nothing half finished is sent.
    await sheet(page).getByLabel("Story").fill("Typed while the network was gone.");
    await expect(note).toBeHidden();
    await context.setOffline(false);
    await page.reload();
    await expect(nameOf(page)).toHaveValue("Online");
    await expect(sheet(page).getByText(/These are your unsaved changes from last time/)).toBeVisible();

    // The change arrives, but its answer does not.
    let losing = true;
    await page.route(`**/v1/pets/${id}`, async (route) => {
      if (!losing || route.request().method() !== "PATCH") return route.continue();
      await route.fetch();
      return route.abort();
    });
    await save(page).click();
    await expect(sheet(page).getByText(/We do not know/)).toBeVisible();
    losing = false;
    await save(page).click();
    await expect(page.getByText("Online was saved.")).toBeVisible();
    const entries = async () => (await api(service, `/pets/${id}/history`)).length;
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
    expect((await api(service, `/pets/${id}/history`)).length).toBe(2);
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
