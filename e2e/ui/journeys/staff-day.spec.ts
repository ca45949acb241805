import type { Page } from "@playwright/test";
import { newKind, petsOf, sendApplication } from "../support/calls";
import { addButton, fillNewPet, row, saving, setDay, statusOf, toast } from "../support/pages";
import { becomeColleague, expect, signIn, test } from "../support/service";

// A day of two people of the shelter. What one of them does appears on the other's page without a reload.

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

test.use(PHONE);

const handOver = (page: Page) => page.getByText(/^Hand-over: /);

/**
 * Lets the timers of a page advance to its next check for changes by others (lib/http/query-client.ts), without waiting for it. A
 * list of animals checks every few seconds, which needs no help. The date stays the server's, because the server says
 * how long ago a change was.
 */
async function untilNextCheck(page: Page): Promise<void> {
  await page.clock.fastForward(15_000);
  await page.clock.setSystemTime(new Date());
}

/** Opens the list of the animals of a kind. */
async function openKind(page: Page, kind: string): Promise<void> {
  await page.goto(`/staff/animals?kind=${kind}`);
  await expect(page.locator("#list-heading")).toHaveText(/of this kind$/);
}

test("two people, on a phone and on a desktop, work through a day, and each sees what the other does", async ({
  page,
  elsewhere,
  service,
}) => {
  const other = await elsewhere("about:blank", DESKTOP);
  const kind = newKind();
  for (const one of [page, other]) await one.clock.install();
  await signIn(page, service, `/staff/animals?kind=${kind}`);
  await becomeColleague(other, service, "rosa@shelter.example");
  await openKind(other, String(kind));

  await test.step("an animal arrives, and somebody applies", async () => {
    await fillNewPet(page, "Tinsel", String(kind));
    await addButton(page).tap();
    await expect(row(other, "Tinsel")).toBeVisible();
  });
  const [{ id: petId } = { id: 0 }] = await petsOf(service, kind);
  const application = await sendApplication(service, petId, "Ada Marlowe");
  await sendApplication(service, petId, "Rival Slow");
  await test.step("both look at the application, and one of them handles and approves it", async () => {
    await page.goto(`/staff/animals?kind=${kind}`);
    await page.getByRole("button", { name: /^Pages, now:/ }).tap();
    await page.getByRole("menuitem", { name: /^Applications/ }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
    for (const one of [page, other]) {
      await one.goto(`/staff/applications/${application}`);
      await expect(one.getByRole("button", { name: "I’ll handle this" })).toBeVisible();
    }
    await saving(other, () => other.getByRole("button", { name: "I’ll handle this" }).click());
    await untilNextCheck(page);
    await expect(page.getByText(/rosa.* handles it$/i)).toBeVisible();
    await other.getByRole("button", { name: "Approve" }).click();
    await saving(other, () => other.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click());
    await expect(handOver(other)).toBeVisible();
    await untilNextCheck(page);
    await expect(handOver(page)).toBeVisible();
    const form = await other.request.get(`${service.origin}/animals/${petId}/apply`);
    expect(await form.text()).toContain("may have found a home");
  });
  await test.step("the first one hands the animal over, which the list shows", async () => {
    await setDay(page, "2031-05-01");
    await expect(toast(page, "The hand-over of")).toBeVisible();
    await untilNextCheck(other);
    await expect(handOver(other)).toContainText("1 May 2031");
    await openKind(other, String(kind));
    await page.getByRole("button", { name: "Hand over" }).tap();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Handed over" }).tap();
    await expect(question).toContainText("Their application will be declined: Rival Slow.");
    await question.getByRole("button", { name: "Mark as adopted" }).tap();
    await expect(page.getByText("The animal was handed over to the adopter.")).toBeVisible();
    await expect(toast(page, "Tinsel is handed over. 1 applicant to tell:")).toBeVisible();
    await expect(statusOf(other, "Tinsel")).toContainText("Adopted");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.viewport.width);
  });
  await test.step("the service sends no mail, so somebody tells the other applicant", async () => {
    await page.goto(`/staff/applications?petId=${petId}&toTell=true`);
    await expect(page.getByRole("listitem").filter({ hasText: "Rival Slow" })).toContainText("Not told yet");
    await page.getByRole("link", { name: "Rival Slow" }).tap();
    await expect(page.getByText("The applicant does not know yet")).toBeVisible();
    await page.getByRole("button", { name: "Mark as told" }).tap();
    await expect(toast(page, "Marked as told.")).toBeVisible();
    await expect(page.getByText("The applicant does not know yet")).toHaveCount(0);
  });
});
