import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addPet } from "../support/key-calls";
import { chooseFirstPassword, expect, newColleague, signIn, test } from "../support/service";
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

  test("the link of an invitation leads to the pages of staff, without those of admins", async ({
    page,
    service,
    browser,
  }) => {
    await signIn(page, service, "/staff/people");
    const link = await invite(page, "vera@shelter.example");
    const theirs = await browser.newContext({ baseURL: service.origin });
    const other = await theirs.newPage();
    await other.goto(link);
    await expect(other.getByText("You sign in with vera@shelter.example")).toBeVisible();
    await chooseFirstPassword(other);
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await other.goto("/staff");
    await expect(other.getByRole("button", { name: "Account" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Settings" })).toHaveCount(0);
    await other.goto("/staff/keys");
    await expect(other.getByText("Only admins can see this page.")).toBeVisible();
    await theirs.close();
    await page.goto("/staff/changes?about=settings");
    await expect(page.getByRole("row", { name: "Vera" }).first()).toContainText("Veraaccepted the invitation");
  });
});
