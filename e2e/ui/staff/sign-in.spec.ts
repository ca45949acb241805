import { chromium } from "@playwright/test";
import { addByForm } from "../support/new-pet";
import { chooseFirstPassword, expect, fillSignIn, startService, test } from "../support/service";

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
});
