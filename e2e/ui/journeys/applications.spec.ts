import { expectAccessible } from "../support/accessibility";
import { statusBadge, toast } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addPet } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { sendApplication, sendAsVisitor } from "../support/staff-calls";

test("when two people change an application, the second sees both changes and nothing is overwritten", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service);
  const id = await sendApplication(page, await addPet(service, "Twice"), { name: "Two Minds" });
  await page.goto(`/staff/applications/${id}`);
  const other = await context.newPage();
  await other.goto(`/staff/applications/${id}`);
  await expect(page.getByRole("button", { name: "Talking" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Talking" })).toBeVisible();

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
  await page.getByLabel("Only for the shelter").fill("Mine");
  await other.getByLabel("Only for the shelter").fill("Theirs");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect(toast(other, "Note saved.")).toBeVisible();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Somebody else changed the note.")).toBeVisible();
  await expect(page.locator("blockquote")).toHaveText("Theirs");
  await expect(page.getByLabel("Only for the shelter")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save mine instead" }).click();
  await expect(toast(page, "Note saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Only for the shelter")).toHaveValue("Mine");
  await other.close();
});

test("on a phone, approving and handing over ask first, happen once, and leave somebody to tell", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  const petId = await addPet(service, "Robin");
  const id = await sendApplication(page, petId, { name: "Willa Quick" });
  await sendApplication(page, petId, { name: "Vito Slow" });
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "I’ll handle this" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Vito Slow (New) has asked, too");
  await expectAccessible(page);
  await page.getByLabel("Hand-over").fill("2020-01-01");
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("alertdialog").getByRole("alert")).toHaveText("This day has passed.");
  await expect(page.getByRole("button", { name: "Approve anyway" })).toBeFocused();
  await page.getByLabel("Hand-over").fill("2031-05-01");
  // An attempt whose answer is lost keeps the day, and what is repeated happens once.
  await page.route("**/v1/applications/*", (route) => route.abort());
  await loseAnswers(page, "**/v1/applications/*", { method: "PATCH" });
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("We do not know whether it was changed.")).toBeVisible();
  await page.unroute("**/v1/applications/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(statusBadge(page)).toHaveText("Approved");
  await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
  await expect(page.getByText("Hand-over: 1 May 2031")).toBeVisible();
  await page.goto(`/staff/applications?petId=${petId}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Willa Quick" })).toContainText("Hand-over 1 May 2031");
  await page.getByRole("link", { name: "Willa Quick" }).click();
  await page.getByRole("button", { name: "Hand over" }).click();
  const question = page.getByRole("alertdialog", { name: "Has Robin been handed to Willa Quick?" });
  await expect(question).toContainText(/It was planned for Thursday,? 1 May 2031\. This completes the adoption/);
  await expect(question).toContainText("Vito Slow (New) will be declined.");
  await question.getByRole("button", { name: "Handed over" }).click();
  await expect(page.getByText("The animal was handed over to the adopter.")).toBeVisible();
  await expect(toast(page, "Robin is handed over. 1 applicant to tell:")).toBeVisible();
  await expect(statusBadge(page)).toHaveText("Adopted");
  await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
  await expect(page.getByText("You handled it")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop handling it" })).toHaveCount(0);
  await page.getByText("History").click();
  await expect(page.getByText("The animal was handed over", { exact: true })).toBeVisible();
  // The service sends no mail, so somebody has to tell the others.
  await page.goto(`/staff/applications?petId=${petId}&toTell=true`);
  await expect(page.getByRole("listitem").filter({ hasText: "Vito Slow" })).toContainText("Not told yet");
  await page.getByRole("link", { name: "Vito Slow" }).click();
  await expect(page.getByText("The applicant does not know yet")).toBeVisible();
  await expect(page.getByRole("region", { name: "What next?" })).toContainText("Robin was adopted by somebody else");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as told" }).click();
  await expect(toast(page, "Marked as told.")).toBeVisible();
  await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
  await page.getByText("History").click();
  await expect(page.getByText("Declined, because Robin was adopted")).toBeVisible();
});

test("a question is answered, reopened and answered again, and its page says so", async ({ page, service }) => {
  await signIn(page, service);
  const petId = await addPet(service, "Olive");
  // Without the token of the form, it counts as suspicious.
  const asked = { name: "Quinn Asker", message: "Does she get along with cats?" };
  const { id, privatePath } = await sendAsVisitor(service, petId, asked);
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "Not spam" }).click();
  const next = page.getByRole("region", { name: "What next?" });
  await expect(next.getByRole("link", { name: "Write a reply" })).toBeVisible();
  await expect(next.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await next.getByRole("link", { name: "Write a reply" }).click();
  const text = page.getByLabel("Your text");
  await expect(text).toBeFocused();
  await text.fill("Yes, she does.");
  await page.getByRole("button", { name: "Copy the text" }).click();
  await expectAccessible(page);
  await page.getByRole("region", { name: "Reply" }).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await expect(next.getByRole("heading")).toBeFocused();
  await expect(page.getByText("Once your reply is sent:")).toHaveCount(0);

  await toast(page, "Marked as answered.").locator("..").getByRole("button", { name: "Undo" }).click();
  await expect(statusBadge(page)).toHaveText("New");
  await next.getByRole("button", { name: "Mark as answered" }).click();
  await expect(next).toContainText("This question is answered. You can reopen it.");
  await next.getByRole("button", { name: "Reopen" }).click();
  await expect(statusBadge(page)).toHaveText("New");
  await next.getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await page.getByText("History").click();
  await expect(page.getByText("New → Answered").first()).toBeVisible();

  await page.goto(`/staff/applications?petId=${petId}`);
  await expect(page.getByRole("listitem").filter({ hasText: "Quinn Asker" })).toContainText("Answered");
  await page.goto(privatePath);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have answered your question");
  await expect(page.getByRole("list", { name: "Progress of your question" })).toContainText("We have answered");
  await expectAccessible(page);
});
