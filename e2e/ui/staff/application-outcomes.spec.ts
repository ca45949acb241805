import { expectAccessible } from "../support/accessibility";
import { statusBadge, toast } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addPet } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { callAs, sendApplication } from "../support/staff-calls";

test("a cancelled adoption: without mail, a person has to tell the applicant", async ({ page, service }) => {
  await signIn(page, service);
  const id = await sendApplication(page, await addPet(service, "Reef"), { name: "Nora Calm" });
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  // Approving it also takes it over, and Undo takes back both.
  await expect(page.getByText("You handle it")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nobody is handling it yet")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "More steps" }).click();
  await page.getByRole("menuitem", { name: "Cancel adoption" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Tell Nora Calm yourself: this service sends no mail.");
  await question.getByRole("button", { name: "Cancel adoption" }).click();
  await expect(statusBadge(page)).toHaveText("Talking");
  await expect(page.getByText("that the adoption of Reef was cancelled: this service sends no mail.")).toBeVisible();
  await expectAccessible(page);
  await page.getByText("History").click();
  await expect(page.getByText(/^Entered by \S/)).toBeVisible();

  await page.goto("/staff");
  const toTell = page.getByRole("list", { name: "To tell" }).getByRole("listitem").filter({ hasText: "Nora Calm" });
  await expect(toTell).toContainText("The adoption of Reef was cancelled");
  await toTell.getByRole("link").click();
  await page.getByRole("button", { name: "Mark as told" }).click();
  await expect(toast(page, "Marked as told.")).toBeVisible();
  await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The applicant does not know yet")).toBeVisible();
  await page.getByRole("button", { name: "Mark as told" }).click();
  await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("approving and handing over ask first, and happen once when the answer is lost", async ({ page, service }) => {
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
  });

  test("without mail, those whose applications an adoption declines have to be told", async ({ page, service }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Sable");
    const winner = await sendApplication(page, petId, { name: "Uma Quick" });
    const rival = await sendApplication(page, petId, { name: "Theo Slow" });
    const path = `/applications/${winner}`;
    const [approved] = await callAs<{ orderId: number }>(page, [
      { path, method: "PATCH", ifMatch: "*", body: { status: "approved" } },
    ]);
    await callAs(page, [{ path: `/store/orders/${approved?.orderId}/complete`, method: "POST", body: {} }]);
    await page.goto(`/staff/applications/${rival}?reply=adopted`);
    await expect(statusBadge(page)).toHaveText("Declined");
    await page.getByText("History").click();
    await expect(page.getByText("Declined, because Sable was adopted")).toBeVisible();
    // The service sends no mail, so somebody has to tell them.
    await page.goto("/staff/applications");
    const filters = page.getByRole("navigation", { name: "Filter by status" });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const name of ["To tell", "Mine"])
        await expect(filters.getByRole("link", { name: new RegExp(`^${name} \\d`) })).toBeVisible();
    }
    // What is over is among all, and its row says how it ended.
    await filters.getByRole("link", { name: /^All/ }).click();
    await page.getByLabel("Search names").fill("Theo Slow");
    await expect(page.getByRole("listitem").filter({ hasText: "Theo Slow" })).toContainText("Declined");
    await page.getByLabel("Search names").fill("Uma Quick");
    await expect(page.getByRole("listitem").filter({ hasText: "Uma Quick" })).toContainText("Adopted");
    await page.goto("/staff");
    await page.getByRole("list", { name: "To tell" }).getByRole("link", { name: "Theo Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/found a home with somebody else/);
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Mark as told" }).click();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.goto("/staff/applications?toTell=true");
    await expect(page.getByRole("heading", { name: /^\d+ applicants? to tell$/ })).toBeVisible();
    // Other tests may have left some.
    const rivalRow = page.getByRole("listitem").filter({ hasText: "Theo Slow" });
    await expect(rivalRow.getByText("Not told yet")).toBeVisible();
    await page.getByRole("link", { name: "Theo Slow" }).click();
    await expect(page.getByLabel("Your text")).toHaveValue(/Sable has found a home with somebody else/);
    const others = page.getByRole("region", { name: "Other applications for this animal" });
    await expect(others.getByText("Adopted", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(statusBadge(page)).toHaveText("New");
  });

  test("once the animal has come back, a declined applicant who was not told may be reopened", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Mulberry");
    const winner = await sendApplication(page, petId, { name: "Odo Swift" });
    const rival = await sendApplication(page, petId, { name: "Minna Later" });
    const [approved] = await callAs<{ orderId: number }>(page, [
      { path: `/applications/${winner}`, method: "PATCH", ifMatch: "*", body: { status: "approved" } },
    ]);
    const order = `/store/orders/${approved?.orderId}`;
    // A return within a minute reopens what the adoption declined, but not what was changed since.
    const change = (body: object) => ({ path: `/applications/${rival}`, method: "PATCH", ifMatch: "*", body });
    await callAs(page, [
      { path: `${order}/complete`, method: "POST", body: {} },
      change({ status: "new" }),
      change({ status: "declined", toTell: true }),
    ]);
    await page.goto("/staff");
    const entry = page.getByRole("list", { name: "To tell" }).getByRole("listitem").filter({ hasText: "Minna Later" });
    await expect(entry).toContainText("Mulberry was adopted by somebody else");

    await callAs(page, [{ path: `${order}/return`, method: "POST", body: {} }]);
    await page.reload();
    await expect(entry).toContainText("Mulberry is available again");
    await entry.getByRole("link").click();
    await expect(page).toHaveURL(`/staff/applications/${rival}`);
    const next = page.getByRole("region", { name: "What next?" });
    await expect(next).toContainText("was declined, and Mulberry is available again");
    await expect(next).not.toContainText("adopted by somebody else");
    await expect(page.getByLabel("Your text")).toHaveValue("");
    await expect(next.getByRole("button", { name: "Mark as told" })).toBeVisible();
    await expectAccessible(page);
    await next.getByRole("button", { name: "Reopen" }).click();
    await expect(statusBadge(page)).toHaveText("New");
    await expect(next).not.toContainText("does not know yet");
  });
});
