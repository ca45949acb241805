import { expectAccessible } from "../support/accessibility";
import { addPet, sendApplication } from "../support/calls";
import { saving, statusBadge, toast } from "../support/pages";
import { expect, signIn, test } from "../support/service";

test("when two people change an application, the second sees both changes and nothing is overwritten", async ({
  page,
  service,
  context,
}) => {
  const path = `/staff/applications/${await sendApplication(service, await addPet(service, "Twice"), "Two Minds")}`;
  await signIn(page, service, path);
  const other = await context.newPage();
  await other.goto(path);
  for (const one of [page, other]) await expect(one.getByRole("button", { name: "Talking" })).toBeVisible();

  await saving(other, () => other.getByRole("button", { name: "I’ll handle this" }).click());
  // A change of another field is not a collision.
  await page.getByRole("button", { name: "Talking" }).click();
  await expect(statusBadge(page)).toHaveText("Talking");
  await expect(page.getByRole("button", { name: "Release" })).toBeVisible();
  await other.getByRole("button", { name: "Decline" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
  await expect(other.getByText("Somebody else has changed it in the meantime.")).toBeVisible();
  await expect(statusBadge(other)).toHaveText("Talking");
  await expectAccessible(other);
  await other.getByRole("button", { name: "Change it anyway" }).click();
  await expect(statusBadge(other)).toHaveText("Declined");
  await expect(other.getByRole("heading", { name: "What next?" })).toBeFocused();

  for (const one of [page, other]) await one.locator("summary", { hasText: "Note" }).click();
  const [mine, theirs] = [page.getByLabel("Only for the shelter"), other.getByLabel("Only for the shelter")];
  await mine.fill("Mine");
  await theirs.fill("Theirs");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect(toast(other, "Note saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Somebody else changed the note.")).toBeVisible();
  await expect(page.locator("blockquote")).toHaveText("Theirs");
  await expect(mine).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(toast(page, "Note saved.")).toBeVisible();
  await page.reload();
  await expect(mine).toHaveValue("Mine");
});
