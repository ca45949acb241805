import { expectAccessible } from "../support/accessibility";
import { statusBadge, toast } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addPet } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { callAs, sendApplication, sendAsVisitor } from "../support/staff-calls";

test.describe("the inbox", () => {
  test("possible spam has a folder, can be moved to the inbox, and can be deleted", async ({ page, service }) => {
    await signIn(page, service);
    const petId = await addPet(service, "Bait");
    // An application without a form token is suspicious.
    const { id } = await sendAsVisitor(service, petId, {
      name: "Cheap Pills",
      email: "spam@home.example",
      message: "Buy",
    });
    await page.goto("/staff/applications");
    await expect(page.getByRole("link", { name: /^Open/ })).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("link", { name: "Cheap Pills" })).toHaveCount(0);
    await page.getByRole("link", { name: /^Suspicious/ }).click();
    await expect(page.locator("[data-part=application]", { hasText: "Cheap Pills" })).toContainText("Suspicious");
    await page.getByRole("link", { name: "Cheap Pills" }).click();
    await expect(page.getByText("This may be spam.")).toBeVisible();
    await expect(page.getByText("It did not come from the form")).toBeVisible();
    await expectAccessible(page);
    // The only step is to say whether it is spam.
    await expect(page.getByRole("heading", { name: "What next?" })).toHaveCount(0);
    await expect(page.locator("main :is(a, button).bg-accent.text-accent-ink")).toHaveText(["Not spam"]);
    await page.getByRole("button", { name: "Not spam" }).click();
    await expect(toast(page, "Moved to the inbox, as “New”.")).toBeVisible();
    await expect(statusBadge(page)).toHaveText("New");
    await expect(page.getByText("This may be spam.")).toBeHidden();
    await page.getByRole("button", { name: "More steps" }).click();
    await page.getByRole("menuitem", { name: "Mark as “Talking”" }).click();
    await expect(statusBadge(page)).toHaveText("Talking");
    await page.getByRole("button", { name: "More steps" }).click();
    await page.getByRole("menuitem", { name: "Mark as spam" }).click();
    await expect(toast(page, "Moved to the suspicious applications.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Suspicious" })).toBeFocused();
    await expect(statusBadge(page)).toHaveText("Suspicious");
    await page
      .locator("[data-part=toast]", { hasText: "Moved to the suspicious applications." })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByText("This may be spam.")).toBeHidden();
    await page.locator("summary", { hasText: "Delete" }).click();
    await page.getByRole("button", { name: "Delete everything about this person" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
    await expect(toast(page, "The application was deleted.")).toBeVisible();
    await page.goto(`/staff/applications/${id}`);
    await expect(page.getByRole("heading", { name: "No such application" })).toBeVisible();

    // Whatever is spam goes at once, even if the answer is lost on the way.
    const spam = await sendAsVisitor(service, petId, { name: "More Pills", message: "Buy" });
    await page.goto(`/staff/applications/${spam.id}`);
    const answers = await loseAnswers(page, `**/v1/applications/${spam.id}`, { method: "DELETE" });
    await page.getByRole("button", { name: "Spam: delete" }).click();
    await expect(page.getByText("We do not know whether the application was deleted.")).toBeVisible();
    answers.stop();
    await page.getByRole("button", { name: "Spam: delete" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
    await page.goto(`/staff/applications/${spam.id}`);
    await expect(page.getByRole("heading", { name: "No such application" })).toBeVisible();
  });

  test("a new application says for how many days nobody has answered, and whether that is too long", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const [shelter] = await callAs<{ replyDays: number }>(page, [{ path: "/shelter" }]);
    const replyDays = shelter?.replyDays ?? 0;
    expect(replyDays).toBeGreaterThan(1);
    const petId = await addPet(service, "Sundial");
    await sendApplication(page, petId, { name: "Wanda Waits" });
    const entry = page.getByRole("listitem").filter({ hasText: "Wanda Waits" });
    /** Opens the list as if everything had arrived this many days ago. */
    const openAfter = async (days: number) => {
      const at = new Date(Date.now() - days * 86_400_000).toISOString();
      await page.route(/\/v1\/applications\?/, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/"createdAt":"[^"]+"/g, `"createdAt":"${at}"`);
        await route.fulfill({ response, body });
      });
      await page.goto(`/staff/applications?petId=${petId}`);
    };
    await page.goto(`/staff/applications?petId=${petId}`);
    await expect(entry).toContainText("just now");
    await expect(entry).not.toContainText("answer");
    await openAfter(1);
    await expect(entry).toContainText("No answer for 1 day");
    await openAfter(replyDays + 2);
    await expect(entry).toContainText(`Overdue: no answer for ${replyDays + 2} days`);
    await expectAccessible(page);
  });
});
