import type { Page } from "@playwright/test";
import { addButton, addByForm, addSheet, fillNewPet, nameBox, typeKind } from "../support/new-pet";
import { apiRequests, expect, fillSignIn, signIn, test } from "../support/service";

const LIMITED = { status: 429, headers: { "retry-after": "2" } };
const LIMITED_BODY = { code: "rate_limited", message: "The rate limit is exceeded", status: 429 };
const SIGNED_OUT = { code: "unauthorized", message: "A valid API key is required", status: 401 };

/** Intercepts every POST to a path of the API until it is stopped. */
async function refusePosts(page: Page, path: string, answer: object): Promise<{ stop(): void; count(): number }> {
  let [refusing, count] = [true, 0];
  await page.route(path, (route) => {
    if (route.request().method() !== "POST") return route.continue();
    count++;
    return refusing ? route.fulfill(answer) : route.continue();
  });
  return {
    stop: () => {
      refusing = false;
    },
    count: () => count,
  };
}

test.describe("forms – 429", () => {
  test("shows a countdown, then sends the form again", async ({ page, service }) => {
    await signIn(page, service);
    const posts = await refusePosts(page, "**/v1/pets", { ...LIMITED, json: LIMITED_BODY });
    await fillNewPet(page, "Waiting");
    await addButton(page).click();
    await expect(page.getByRole("timer")).toHaveText(/[12] seconds?/);
    posts.stop();
    await expect(page.getByText("Waiting was added.")).toBeVisible();
    expect(posts.count()).toBe(2);
  });

  test("a form edited during the countdown is not sent automatically", async ({ page, service }) => {
    await page.clock.install();
    await signIn(page, service);
    const posts = await refusePosts(page, "**/v1/pets", { ...LIMITED, json: LIMITED_BODY });
    await fillNewPet(page, "Half");
    await addButton(page).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await nameBox(page).fill("Half a name");
    await expect(page.getByRole("timer")).toBeHidden();
    await page.clock.runFor(10_000);
    expect(posts.count()).toBe(1);
    await expect(nameBox(page)).toHaveValue("Half a name");
  });

  test("rows cleared during the countdown are not added, nor are the rows that replace them", async ({
    page,
    service,
  }) => {
    await page.clock.install();
    await signIn(page, service, "/staff/animals/import");
    const posts = await refusePosts(page, "**/v1/pets", { ...LIMITED, json: LIMITED_BODY });
    const box = page.getByLabel("Rows from a spreadsheet");
    await box.fill("Once\tDog");
    await page.getByRole("button", { name: "Add 1" }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await box.fill("Other\tDog");
    await expect(page.getByRole("timer")).toBeHidden();
    await page.clock.runFor(10_000);
    expect(posts.count()).toBe(1);
  });
});

for (const [what, path, api, field, value, button, done] of [
  ["a key", "/staff/keys", "**/v1/keys", "Name", "Kept", "Create key", "The new key"],
  ["a person", "/staff/people", "**/v1/people/invitations", "E-mail", "kept@x.example", "Invite", "Link for"],
] as const) {
  test(`when the session ends while creating ${what}, the form asks to sign in again and continues`, async ({
    page,
    service,
  }) => {
    await signIn(page, service, path);
    await page.getByRole("button", { name: /^(Create a key|Invite a person)$/ }).click();
    const input = page.getByLabel(field, { exact: true }).first();
    await input.fill(value);
    const posts = await refusePosts(page, api, { status: 401, json: SIGNED_OUT });
    await page.getByRole("button", { name: button, exact: true }).click();
    const again = page.getByRole("form", { name: "Sign in again" });
    await expect(again).toBeVisible();
    await expect(input).toHaveValue(value);
    await again.getByLabel("E-mail").fill(service.staff.email);
    // Each attempt sends twice, the second time with a new token.
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect.poll(posts.count).toBe(4);
    await expect(page.getByRole("button", { name: button, exact: true })).toHaveAttribute("aria-disabled", "false");
    await expect(again.getByLabel("E-mail")).toHaveValue(service.staff.email);
    posts.stop();
    await fillSignIn(again, service.staff);
    await expect(again).toBeHidden();
    await expect(page.getByRole("button", { name: button, exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    const secret = page.getByRole("textbox", { name: done });
    await expect(secret).not.toHaveValue("");
    await expect(secret).toBeFocused();
  });
}

test("typing while the request is pending keeps the text and the focus", async ({ page, service }) => {
  await signIn(page, service);
  const response = Promise.withResolvers<void>();
  await page.route("**/v1/pets", async (route) => {
    if (route.request().method() === "POST") await response.promise;
    await route.continue();
  });
  await fillNewPet(page, "Early");
  await nameBox(page).press("Enter");
  await expect(addButton(page)).toHaveText("Adding…");
  await nameBox(page).fill("Next one");
  await addSheet(page).getByLabel("Status").focus();
  response.resolve();
  await expect(
    page.getByRole("region", { name: "Notifications" }).filter({ hasText: "Early was added." }),
  ).toBeVisible();
  await expect(addButton(page)).toHaveText("Add animal");
  await expect(nameBox(page)).toHaveValue("Next one");
  await expect(addSheet(page).getByLabel("Status")).toBeFocused();
});

test("an added animal appears in every list that is opened again", async ({ page, service }) => {
  await signIn(page, service, "/");
  await page.getByRole("link", { name: "Staff" }).click();
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Animals" }).click();
  await addByForm(page, "Backwards");
  await page.getByRole("dialog", { name: "Edit Backwards" }).getByRole("button", { name: "Close" }).click();
  await expect(page.locator("tbody tr").first()).toContainText("Backwards");
  await page.locator('[data-part=staff-header] a[href="/"]').click();
  await expect(page.getByRole("heading", { name: "Find a friend" })).toBeVisible();
  await expect(page.locator("[data-part=card]").first()).toContainText("Backwards");
});

test("adding rows stops on leaving the page, and continues after coming back", async ({ page, service }) => {
  await signIn(page, service, "/staff/animals/import");
  const response = Promise.withResolvers<void>();
  await page.route("**/v1/pets", async (route) => {
    if (route.request().method() === "POST") await response.promise;
    await route.continue();
  });
  await page.getByLabel("Rows from a spreadsheet").fill("Away one\tDog\nAway two\tDog");
  await page.getByRole("button", { name: "Add 2" }).click();
  await page.getByRole("link", { name: "Adoptions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Adoptions" })).toBeVisible();
  const [first] = await Promise.all([
    page.waitForResponse((response) => response.status() === 201),
    response.resolve(),
  ]);
  await first.finished();
  await page.waitForFunction(() => Object.values(sessionStorage).some((kept) => String(kept).includes('"added"')));
  const requests = apiRequests(page);
  await page.goBack();
  await expect(page.getByText("1 of 2 done")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("2 added")).toBeVisible();
  expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
});

test("leaving a filter cancels its request", async ({ page }) => {
  await page.goto("/?status=sold");
  await page.route("**/v1/pets/search?*status=pending*", () => {});
  const given = page.waitForEvent("requestfailed", (request) => request.url().includes("status=pending"));
  const asked = page.waitForRequest((request) => request.url().includes("status=pending"));
  await page.getByRole("link", { name: "Pending" }).click();
  await asked;
  await page.getByRole("link", { name: "Available" }).click();
  expect((await given).failure()?.errorText).toBe("net::ERR_ABORTED");
  await expect(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeVisible();
});

test("a key created while the list is loading appears in it", async ({ page, service }) => {
  await signIn(page, service);
  // The first answer is from before the key was created.
  const response = Promise.withResolvers<void>();
  let readings = 0;
  await page.route("**/v1/keys", async (route) => {
    if (route.request().method() !== "GET" || ++readings > 1) return route.continue();
    await response.promise;
    await route.fulfill({ json: [] }).catch(() => {}); // the request may have been aborted
  });
  await page.goto("/staff/keys");
  await expect.poll(() => readings).toBe(1);
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Early key");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("textbox", { name: "The new key" })).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();
  response.resolve();
  await expect(page.getByRole("link", { name: "Early key" })).toBeVisible();
});

test.describe("a kind that is highlighted but not taken", () => {
  test("Ctrl and Enter take it and add the animal", async ({ page, service }) => {
    await signIn(page, service);
    await typeKind(page, "Highlighted", "rab", "Rabbit");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Highlighted was added.")).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Edit Highlighted" }).getByLabel("Kind")).toHaveValue("Rabbit");
  });

  test("Tab takes it and closes the list", async ({ page, service }) => {
    await signIn(page, service);
    await typeKind(page, "Tabbed", "rab", "Rabbit");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(addSheet(page).getByLabel("Kind")).toHaveValue("Rabbit");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("Tabbed was added.")).toBeVisible();
  });

  test("what was not typed is not taken, and no list covers the error", async ({ page, service }) => {
    await signIn(page, service);
    const posts = await refusePosts(page, "**/v1/pets", { ...LIMITED, json: LIMITED_BODY });
    await page.getByRole("button", { name: "Add animal" }).click();
    await nameBox(page).fill("Mistyped");
    const kind = addSheet(page).getByLabel("Kind");
    await kind.fill("dgo");
    await expect(page.getByRole("option")).toHaveCount(0);
    await page.keyboard.press("Control+Enter");
    await expect(kind).toBeFocused();
    await expect(kind).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    expect(posts.count()).toBe(0);
  });
});
