import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { statusBadge } from "../support/applicants";
import { expect, type Service, signIn, test } from "../support/service";
import { addPets, callAs, sendApplication, sendAsVisitor } from "../support/staff-calls";

const next = (page: Page) => page.getByRole("region", { name: "What next?" });

/** Asks a question about an animal as a visitor does. Without the token of the form, it counts as suspicious. */
const ask = (service: Service, petId: number) =>
  sendAsVisitor(service, petId, { name: "Quinn Asker", message: "Does she get along with cats?" });

test("a question still becomes a visit and an adoption, from a menu, on a phone", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  const [petId = 0] = await addPets(page, 2, ["Plum"]);
  const { id } = await ask(service, petId);
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "Not spam" }).click();
  const choose = async (step: string) => {
    await next(page).getByRole("button", { name: "More steps" }).click();
    await page.getByRole("menuitem", { name: step }).click();
  };
  await choose("Mark as “Visit”");
  await expect(statusBadge(page)).toHaveText("Visit");
  await choose("Decline…");
  await page.getByRole("alertdialog", { name: "Decline the question of Quinn Asker?" }).getByText("Cancel").click();
  await expect(statusBadge(page)).toHaveText("Visit");
  await choose("Approve as an adoption…");
  const dialog = page.getByRole("alertdialog", { name: "Approve Quinn Asker as the adopter of Plum?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(statusBadge(page)).toHaveText("Approved");
  await expect(page.getByRole("button", { name: "Hand over" })).toBeVisible();
});

/** Enters a question for somebody who called, and returns its id. Questions of visitors count towards a limit. */
const sendQuestion = (page: Page, petId: number) =>
  sendApplication(page, petId, { name: "Quinn Asker", home: undefined });

test("a template answers a question, and marking it as answered keeps the text", async ({ page, service }) => {
  await signIn(page, service);
  const [petId = 0] = await addPets(page, 2, ["Bramble"]);
  const id = await sendQuestion(page, petId);
  await page.goto(`/staff/applications/${id}`);
  const template = page.getByLabel("Start from a template");
  const text = page.getByLabel("Your text");
  await page.locator("summary", { hasText: "Write a reply" }).click();
  await template.selectOption("Answer to a question");
  await expect(text).toHaveValue(/Thank you for asking about Bramble\..*\n\n\[your answer\]\n\n/);
  // A gap has to be filled in first.
  await page.getByRole("link", { name: "Open in my mail program" }).click();
  await expect(text).toHaveAccessibleDescription(/Replace “\[your answer\]” first/);
  await next(page).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await expect(text).toHaveValue(/\[your answer\]/);
  await expect(template).toHaveValue("answer");
  await next(page).getByRole("button", { name: "Reopen" }).click();
  await expect(statusBadge(page)).toHaveText("New");

  // A chosen text stays. If the text of a decision replaces it, it can be restored.
  await template.selectOption("Invite for a visit");
  await next(page).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await expect(text).toHaveValue(/We would love to meet you/);
  await next(page).getByRole("button", { name: "Reopen" }).click();
  await expect(statusBadge(page)).toHaveText("New");
  await next(page).getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Decline…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
  await expect(text).toHaveValue(/the right match for you/);
  await page.getByRole("button", { name: "Restore my text" }).click();
  await expect(text).toHaveValue(/We would love to meet you/);

  const adopt = await sendApplication(page, petId, { name: "Will Adopt" });
  await page.goto(`/staff/applications/${adopt}`);
  await expect(page.getByRole("heading", { name: "Will Adopt" })).toBeVisible();
  await expect(template.getByRole("option").first()).toBeAttached();
  await expect(template.getByRole("option", { name: "Answer to a question" })).toHaveCount(0);
});

test("a question about an adopted animal says who adopted it, or makes the animal available", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const [petId = 0] = await addPets(page, 2, ["Fern"]);
  const setStatus = (status: string) =>
    callAs(page, [{ path: `/pets/${petId}`, method: "PATCH", ifMatch: "*", body: { status } }]);
  const change = (path: string, body: object, method = "POST") =>
    callAs<{ orderId: number }>(page, [{ path, method, body, ifMatch: "*" }]);
  const adopter = await sendApplication(page, petId, { name: "Ada Marlowe" });
  const id = await sendQuestion(page, petId);
  const late = await sendQuestion(page, petId);
  // If the animal was marked by hand, no adoption says who has it.
  await setStatus("sold");
  await change(`/applications/${id}`, { status: "new" }, "PATCH");
  await page.goto(`/staff/applications/${id}`);
  await expect(next(page)).toContainText("Fern is marked as adopted, but no adoption says by whom.");
  await expectAccessible(page);
  await next(page).getByRole("button", { name: "Make Fern available" }).click();
  await next(page).getByRole("button", { name: "More steps" }).click();
  await expect(page.getByRole("menuitem", { name: "Approve as an adoption…" })).toBeVisible();

  await change(`/applications/${adopter}`, { status: "new" }, "PATCH");
  const [approved] = await change(`/applications/${adopter}`, { status: "approved" }, "PATCH");
  await page.goto(`/staff/applications/${id}`);
  await expect(next(page)).toContainText(
    "Ada Marlowe is adopting Fern, so this question cannot become an adoption now.",
  );
  await callAs(page, [{ path: `/store/orders/${approved?.orderId}/complete`, method: "POST", body: {} }]);
  await change(`/applications/${late}`, { status: "new" }, "PATCH");
  await page.goto(`/staff/applications/${late}`);
  await expect(next(page)).toContainText("Ada Marlowe has adopted Fern, so this question cannot become an adoption.");
  await next(page).getByRole("link", { name: "Ada Marlowe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ada Marlowe" })).toBeVisible();
});
