import type { Browser, Page } from "@playwright/test";
import pg from "pg";
import { startPostgres } from "../../../server/postgres/postgres";
import { chooseFirstPassword, chooseFromAccount, expect, fillSignIn, type Service, test } from "../support/service";

/** Changes the password on the account page, after leaving it out and mistyping it. */
async function changeOwnPassword(page: Page, password: string, next: string): Promise<void> {
  const [current, chosen] = [page.getByLabel("Current password"), page.getByLabel("New password")];
  const save = page.getByRole("button", { name: "Save password" });
  await save.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("Enter the current password");
  await current.fill("not the password");
  await chosen.fill(next);
  await save.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("This is not your current password.");
  await expect(chosen).toHaveValue(next);
  await current.fill(password);
  await save.click();
  const changed = page.getByText("Your password was changed. Other devices were signed out.");
  await expect(page.getByRole("region", { name: "Notifications" }).filter({ has: changed })).toBeVisible();
  await expect(current).toHaveValue("");
  await expect(save).toBeFocused();
}

/** Adds a person, whose one-time password is then reset. The person signs in and chooses a password. */
async function signInAsNew(page: Page, { launcher }: Service, email: string, ...flags: string[]) {
  const password = "a password of my own";
  await launcher.runToEnd(["staff", "add", email, ...flags]);
  const { output } = await launcher.runToEnd(["staff", "reset", email]);
  await page.goto("/staff");
  await fillSignIn(page, { email, password: output.split("\n")[1] ?? "" });
  await chooseFirstPassword(page, password);
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  return { email, password };
}

/** Signs a person in with another browser. */
async function signInElsewhere(browser: Browser, { origin }: Service, person: Service["staff"]): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin })).newPage();
  await page.goto("/staff");
  await fillSignIn(page, person);
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
  return page;
}

/** Expects a page to ask for the password after a reload. */
async function expectSignedOut(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();
}

test("the name can be changed, and the header shows it", async ({ page, service }) => {
  await signInAsNew(page, service, "dora@shelter.example");
  const name = page.getByLabel("Name", { exact: true });
  await chooseFromAccount(page, "Your account");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await expect(name).toHaveValue("Dora");
  await name.fill("Dora Lind");
  // A reload keeps what was typed.
  await page.reload();
  await expect(name).toHaveValue("Dora Lind");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name was changed.")).toBeVisible();
  // The header says who is signed in, as others may use the same device.
  const account = page.getByRole("button", { name: "Account: Dora Lind" });
  await expect(account.getByText("Dora", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(account.getByText("DL", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.reload();
  await expect(name).toHaveValue("Dora Lind");
});

test("an hour after signing in, keys and people ask for the password in place, and go on", async ({
  page,
  service,
}) => {
  const admin = await signInAsNew(page, service, "olga@shelter.example", "--admin");
  const { url } = await startPostgres({ dataDir: service.launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const passHour = () =>
    client.query(
      "UPDATE sessions SET created_at = sessions.created_at - interval '1 hour' FROM users WHERE users.id = user_id AND email = $1",
      [admin.email],
    );
  try {
    await passHour();
    await page.goto("/staff/people");
    const cover = page.getByRole("dialog", { name: "Sign in again" });
    await cover.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Enter your password again to see this.")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await fillSignIn(cover, admin);
    await expect(page.locator("[data-part=person]").first()).toBeVisible();
    await expect(cover).toBeHidden();

    await page.goto("/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("An hour later");
    await passHour();
    await page.getByRole("button", { name: "Create key" }).click();
    await fillSignIn(cover, admin);
    await expect(page.getByRole("textbox", { name: "The new key" })).toHaveValue(/^pet_live_/);
  } finally {
    await client.end();
  }
});

test("people see where they are signed in, and sign out on one device or on all others", async ({
  page,
  service,
  browser,
}) => {
  const person = await signInAsNew(page, service, "dana@shelter.example");
  const elsewhere = await signInElsewhere(browser, service, person);
  await page.goto("/staff/account");
  const sessions = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  const other = sessions.filter({ hasNotText: "This device" });
  await expect(other.getByText("Last used just now")).toBeVisible();
  await expect(other.getByText(/^Signed in .* from the IP address 127\.0\.0\.1$/)).toBeVisible();
  await other.getByRole("button", { name: /^Sign out: / }).click();
  await expect(page.getByText(/^You are signed out on “.+”\.$/)).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expectSignedOut(elsewhere);

  await fillSignIn(elsewhere, person);
  await expect(elsewhere.getByRole("button", { name: "Account" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^You are also signed in once elsewhere\./)).toBeVisible();
  await page.getByRole("button", { name: "Sign out elsewhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out elsewhere" }).click();
  await expect(page.getByText("All other devices were signed out.")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expectSignedOut(elsewhere);
  await elsewhere.context().close();
});

test("a new password signs out elsewhere", async ({ page, service, browser }) => {
  const person = await signInAsNew(page, service, "dina@shelter.example");
  const elsewhere = await signInElsewhere(browser, service, person);
  await chooseFromAccount(page, "Your account");
  await changeOwnPassword(page, person.password, "seven quiet lanterns plum");
  await page.goto("/staff");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expectSignedOut(elsewhere);
  await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(elsewhere.getByText("Ask an admin of the shelter")).toBeVisible();
  await elsewhere.context().close();
});
