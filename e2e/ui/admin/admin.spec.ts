import { exec } from "node:child_process";
import { promisify } from "node:util";
import { expectAccessible } from "../support/accessibility";
import { createKey, fetchWithKey, openKey } from "../support/key-forms";
import { expect, signIn, test } from "../support/service";

test.describe("API keys", () => {
  test("a created key is shown once, whole, with a command that works as it is pasted", async ({
    page,
    service,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Website");
    // A reload keeps what was typed.
    await page.reload();
    await page.getByRole("button", { name: "Create a key" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Website");
    await page.getByRole("button", { name: "Create key" }).click();
    const field = page.getByRole("textbox", { name: "The new key" });
    await expect(field).toBeFocused();
    const key = await field.inputValue();
    expect(key).toMatch(/^pet_live_\w+$/);
    const isWhole = (element: Element) => element.scrollHeight <= element.clientHeight + 1;
    expect(await field.evaluate(isWhole)).toBe(true);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole("button", { name: "Copy: Try it in a terminal" }).click();
    await expect(page.getByText("Copied.")).toHaveCount(2);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await promisify(exec)(command);
    expect(JSON.parse(stdout)).toHaveLength(3);
    // The first attempt to leave asks. After the second one, the secret is gone.
    await page.keyboard.press("Escape");
    await expect(page.getByText("Have you stored the key?")).toBeVisible();
    await expect(field).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("button", { name: "Create a key" })).toBeFocused();
    await expect(page.getByRole("row").filter({ hasText: "Website" })).toContainText(
      "Animals (read only); never expires",
    );
    expect(await page.content()).not.toContain(key);
  });

  test("the permissions of a key are chosen in plain words, and are those that it has", async ({ page, service }) => {
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
    const writing = ["Add and change animals", "Place and change adoptions"];
    for (const name of ["Read adoptions", ...writing]) await expect(box(name)).not.toBeChecked();
    await expect(box("Read animals")).toHaveAccessibleDescription(/photos and stories/);
    await box("Read animals").uncheck();
    await page.getByLabel("Name").fill("Adoptions");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("group", { name: "Permissions" })).toHaveAccessibleDescription(
      "Choose at least one permission",
    );
    for (const text of ["Permissions", "Choose at least one permission"])
      await expect(page.getByText(text, { exact: true })).toHaveCSS("color", "rgb(163, 22, 31)");
    await expect(box("Read animals")).toBeFocused();
    await box("Read adoptions").check();
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("textbox", { name: "The new key" }).inputValue();
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect((await fetchWithKey(service, key, "/v1/store/orders")).status).toBe(200);
    await openKey(page, "Adoptions");
    await expect(page.getByText("Read adoptions", { exact: true })).toBeVisible();
  });

  test("invalid input shows its error at the field, in plain words, until it is corrected", async ({
    page,
    service,
  }) => {
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name/);
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.getByLabel("Name").fill("Half given");
    await expect(page.getByText(/Enter a name/)).toHaveCount(0);
    await page.getByText("Limits", { exact: true }).click();
    await page.getByLabel("Plan").selectOption("enterprise");
    await page.getByLabel("Requests a minute").fill("-5");
    await page.getByLabel("Expiry day").fill("2001-01-01");
    await page.getByRole("button", { name: "Create key" }).click();
    const rule = "Enter a whole number from 1 to 1,000,000,000";
    await expect(page.getByLabel("Requests a minute")).toHaveAccessibleDescription(rule);
    await expect(page.getByLabel("Expiry day")).toBeFocused();
    await expect(page.getByLabel("Requests a day")).toHaveAccessibleDescription(rule);
    await expect(page.getByLabel("Expiry day")).toHaveAccessibleDescription(/Choose a day that has not passed/);
    await expect(page.getByLabel("Name")).toHaveValue("Half given");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Half given" })).toHaveCount(0);
  });

  test("the name, the plan and the last day of a key can be changed", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Before");
    await openKey(page, "Before");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name").fill("After");
    await page.getByText("Limits", { exact: true }).click();
    await page.getByLabel("Plan").selectOption("pro");
    await page.getByLabel("Expiry day").fill("2089-01-31");
    // A double click sends one request.
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
    await page.getByRole("button", { name: "Save" }).dblclick();
    await expect(page.getByRole("heading", { level: 1, name: "After" })).toBeVisible();
    await expect(page.locator("dd", { hasText: "Pro: 300 a minute, 10,000 a day" })).toBeVisible();
    await expect(page.locator("dd", { hasText: "2089" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
    expect(sent).toHaveLength(1);
    await expect.poll(async () => (await fetchWithKey(service, key)).headers.get("x-ratelimit-limit")).toBe("300");
    // One short change is in the line itself, with the word that the page of the key has.
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Expiry day").fill("2090-01-31");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator("dd", { hasText: "2090" })).toBeVisible();
    await page.goto("/staff/changes?about=settings");
    await expect(page.getByText("expires: 31 January 2089 → 31 January 2090")).toBeVisible();
  });

  test("a URL without a key says so and offers the list", async ({ page, service }) => {
    await signIn(page, service, "/staff/keys/key_00000000000000000000");
    await expect(page.getByRole("heading", { name: "There is no such key" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await page.getByRole("link", { name: "See all keys" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
    await expect(page).toHaveTitle("API keys – Pawhaven");
  });

  test("the page of a key shows both windows live, as in the headers, and today's usage", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Live", { perMinute: "40", perDay: "50" });
    await openKey(page, "Live");
    await expect(page.getByText("50 of 50 left", { exact: true })).toBeVisible();
    let last = await fetchWithKey(service, key);
    last = await fetchWithKey(service, key, "/v1/pets/1");
    expect(last.headers.get("x-ratelimit-limit")).toBe("40");
    await expect(page.getByText("48 of 50 left, full again in")).toBeVisible();
    const seen = Number(await page.getByRole("meter", { name: "This minute" }).getAttribute("value"));
    // By now, a new minute may have begun.
    expect([Number(last.headers.get("x-ratelimit-remaining")), 40]).toContain(seen);
    await expect(page.getByText("which is deprecated: 1.")).toBeVisible();
    await expect(page).toHaveTitle("Live – Pawhaven");
    await expect(page.locator("figure [aria-hidden=true] span").nth(2)).toHaveText("0");
    await expectAccessible(page);
    await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", /\s2, .+\s0$/);
  });

  test("after a rotation the old secret works for its grace period, or not at all without one", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const first = await createKey(page, "Turning");
    await openKey(page, "Turning");
    await page.getByRole("button", { name: "Create a new secret" }).click();
    await page.getByRole("button", { name: "Create new secret" }).click();
    const field = page.getByRole("textbox", { name: "The new secret of this key" });
    const second = await field.inputValue();
    expect(second).not.toBe(first);
    await expect(page.getByText(/The secret before this one works until/)).toBeVisible();
    expect((await fetchWithKey(service, first)).status).toBe(200);
    expect((await fetchWithKey(service, second)).status).toBe(200);
    await page.keyboard.press("Escape");
    await expect(page.getByText("Have you stored the key?")).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Create a new secret" }).click();
    await page.getByLabel("The old secret keeps working for").selectOption("0");
    // The secret, which cannot be shown again, does not wait for the page's next look at the key.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/v1\/keys\/\w+$/, (route) => held.then(() => route.continue()));
    await page.getByRole("button", { name: "Create new secret" }).click();
    // Sooner than the browser gives up a request (lib/http/client.ts).
    await expect(page.getByRole("dialog")).toContainText("It is shown only once", { timeout: 12_000 });
    await expect(field).not.toHaveValue(second);
    release();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const third = await field.inputValue();
    await expect.poll(async () => (await fetchWithKey(service, second)).status).toBe(401);
    expect((await fetchWithKey(service, third)).status).toBe(200);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("button", { name: "Create a new secret" })).toBeFocused();
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
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("No program has used this key yet.");
    await expect(question.getByRole("listitem")).toHaveText(["Read animals"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Revoke this key" })).toBeFocused();
    expect((await fetchWithKey(service, key)).status).toBe(200);
    // The page looks at the key every two seconds.
    await expect(page.locator("dd", { hasText: "never banned" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "The last 30 days" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(question).toContainText(/It was last used .*, with 1 request in the last 7 days\./);
    await page.getByRole("button", { name: "Revoke permanently" }).click();
    await expect(page.getByText("Revoked").first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Leaving" })).toBeFocused();
    // The page of a revoked key has neither live limits nor buttons.
    for (const name of ["Limits now", "New secret", "End this key"])
      await expect(page.getByRole("heading", { name })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
    await expect.poll(async () => (await fetchWithKey(service, key)).status).toBe(401);
    await page.getByRole("link", { name: /All keys/ }).click();
    await expect(page.getByRole("row", { name: /Leaving.*Revoked/ })).toBeVisible();
  });

  test("a ban shows its reason, start and end, and can be lifted once a day", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Patient", { perMinute: "1000", perDay: "1000000" });
    const hasty = await createKey(page, "Hasty", { perMinute: "1", perDay: "1" });
    await openKey(page, "Hasty");
    await expect(page.getByText("never banned")).toBeVisible();
    const codeOf = async () => (await (await fetchWithKey(service, hasty)).json()).code;
    /** Sends requests until the key is banned: the one that fits, a 429, and ten strikes. */
    const getBanned = async () => {
      const codes: string[] = [];
      while (codes.length < 12 && codes.at(-1) !== "key_suspended") codes.push(await codeOf());
      expect(codes.at(-1)).toBe("key_suspended");
    };
    await getBanned();
    await expect(page.getByText(/It kept sending requests after a 429/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Lift the ban now" }).click();
    await expect(page.getByText("The ban is lifted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Bans" })).toBeFocused();
    // The service notices within a second, which is how long it caches a verification.
    await expect.poll(codeOf, { intervals: [50] }).toBe("rate_limited");
    await getBanned();
    await expect(page.getByText(/can be lifted once in 24 hours/)).toBeVisible();
    // A ban of one key does not affect another.
    expect((await fetchWithKey(service, key)).status).toBe(200);
  });
});
