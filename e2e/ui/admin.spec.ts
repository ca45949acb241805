import type { Page } from "@playwright/test";
import { expect, openSettings, type Service, signIn, test } from "./service";

/** Creates a key through the form; gives the secret that is shown once. */
async function createKey(page: Page, name: string, plan?: { perMinute: string; perDay: string }): Promise<string> {
  await openSettings(page, "API keys");
  await expect(page.getByRole("heading", { name: "Create a key" })).toBeVisible();
  await page.getByLabel("Name").fill(name);
  if (plan) {
    await page.getByLabel("Plan").selectOption("enterprise");
    await page.getByLabel("Requests a minute").fill(plan.perMinute);
    await page.getByLabel("Requests a day").fill(plan.perDay);
  }
  await page.getByRole("button", { name: "Create key" }).click();
  return page.getByRole("textbox", { name: "The new key" }).inputValue();
}

async function openKey(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

function call({ origin }: Service, key: string, path = "/v1/pets?limit=1"): Promise<Response> {
  return fetch(origin + path, { headers: { Authorization: `Bearer ${key}` } });
}

test.describe("API keys", () => {
  test("a created key is shown once, can be copied, and works", async ({ page, service, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, service);
    const key = await createKey(page, "Website");
    expect(key).toMatch(/^pet_live_\w+$/);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect((await call(service, key)).status).toBe(200);
    await page.reload();
    await expect(page.getByRole("link", { name: "Website" })).toBeVisible();
    expect(await page.content()).not.toContain(key);
  });

  test("a key for adoptions: its permissions are chosen in plain words, and are those that it has", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    await page.goto("/staff/keys");
    const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
    for (const name of ["Read animals", "Add and change animals"]) await expect(box(name)).toBeChecked();
    for (const name of ["Read adoptions", "Place and change adoptions"]) await expect(box(name)).not.toBeChecked();
    await box("Add and change animals").uncheck();
    await box("Read adoptions").check();
    const key = await createKey(page, "Adoptions");
    expect((await call(service, key, "/v1/store/orders")).status).toBe(200);
    await openKey(page, "Adoptions");
    await expect(page.getByText("Read animals, Read adoptions", { exact: true })).toBeVisible();
  });

  test("invalid input shows its error at the field, keeps the text and creates nothing", async ({ page, service }) => {
    await signIn(page, service);
    await page.goto("/staff/keys");
    await page.getByLabel("Name").fill("Half given");
    await page.getByLabel("Plan").selectOption("enterprise");
    await page.getByLabel("Requests a minute").fill("-5");
    await page.getByLabel("Last day").fill("2001-01-01");
    await page.getByRole("button", { name: "Create key" }).click();
    const rule = "It must be a whole number from 1 to 1000000000.";
    await expect(page.getByLabel("Requests a minute")).toHaveAccessibleDescription(rule);
    await expect(page.getByLabel("Requests a minute")).toBeFocused();
    await expect(page.getByLabel("Requests a day")).toHaveAccessibleDescription(rule);
    await expect(page.getByLabel("Last day")).toHaveAccessibleDescription(/in the future/);
    await expect(page.getByLabel("Name")).toHaveValue("Half given");
    await page.reload();
    await expect(page.getByRole("heading", { name: "All keys" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Half given" })).toHaveCount(0);
  });

  test("the key's page shows both windows live, as in the headers, and today's usage", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Live", { perMinute: "40", perDay: "50" });
    await openKey(page, "Live");
    await expect(page.getByText("50 of 50 left")).toBeVisible();
    let last = await call(service, key);
    last = await call(service, key, "/v1/pets/1");
    expect(last.headers.get("x-ratelimit-limit")).toBe("40");
    await expect(page.getByText("48 of 50 left")).toBeVisible();
    const seen = Number(await page.getByRole("meter", { name: "This minute" }).getAttribute("value"));
    // The minute may be a new one by now.
    expect([Number(last.headers.get("x-ratelimit-remaining")), 40]).toContain(seen);
    await expect(page.getByText("which is deprecated: 1.")).toBeVisible();
    await page.getByText("As a table").click();
    const today = new Date().toISOString().slice(0, 10);
    await expect(page.getByRole("row", { name: `${today} 2 0` })).toBeVisible();
  });

  test("after a rotation the old secret works for its grace period, or not at all without one", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const first = await createKey(page, "Turning");
    await openKey(page, "Turning");
    await page.getByRole("button", { name: /^Rotate/ }).click();
    const field = page.getByRole("textbox", { name: "The new secret of this key" });
    const second = await field.inputValue();
    expect(second).not.toBe(first);
    await expect(page.getByText(/The secret before this one works until/)).toBeVisible();
    expect((await call(service, first)).status).toBe(200);
    expect((await call(service, second)).status).toBe(200);
    await page.getByLabel("The old secret keeps working for").selectOption("0");
    await page.getByRole("button", { name: /^Rotate/ }).click();
    await expect(field).not.toHaveValue(second);
    const third = await field.inputValue();
    await expect.poll(async () => (await call(service, second)).status).toBe(401);
    expect((await call(service, third)).status).toBe(200);
  });

  test("revoking a key asks for confirmation, is permanent, and keeps the key in the list", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const key = await createKey(page, "Leaving");
    await openKey(page, "Leaving");
    await page.getByRole("button", { name: "Revoke this key" }).click();
    await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Revoke this key" })).toBeFocused();
    expect((await call(service, key)).status).toBe(200);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Revoke permanently" }).click();
    await expect(page.getByText("Revoked").first()).toBeVisible();
    await expect(page.locator("#main")).toBeFocused();
    await expect.poll(async () => (await call(service, key)).status).toBe(401);
    await page.getByRole("link", { name: /All keys/ }).click();
    await expect(page.getByRole("row", { name: /Leaving.*Revoked/ })).toBeVisible();
  });

  test("a ban shows its reason, start and end, and can be lifted once a day", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Patient", { perMinute: "1000", perDay: "1000000" });
    await page.getByRole("button", { name: "I have stored it" }).click();
    const hasty = await createKey(page, "Hasty", { perMinute: "1", perDay: "1" });
    await openKey(page, "Hasty");
    await expect(page.getByText("never banned")).toBeVisible();
    const codeOf = async () => (await (await call(service, hasty)).json()).code;
    /** Sends requests until the key is banned: one 429 and ten strikes, after the one request that fits. */
    const getBanned = async () => {
      const codes: string[] = [];
      while (codes.length < 12 && codes.at(-1) !== "key_suspended") codes.push(await codeOf());
      expect(codes.at(-1)).toBe("key_suspended");
    };
    await getBanned();
    await expect(page.getByText(/It kept sending requests after a 429/)).toBeVisible();
    await page.getByRole("button", { name: "Lift the ban now" }).click();
    await expect(page.getByText("The ban is lifted.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Bans" })).toBeFocused();
    // A verification is cached for a second.
    await expect.poll(codeOf, { intervals: [50] }).toBe("rate_limited");
    await getBanned();
    await expect(page.getByText(/can be lifted once in 24 hours/)).toBeVisible();
    // The other key is not affected.
    expect((await call(service, key)).status).toBe(200);
  });
});

