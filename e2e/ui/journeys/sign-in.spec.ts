import { chromium } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addByForm, fillNewPet, nameBox } from "../support/new-pet";
import {
  chooseFirstPassword,
  chooseFromAccount,
  expect,
  fillSignIn,
  signInByForm,
  startService,
  test,
} from "../support/service";

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
