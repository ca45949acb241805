import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, sendApplication, sendAsVisitor } from "../support/calls";
import { statusBadge, toast } from "../support/pages";
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

  await other.getByRole("button", { name: "I’ll handle this" }).click();
  await expect(other.getByRole("button", { name: "Stop handling it" })).toBeVisible();
  // A change of another field is not a collision.
  await page.getByRole("button", { name: "Talking" }).click();
  await expect(statusBadge(page)).toHaveText("Talking");
  await expect(page.getByRole("button", { name: "Stop handling it" })).toBeVisible();
  await other.getByRole("button", { name: "Decline" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
  const collision = other.getByRole("alert").filter({ hasText: "changed it first" });
  await expect(collision).toContainText("NowTalking");
  await expect(collision).toContainText("You wantedDeclined");
  await expectAccessible(other);
  await collision.getByRole("button", { name: "Change it anyway" }).click();
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

test("on a phone, approving and handing over ask first, happen once, and leave somebody to tell", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const petId = await addPet(service, "Robin");
  const id = await sendApplication(service, petId, "Willa Quick");
  await sendApplication(service, petId, "Vito Slow");
  await signIn(page, service, `/staff/applications/${id}`);
  const question = page.getByRole("alertdialog");
  const next = page.getByRole("region", { name: "What next?" });
  await page.getByRole("button", { name: "I’ll handle this" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expectAccessible(page);
  await page.getByLabel("Hand-over").fill("2020-01-01");
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(question.getByRole("alert")).toHaveText("This day has passed.");
  await expect(page.getByRole("button", { name: "Approve anyway" })).toBeFocused();
  await page.getByLabel("Hand-over").fill("2031-05-01");
  // An attempt whose answer is lost keeps the day, and what is repeated happens once. Until then, the page cannot read
  // the outcome either.
  await page.route("**/v1/applications/*", (route) => route.abort());
  await loseAnswers(page, "**/v1/applications/*", { method: "PATCH" });
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("We do not know whether it was changed.")).toBeVisible();
  await page.unroute("**/v1/applications/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(statusBadge(page)).toHaveText("Approved");
  await expect(next.getByRole("heading")).toBeFocused();
  await expect(page.getByText("Hand-over: 1 May 2031")).toBeVisible();
  await page.goto(`/staff/applications?petId=${petId}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Willa Quick" })).toContainText("Hand-over 1 May 2031");
  await page.getByRole("link", { name: "Willa Quick" }).click();
  await page.getByRole("button", { name: "Hand over" }).click();
  await expect(question).toContainText("Has Robin been handed to Willa Quick?");
  await expect(question).toContainText(/It was planned for Thursday,? 1 May 2031\. This completes the adoption/);
  await question.getByRole("button", { name: "Handed over" }).click();
  await expect(question).toContainText("Their application will be declined: Vito Slow.");
  await question.getByRole("button", { name: "Mark as adopted" }).click();
  await expect(page.getByText("The animal was handed over to the adopter.")).toBeVisible();
  await expect(toast(page, "Robin is handed over. 1 applicant to tell:")).toBeVisible();
  await expect(statusBadge(page)).toHaveText("Adopted");
  await expect(next.getByRole("heading")).toBeFocused();
  await expect(page.getByText("You handled it")).toBeVisible();
  await page.getByText("History").click();
  await expect(page.getByText("The animal was handed over", { exact: true })).toBeVisible();
  // The service sends no mail, so somebody has to tell the others.
  await page.goto(`/staff/applications?petId=${petId}&toTell=true`);
  await expect(page.getByRole("listitem").filter({ hasText: "Vito Slow" })).toContainText("Not told yet");
  await page.getByRole("link", { name: "Vito Slow" }).click();
  await expect(page.getByText("The applicant does not know yet")).toBeVisible();
  await expect(next).toContainText("Robin was adopted by somebody else");
  await page.getByRole("button", { name: "Mark as told" }).click();
  await expect(toast(page, "Marked as told.")).toBeVisible();
  await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
});

test("a question is answered, which its private page says", async ({ page, service }) => {
  // Without the token of the form, it counts as suspicious.
  const privatePath = await sendAsVisitor(service, await addPet(service, "Olive"));
  await signIn(page, service, `/staff/applications/${privatePath.split("/")[2]}`);
  await page.getByRole("button", { name: "Not spam" }).click();
  const next = page.getByRole("region", { name: "What next?" });
  await expect(next.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await next.getByRole("link", { name: "Write a reply" }).click();
  await expect(page.getByLabel("Your text")).toBeFocused();
  await page.getByLabel("Your text").fill("Yes, you may.");
  // The page shows the step before it is saved.
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("region", { name: "Reply" }).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  expect((await saved).status()).toBe(200);
  await page.goto(privatePath);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have answered your question");
  await expect(page.getByRole("list", { name: "Progress of your question" })).toContainText("We have answered");
});
