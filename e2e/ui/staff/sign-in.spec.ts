import { tabTo } from "../support/accessibility";
import { addButton, countNamed, fillNewPet, nameBox } from "../support/new-pet";
import { expect, fillSignIn, signIn, startService, test } from "../support/service";

test.describe("signing in", () => {
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
});
