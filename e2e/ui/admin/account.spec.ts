import type { Page } from "@playwright/test";
import { newKind } from "../support/calls";
import { addButton, fillNewPet, toast } from "../support/pages";
import { becomeColleague, chooseFirstPassword, expect, fillSignIn, query, test } from "../support/service";

/** Chooses from the menu of the person who is signed in. */
async function chooseFromAccount(page: Page, name: "Your account" | "Sign out"): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("over plain HTTP, a one-time password has to be changed before the staff page opens", async ({
  context,
  service,
}) => {
  const email = "piet@shelter.example";
  const { output } = await service.launcher.runToEnd(["staff", "add", email]);
  const password = output.split("\n")[1] ?? "";
  // Not the fixture's page, because Chromium reports which headers it ignores there.
  const page = await context.newPage();
  await page.goto(`${service.origin.replace("127.0.0.1", "shelter.lan")}/staff/animals`);
  await fillSignIn(page, { email, password });
  await expect(page.getByRole("heading", { name: "Choose your password" })).toBeFocused();
  for (const cookie of await context.cookies()) expect(cookie).toMatchObject({ secure: false, httpOnly: true });
  await page.reload();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
  await fillSignIn(page, { email, password });

  await page.getByLabel("One-time password").fill(password);
  await chooseFirstPassword(page, "plum lantern quietly seven");
  await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeFocused();
  await fillNewPet(page, "Local", String(newKind()));
  await addButton(page).click();
  await expect(page.getByText("Local was added.")).toBeVisible();
});

test("people change their name and password, see where they are signed in, and sign out there", async ({
  page,
  service,
  elsewhere: open,
}) => {
  const person = await becomeColleague(page, service, "dora@shelter.example");
  const elsewhere = await open("/staff");
  await fillSignIn(elsewhere, person);
  await expect(elsewhere.getByRole("button", { name: "Account" })).toBeVisible();
  await chooseFromAccount(page, "Your account");
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("Dora");
  await name.fill("Dora Lind");
  // A reload keeps what was typed.
  await page.reload();
  await expect(name).toHaveValue("Dora Lind");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name was changed.")).toBeVisible();
  // The header says who is signed in, as others may use the same device.
  await expect(page.getByRole("button", { name: "Account: Dora Lind" })).toBeVisible();

  const sessions = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  const other = sessions.filter({ hasNotText: "This device" });
  await expect(other.getByText(/^Signed in .* from the IP address [\d.]+$/)).toBeVisible();
  await other.getByRole("button", { name: /^Sign out: / }).click();
  await expect(page.getByText(/^You are signed out on “.+”\.$/)).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();

  const [current, chosen] = [page.getByLabel("Current password"), page.getByLabel("New password")];
  const save = page.getByRole("button", { name: "Save password" });
  await save.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("Enter the current password");
  await current.fill("not the password");
  await chosen.fill("seven quiet lanterns plum");
  await save.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("This is not your current password.");
  await current.fill(person.password);
  await save.click();
  await expect(toast(page, "Your password was changed. Other devices were signed out.")).toBeVisible();
  await expect(current).toHaveValue("");
});

test("an hour after signing in, admins enter their password in place; signing out covers other tabs", async ({
  page,
  context,
  service,
}) => {
  const admin = await becomeColleague(page, service, "olga@shelter.example", "admin");
  const passHour = () =>
    query(
      service,
      "UPDATE sessions SET created_at = sessions.created_at - interval '1 hour' FROM users WHERE users.id = user_id AND email = $1",
      [admin.email],
    );
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await passHour();
  await page.goto("/staff/people");
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Enter your password again to see this.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await fillSignIn(again, admin);
  await expect(page.locator("[data-part=person]").first()).toBeVisible();
  await expect(again).toBeHidden();

  await page.goto("/staff/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("An hour later");
  await passHour();
  await page.getByRole("button", { name: "Create key" }).click();
  await fillSignIn(again, admin);
  await expect(page.getByRole("textbox", { name: "The new key" })).toHaveValue(/^pet_live_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  const other = await context.newPage();
  await other.goto("/staff/mail");
  await chooseFromAccount(page, "Sign out");
  await expect(page.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("");
  const cover = other.getByRole("dialog", { name: "You were signed out" });
  await expect(cover.getByLabel("E-mail")).toHaveValue(admin.email);
});