test.describe("people and the audit", () => {
  test("adding, promoting and disabling a person is in the audit, with the actor", async ({
    page,
    service,
    browser,
  }) => {
    await signIn(page, service);
    await page.goto("/staff/people");
    await page.getByLabel("E-mail").fill("not an address");
    await page.getByRole("button", { name: "Add person" }).click();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("It must be an e-mail address.");
    await page.getByLabel("E-mail").fill("Vera@Shelter.example");
    await page.getByRole("button", { name: "Add person" }).click();
    const password = await page.getByRole("textbox", { name: "One-time password of" }).inputValue();

    const vera = page.getByRole("listitem", { name: "vera@shelter.example" });
    await expect(vera).toContainText("has a one-time password");
    await vera.getByRole("button", { name: "Make admin" }).click();
    await expect(vera).toContainText("Admin");
    await vera.getByRole("button", { name: "Make staff" }).click();
    await expect(vera).toContainText("Staff");

    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto("/staff/animals/forms");
    await other.getByLabel("E-mail").fill("vera@shelter.example");
    await other.getByLabel("Password").fill(password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("One-time password").fill(password);
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByRole("heading", { name: "Add an animal" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await other.goto("/staff/keys");
    await expect(other.getByText("Only admins can see this page.")).toBeVisible();

    await vera.getByRole("button", { name: "Disable" }).click();
    await vera.getByRole("button", { name: "Disable", exact: true }).click();
    await expect(vera).toContainText("Disabled");
    await expect(vera).toBeFocused();
    await other.goto("/staff/animals/forms");
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await theirs.close();

    await openSettings(page, "Changes");
    const rows = page.getByRole("row", { name: /vera@shelter\.example/ });
    // Added, two roles, signed in, a password of their own, disabled.
    await expect(rows).toHaveCount(6);
    await expect(rows.nth(1)).toContainText("vera@shelter.examplechanged their own password");
    await expect(rows.nth(2)).toContainText("vera@shelter.examplesigned in");
    await expect(rows.first()).toContainText(`${service.staff.email}disabled vera@shelter.example`);
  });

  test("a demoted admin is told that the permission is missing, and keeps the form", async ({
    page,
    service,
    browser,
  }) => {
    const { output } = await service.launcher.runToEnd(["staff", "add", "mara@shelter.example", "--admin"]);
    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto("/staff/animals/forms");
    await other.getByLabel("E-mail").fill("mara@shelter.example");
    await other.getByLabel("Password").fill(output.split("\n")[1] ?? "");
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("One-time password").fill(output.split("\n")[1] ?? "");
    await other.getByLabel("New password").fill("a password of my own");
    await other.getByRole("button", { name: "Save password" }).click();
    await openSettings(other, "API keys");
    await expect(other.getByRole("heading", { name: "Create a key" })).toBeVisible();
    await other.getByLabel("Name").fill("Too late");

    await signIn(page, service);
    await page.goto("/staff/people");
    const mara = page.getByRole("listitem", { name: "mara@shelter.example" });
    await mara.getByRole("button", { name: "Make staff" }).click();
    await expect(mara).toContainText("Staff");

    await other.getByRole("button", { name: "Create key" }).click();
    await expect(other.getByText("The key was not created. You do not have permission to do this.")).toBeVisible();
    await expect(other.getByText("You were signed out")).toHaveCount(0);
    await expect(other.getByLabel("Name")).toHaveValue("Too late");
    await theirs.close();
  });

  test("a button loads older audit entries", async ({ page, service }) => {
    await signIn(page, service);
    const { output } = await service.launcher.runToEnd(["staff", "add", "often@shelter.example"]);
    expect(output).toContain("often@shelter.example");
    await page.evaluate(async () => {
      const { token } = await (await fetch("/browser-token")).json();
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const people: { id: string; email: string }[] = await (await fetch("/v1/people", { headers })).json();
      const id = people.find(({ email }) => email === "often@shelter.example")?.id;
      for (let index = 0; index < 101; index++) {
        const body = JSON.stringify({ role: index % 2 === 0 ? "admin" : "staff" });
        const { status } = await fetch(`/v1/people/${id}`, { method: "PATCH", headers, body });
        if (status !== 200) throw new Error(`status ${status}`);
      }
    });
    await page.goto("/staff/changes");
    const rows = page.getByRole("row", { name: /often@shelter\.example/ });
    await expect(rows).toHaveCount(100);
    await page.getByRole("button", { name: "Older changes" }).click();
    await expect(rows).toHaveCount(102);
    await expect(rows.last()).toContainText("command lineadded often@shelter.example");
    await expect(page.getByRole("button", { name: "Older changes" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Changes" })).toBeFocused();
  });

  test("admins cannot change their own record", async ({ page, service }) => {
    await signIn(page, service);
    await page.goto("/staff/people");
    const own = page.getByRole("listitem", { name: service.staff.email });
    await own.getByRole("button", { name: "Make staff" }).click();
    await expect(own.getByRole("alert")).toContainText("Ask another admin");
    await expect(own).toContainText("Admin");
  });
});
