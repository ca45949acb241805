import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility";
import { statusBadge, toast } from "./inbox";
import { expect, type Service, signIn, test } from "./service";
import { addPets } from "./staff-calls";

const next = (page: Page) => page.getByRole("region", { name: "What next?" });

/** Asks a question about an animal as a visitor does. Returns its page for staff and that of the visitor. */
async function ask({ origin }: Service, petId: number): Promise<{ id: string; privatePath: string }> {
  const { token } = await (await fetch(`${origin}/browser-token`)).json();
  const id = randomUUID();
  const texts = { name: "Quinn Asker", email: `${id}@home.example`, message: "Does she get along with cats?" };
  const sent = await fetch(`${origin}/v1/applications`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ id, petId, ...texts, consent: true }),
  });
  return { id, privatePath: `/applications/${id}/${(await sent.json()).secret}` };
}

test("a question is answered, reopened and answered again, and its page says so", async ({ page, service }) => {
  await signIn(page, service);
  const [petId = 0] = await addPets(page, 2, ["Olive"]);
  const { id, privatePath } = await ask(service, petId);
  await page.goto(`/staff/applications/${id}`);
  await expect(next(page).getByRole("button", { name: "Approve" })).toHaveCount(0);
  await next(page).getByRole("link", { name: "Reply", exact: true }).click();
  const text = page.getByLabel("Your text");
  await expect(text).toBeFocused();
  await text.fill("Yes, she does.");
  await page.getByRole("button", { name: "Copy the text" }).click();
  await expectAccessible(page);
  await page.getByRole("region", { name: "Reply" }).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await expect(next(page).getByRole("heading")).toBeFocused();
  await expect(page.getByText("Once your reply is sent:")).toHaveCount(0);

  await toast(page, "Marked as answered.").locator("..").getByRole("button", { name: "Undo" }).click();
  await expect(statusBadge(page)).toHaveText("New");
  await next(page).getByRole("button", { name: "Mark as answered" }).click();
  await expect(next(page)).toContainText("This question is answered. You can reopen it.");
  await next(page).getByRole("button", { name: "Reopen" }).click();
  await expect(statusBadge(page)).toHaveText("New");
  await next(page).getByRole("button", { name: "Mark as answered" }).click();
  await expect(statusBadge(page)).toHaveText("Answered");
  await page.getByText("History").click();
  await expect(page.getByText("New → Answered").first()).toBeVisible();

  await page.goto(`/staff/applications?petId=${petId}&status=answered`);
  await expect(page.getByRole("heading", { name: "1 answered question" })).toBeVisible();
  await page.goto(privatePath);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have answered your question");
  await expect(page.getByRole("list", { name: "Progress of your question" })).toContainText("We have answered");
  await expectAccessible(page);
});

test("a question still becomes a visit and an adoption, from a menu, on a phone", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  const [petId = 0] = await addPets(page, 2, ["Plum"]);
  const { id } = await ask(service, petId);
  await page.goto(`/staff/applications/${id}`);
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
  await expect(page.getByRole("button", { name: "Handed over" })).toBeVisible();
});
