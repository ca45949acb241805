import type { Page } from "@playwright/test";
import { setDay } from "../support/adoption-rows";
import { statusBadge, toast } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addPet } from "../support/key-calls";
import { expect, fillSignIn, signIn, test } from "../support/service";
import { sendApplication } from "../support/staff-calls";

/** Refuses the next changes of an application: one with each of these statuses, in this order. */
async function refuseChanges(page: Page, id: string, refusals: [status: number, code: string][]): Promise<void> {
  await page.route(`**/v1/applications/${id}`, (route) => {
    const refusal = route.request().method() === "PATCH" ? refusals.shift() : undefined;
    if (!refusal) return route.continue();
    const [status, code] = refusal;
    return route.fulfill({ status, headers: { "Retry-After": "1" }, json: { code, message: "No", status } });
  });
}

test.describe("the inbox", () => {
  test("a lost answer is looked up, and without a network the step can be tried again", async ({
    page,
    service,
    context,
  }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Lost"), { name: "Far Away" });
    await page.goto(`/staff/applications/${id}`);
    await loseAnswers(page, `**/v1/applications/${id}`, {
      method: "PATCH",
      // The step is shown before the answer.
      beforeLoss: () => expect(statusBadge(page)).toHaveText("Talking"),
    });
    await page.getByRole("button", { name: "Talking" }).click();
    await expect(toast(page, "Marked as “Talking”.")).toBeVisible();
    await page.unrouteAll();

    // A decision is shown before the answer, and taken back when it fails.
    const answer = Promise.withResolvers<void>();
    await page.route(`**/v1/applications/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      await answer.promise;
      await route.fulfill({ status: 403, json: { code: "forbidden", message: "No", status: 403 } });
    });
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
    await expect(statusBadge(page)).toHaveText("Declined");
    await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
    answer.resolve();
    await expect(page.getByText("Nothing was changed.")).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Talking");
    await page.unrouteAll();

    await context.setOffline(true);
    await page.getByRole("button", { name: "Visit" }).click();
    await expect(page.getByText(/nothing happens twice/)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(statusBadge(page)).toHaveText("Visit");
    const changes = page.getByText("History");
    await changes.click();
    await expect(page.getByText("New → Talking")).toHaveCount(1);
  });

  test("a step waits after a 429 and continues automatically", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Patience"), { name: "Slow Down" });
    await refuseChanges(page, id, [[429, "rate_limited"]]);
    await page.goto(`/staff/applications/${id}`);
    await page.getByRole("button", { name: "Talking" }).click();
    await expect(page.getByText(/Too many requests/)).toBeVisible();
    await expect(statusBadge(page)).toHaveText("Talking");
    // A decision starts the reply that fits it, and taking the decision back removes that.
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/on \[day and time\]/);
    await setDay(page, "2031-05-01");
    await expect(page.getByLabel("Your text")).toHaveValue(/on Thursday,? 1 May 2031\./);
    await page.getByRole("button", { name: "More steps" }).click();
    await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel adoption" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue("");
  });

  test("when the session ends, the page asks to sign in and keeps the note", async ({ page, service }) => {
    await signIn(page, service);
    const id = await sendApplication(page, await addPet(service, "Faithful"), { name: "Come Back" });
    await refuseChanges(page, id, [
      [401, "unauthorized"],
      [401, "unauthorized"],
    ]);
    await page.goto(`/staff/applications/${id}`);
    await page.locator("summary", { hasText: "Note" }).click();
    await page.getByLabel("Only for the shelter").fill("Still here");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
    await fillSignIn(page, service.staff);
    await expect(page.getByRole("heading", { name: "Sign in again" })).toBeHidden();
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(toast(page, "Note saved.")).toBeVisible();
  });
});
