import type { Page } from "@playwright/test";
import { addPet, personIn, placeOrder, sendApplication } from "../support/calls";
import { chooseFirstPassword, expect, signIn, test } from "../support/service";

const EMAIL = "vera.stone@shelter.example";

/** Invites Vera with the dialog. Returns the link, which is shown once. */
async function invite(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await page.getByRole("textbox", { name: `Link for ${EMAIL}` }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return link;
}

test("somebody who is invited begins to work, and the changes say who did what", async ({
  page,
  service,
  elsewhere,
}) => {
  await signIn(page, service, "/staff/people");
  const link = await invite(page);
  await expect(page.getByRole("row", { name: EMAIL })).toContainText("Invited");
  const petId = await addPet(service, "Tracewell");
  const application = await sendApplication(service, petId, "Olga Asks");
  await page.goto(`/staff/applications/${application}`);
  const assignable = page.getByLabel("Assign to").locator("option").filter({ hasText: EMAIL });
  await expect(page.getByRole("button", { name: "I’ll handle this" })).toBeVisible();
  await expect(assignable).toHaveCount(0);

  const vera = await elsewhere(link);
  await expect(vera.getByText(`You sign in with ${EMAIL}`)).toBeVisible();
  await chooseFirstPassword(vera);
  await expect(vera.getByRole("button", { name: "Account" })).toBeVisible();
  await vera.goto("/staff/keys");
  await expect(vera.getByText("Only admins can see this page.")).toBeVisible();
  await expect(vera.getByRole("button", { name: "Settings" })).toHaveCount(0);
  await page.reload();
  await expect(assignable).toHaveCount(1);
  const caller = await personIn(service, vera.context());
  await placeOrder(caller, petId);

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitem", { name: "Changes" }).click();
  const subject = (name: string) => page.getByRole("navigation", { name: "Subject" }).getByRole("link", { name });
  const rows = page.locator("tbody tr");
  await subject("Settings").click();
  await page.getByLabel("Who").selectOption("Vera Stone");
  await expect(page).toHaveURL(/\?about=settings&who=person%3A[\w-]+$/);
  await expect(rows).toHaveText([/accepted the invitation/]);
  // Sign-ins are so many that they have their own list. Another subject keeps the person.
  await subject("Sign-ins").click();
  await expect(rows).toHaveText([/signed in/]);
  await subject("Adoptions").click();
  await expect(page).toHaveURL(/\?about=orders&who=person%3A[\w-]+$/);
  await expect(rows).toHaveText([/Tracewell: started an adoption/]);
  await subject("Animals").click();
  await expect(rows).toHaveText([/Tracewell: started an adoption/]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/staff\/changes\?about=pets$/);

  await rows.first().getByRole("link", { name: "Tracewell" }).click();
  await expect(page.getByRole("dialog", { name: "History of Tracewell" })).toBeVisible();

  // With the demo animals, there are more changes than fit.
  await page.goto("/staff/changes?about=pets");
  await expect(rows).not.toHaveCount(0);
  const shown = await rows.count();
  await page.getByRole("button", { name: "Older entries" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(shown);
  await expect(page.getByRole("region", { name: "Changes" })).toBeFocused();
});
