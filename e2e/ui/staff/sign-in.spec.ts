import { chromium } from "@playwright/test";
import { expectAccessible, tabTo } from "../support/accessibility";
import { addButton, addByForm, countNamed, fillNewPet, nameBox } from "../support/new-pet";
import {
  chooseFirstPassword,
  chooseFromAccount,
  expect,
  fillSignIn,
  signIn,
  signInByForm,
  startService,
  test,
} from "../support/service";

test.describe("signing in", () => {
  test("over plain HTTP, the printed password has to be changed before the staff page opens", async ({
    launchOptions,
  }) => {
    test.slow();
    const service = await startService("plain-http", {}, { firstPassword: "printed" });
    const args = [...(launchOptions.args ?? []), "--host-resolver-rules=MAP shelter.lan 127.0.0.1"];
    const browser = await chromium.launch({ ...launchOptions, args });
    try {
      const page = await browser.newPage();
      await page.goto(service.origin.replace("127.0.0.1", "shelter.lan").concat("/staff/animals"));
      await fillSignIn(page, service.staff);
      await expect(page.getByRole("heading", { name: "Choose your password" })).toBeFocused();
      for (const cookie of await page.context().cookies())
        expect(cookie).toMatchObject({ secure: false, httpOnly: true });

      // The password was typed a moment ago, so it is not asked for again. After a reload it is.
      await expect(page.getByLabel("One-time password")).toHaveCount(0);
      await page.reload();
      await page.getByLabel("One-time password").fill(service.staff.password);
      await page.getByLabel("New password").fill("password123");
      await page.keyboard.press("Tab");
      await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/harder to guess/);
      await page.getByRole("button", { name: "Save password" }).click();
      await expect(page.getByLabel("New password")).toBeFocused();
      await page.getByRole("button", { name: "Show password" }).last().click();
      await expect(page.getByLabel("New password")).toHaveAttribute("type", "text");
      await chooseFirstPassword(page, "plum lantern quietly seven");
      await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeFocused();
      await addByForm(page, "Local");
    } finally {
      await browser.close();
      await service.launcher.clean();
    }
  });

  test("after too many attempts, the page says how long to wait", async ({ page }) => {
    const service = await startService("tries", {}, { firstPassword: "printed" });
    try {
      await page.goto(`${service.origin}/staff`);
      await page.getByLabel("E-mail").fill("nobody@shelter.example");
      const button = page.getByRole("button", { name: "Sign in" });
      for (let tries = 0; tries < 10; tries++) {
        await page.getByLabel("Password").fill(`not the password ${tries}`);
        const answered = page.waitForResponse("**/sign-in/email");
        await button.click();
        expect((await answered).status()).toBe(401);
        await expect(button).toHaveAttribute("aria-disabled", "false");
        await expect(page.getByLabel("Password")).toBeFocused();
      }
      await button.click();
      await expect(
        page.getByRole("alert").getByText(/^Too many attempts\. Try again in \d+ seconds?\.$/),
      ).toBeVisible();
      await expect(button).toBeFocused();
      await expect(page.getByLabel("E-mail")).toHaveValue("nobody@shelter.example");
    } finally {
      await page.goto("about:blank");
      await service.launcher.clean();
    }
  });

  test("a wrong password is refused, and the form keeps its text", async ({ page }) => {
    await page.goto("/staff/animals");
    await fillSignIn(page, { email: "staff@shelter.example", password: "not-the-password" });
    await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue("staff@shelter.example");
  });

  test("a one-time password must be changed first, and allows no changes", async ({ page, service }) => {
    const { output } = await service.launcher.runToEnd(["staff", "add", "new@shelter.example"]);
    const oneTime = String(output.split("\n")[1]);
    await page.goto("/staff/animals");
    await fillSignIn(page, { email: "new@shelter.example", password: oneTime });
    await expect(page.getByRole("heading", { name: "Choose your password" })).toBeVisible();
    const add = () =>
      page.evaluate(async () => {
        const { token } = await (await fetch("/browser-token")).json();
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        return (await fetch("/v1/pets", { method: "POST", headers, body: '{"name":"X","categoryId":1}' })).status;
      });
    expect(await add()).toBe(403);

    await chooseFirstPassword(page, oneTime);
    await expect(page.getByText(/differs from the current one/)).toBeVisible();
    await chooseFirstPassword(page);
    await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
    expect(await add()).toBe(201);
  });

  test("staff can sign in and out with the keyboard only", async ({ page, service }) => {
    await page.goto("/staff/animals/import");
    await tabTo(page, /^E-mail$/);
    await page.keyboard.insertText(service.staff.email);
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(service.staff.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Add many" })).toBeVisible();

    await tabTo(page, /^Account: /);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Your account" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Password")).toBeVisible();
  });
});

test.describe("a session", () => {
  test("when the session ends, the page asks to sign in again and the form continues", async ({
    page,
    service,
    context,
  }) => {
    await signIn(page, service);
    await fillNewPet(page, "Still here");
    await context.clearCookies();
    // The token of this page works for some more minutes. The next one is a visitor's.
    let refusals = 0;
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST" || ++refusals > 1) return route.continue();
      return route.fulfill({ status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } });
    });
    await addButton(page).click();
    const cover = page.getByRole("dialog", { name: "You were signed out" });
    await expect(cover.getByLabel("E-mail")).toHaveValue(service.staff.email);
    await fillSignIn(cover, service.staff);
    await expect(cover).toBeHidden();
    await expect(page.getByRole("form", { name: "Sign in again" })).toBeHidden();
    await expect(nameBox(page)).toHaveValue("Still here");
    await addButton(page).click();
    await expect(page.getByText("Still here was added.")).toBeVisible();
    expect(await countNamed(service, "Still here")).toBe(1);
  });

  test("signing out covers other tabs, in which what was typed stays, and ends the permission to write", async ({
    page,
    service,
    context,
  }) => {
    await signInByForm(page, service);
    const other = await context.newPage();
    await other.goto("/staff/animals");
    await fillNewPet(other, "Half typed");
    await chooseFromAccount(page, "Sign out");
    await expect(page.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
    await expect(page.getByLabel("E-mail")).toHaveValue("");
    const cover = other.getByRole("dialog", { name: "You were signed out" });
    await expect(cover.getByLabel("Password")).toBeFocused();
    await expect(cover.getByLabel("E-mail")).toHaveValue(service.staff.email);
    await other.keyboard.press("Escape");
    await expectAccessible(other);
    await cover.getByLabel("Password").fill(service.staff.password);
    await other.keyboard.press("Enter");
    await expect(cover).toBeHidden();
    await expect(nameBox(other)).toHaveValue("Half typed");
    await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();

    await chooseFromAccount(page, "Sign out");
    await expect(cover).toBeVisible();
    const token = await page.evaluate(async () => (await (await fetch("/browser-token")).json()).token);
    const response = await fetch(`${service.origin}/v1/pets`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "X", categoryId: 1 }),
    });
    expect(response.status).toBe(403);
  });

  test("scripts cannot read the session, and other sites cannot use it", async ({ page, service, context }) => {
    await signIn(page, service);
    const cookies = await context.cookies();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const response = await fetch(`${service.origin}/v1/pets`, { headers: { Cookie: header } });
    expect(response.status).toBe(401);
    const foreign = await fetch(`${service.origin}/api/auth/sign-out`, {
      method: "POST",
      headers: { Cookie: header, Origin: "https://evil.example", "Content-Type": "application/json" },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
  });
});
