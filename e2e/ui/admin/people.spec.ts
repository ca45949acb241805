import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addPet } from "../support/key-calls";
import { chooseFirstPassword, expect, newColleague, openSettings, signIn, test } from "../support/service";
import { callAs, sendApplication } from "../support/staff-calls";

/** Invites somebody with the dialog. Returns the link, which is shown once. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByRole("textbox", { name: `Link for ${email.toLowerCase()}` }).inputValue();
  const box = await page.getByRole("dialog").getByText(`Link for ${email.toLowerCase()}`).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Invite a person" })).toBeFocused();
  return link;
}

/** Chooses from the menu of a person's row. */
async function choose(row: Locator, name: string): Promise<void> {
  await row.getByRole("button", { name: "Actions for" }).click();
  await row.page().getByRole("menuitem", { name }).click();
}

test.describe("people", () => {
  test("somebody who has not accepted the invitation is counted apart, and is assigned nothing", async ({
    page,
    service,
    browser,
  }) => {
    await signIn(page, service);
    const accepted = await newColleague(browser, service, ["oda@shelter.example"]);
    await accepted.context().close();
    await callAs(page, [{ path: "/people/invitations", method: "POST", body: { email: "orla@shelter.example" } }]);
    const id = await sendApplication(page, await addPet(service, "Assignable"), { name: "Olga Asks" });
    await page.goto("/staff/people");
    await expect(page.getByText(/^\d+ (person|people), \d+ admins?, \d+ invited$/)).toBeVisible();
    await page.goto(`/staff/applications/${id}`);
    const options = page.getByLabel("Assign to").locator("option");
    await expect(options.filter({ hasText: "oda@shelter.example" })).toHaveCount(1);
    await expect(options.filter({ hasText: "orla@shelter.example" })).toHaveCount(0);
  });

  test("the link of an invitation works once, and refuses a weak password", async ({ page, service, browser }) => {
    await signIn(page, service, "/staff/people");
    const link = await invite(page, "vera@shelter.example");
    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto(link);
    await expect(other.getByText("You sign in with vera@shelter.example")).toBeVisible();
    await chooseFirstPassword(other, "password123");
    await expect(other.getByLabel("New password")).toHaveAccessibleDescription(/harder to guess/);
    await expect(other.getByLabel("New password")).toBeFocused();
    await expectAccessible(other);
    await chooseFirstPassword(other);
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await other.goto(link);
    await other.reload();
    await expect(other.getByText("This link no longer works")).toBeVisible();
    await expectAccessible(other);

    await other.goto("/staff");
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await other.goto("/staff/keys");
    await expect(other.getByText("Only admins can see this page.")).toBeVisible();
    await theirs.close();
    await page.goto("/staff/changes?about=settings");
    await expect(page.getByRole("row", { name: "Vera" }).first()).toContainText("Veraaccepted the invitation");
  });

  test("a demoted admin reads that the permission is missing, and keeps the form; disabling asks first and signs out", async ({
    page,
    service,
    browser,
  }) => {
    const other = await newColleague(browser, service, ["mara@shelter.example", "--admin"]);
    await openSettings(other, "API keys");
    await other.getByRole("button", { name: "Create a key" }).click();
    await other.getByLabel("Name").fill("Too late");

    await signIn(page, service, "/staff/people");
    const mara = page.getByRole("row", { name: "mara@shelter.example" });
    await choose(mara, "Remove admin rights");
    await expect(mara).toContainText("Staff");

    await other.getByRole("button", { name: "Create key" }).click();
    await expect(other.getByText("No key was created. You do not have permission to do this.")).toBeInViewport();
    await expect(other.getByText("You were signed out")).toHaveCount(0);
    await expect(other.getByLabel("Name")).toHaveValue("Too late");

    await choose(mara, "Sign out everywhere");
    const leaving = page.getByRole("alertdialog", { name: "Sign Mara out everywhere?" });
    await leaving.getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("Mara was signed out everywhere.")).toBeVisible();
    await other.goto("/staff");
    await expect(other.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();

    await choose(mara, "Disable");
    const question = page.getByRole("alertdialog", { name: "Disable Mara?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await question.getByRole("button", { name: "Disable" }).click();
    await expect(mara).toContainText("Disabled");
    await expect(page.getByText("Mara can no longer sign in.")).toBeVisible();
    await expect(mara.getByRole("button", { name: "Actions for Mara" })).toBeFocused();
    await other.context().close();
  });
});
