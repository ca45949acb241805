import type { Page } from "@playwright/test";
import type { Network } from "../../testing/network";
import { test } from "../support/breakable-network";
import { newKind, photoFile, sendApplication } from "../support/calls";
import {
  addButton,
  expectArrived,
  fillIn,
  fillNewPet,
  photos,
  row,
  save,
  setDay,
  sheet,
  statusOf,
  submit,
  toast,
  waitUntilPlausible,
} from "../support/pages";
import { becomeColleague, expect, signIn } from "../support/service";

// A day of two people of the shelter. What one of them does appears on the other's page without a reload.

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

test.use(PHONE);

/** The pages of both people, on a phone and on a desktop, the animal of the day, and a kind used only here. */
type Day = { page: Page; other: Page; hero: string; kind: string };

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

/** Opens a page from the row at the top: with a link, on the phone with its menu. */
async function visit(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("button", { name: /^Pages, now:/ });
  if (await menu.isVisible()) {
    await menu.tap();
    await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).tap();
  } else
    await page
      .getByRole("navigation", { name: "Staff" })
      .getByRole("link", { name: new RegExp(`^${name}`) })
      .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Opens "Add many" from the list of animals. */
async function openImport(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Add many" });
  if (await link.isVisible()) await link.click();
  else {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Add many" }).click();
  }
}

/** Opens the list of the animals of a kind. */
async function openKind(page: Page, kind: string): Promise<void> {
  await page.goto(`/staff/animals?kind=${kind}`);
  await expect(page.locator("#list-heading")).toHaveText(/of this kind$/);
}

/** Adds an animal with two photos and a story. Returns its id. */
async function addWithPhotos(page: Page, name: string, kind: string): Promise<number> {
  await fillNewPet(page, name, kind);
  await addButton(page).click();
  // The photos come next, and the button that adds one has the focus and is in view.
  const box = sheet(page).getByLabel("Add photos");
  await expect(box).toBeFocused();
  await expect(box).toBeInViewport({ ratio: 0.9 });
  const photo = async (width: number) => ({
    name: `${width}.jpg`,
    mimeType: "image/jpeg",
    buffer: await photoFile(width),
  });
  await box.setInputFiles([await photo(400), await photo(500)]);
  await expect(photos(page)).toHaveCount(2);
  await sheet(page).getByLabel("Story").fill("Found in a garden.");
  const id = Number(new URL(page.url()).searchParams.get("edit"));
  await save(page).click();
  await expect(toast(page, `${name} was saved.`)).toBeVisible();
  return id;
}

/**
 * Three animals arrive: one with photos, two from a list. These two are reserved together. Returns the id of the first.
 */
async function morning({ page, other, hero, kind }: Day): Promise<number> {
  const id = await addWithPhotos(page, hero, kind);
  await expect(row(other, hero)).toBeVisible();
  await expect(row(other, hero).locator("img")).toBeVisible();

  await openImport(other);
  await other.getByLabel("Rows from a spreadsheet").fill(`Basil\t${kind}\nClover\t${kind}`);
  await other.getByRole("button", { name: "Add 2" }).click();
  await expect(other.getByText("2 added")).toBeVisible();
  await openKind(other, kind);

  await expect(page.getByRole("row")).toHaveCount(4);
  for (const name of ["Basil", "Clover"]) await page.getByRole("checkbox", { name: `Select ${name}` }).tap();
  await page.getByRole("button", { name: "Actions", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Pending" }).tap();
  await expect(toast(page, "2 animals are now pending.")).toBeVisible();
  for (const name of ["Basil", "Clover"]) await expect(statusOf(other, name)).toHaveText("Pending");
  return id;
}

/** A visitor applies with the public form. */
async function apply(visitor: Page): Promise<void> {
  await fillIn(visitor);
  await waitUntilPlausible(visitor);
  await submit(visitor);
  await expectArrived(visitor);
}

/** Writes to the applicant with the text of a template. */
async function replyWith(page: Page, template: string): Promise<void> {
  await page.locator("summary", { hasText: "Write a reply" }).click();
  await page.getByLabel("Start from a template").selectOption(template);
  const link = page.getByRole("link", { name: "Open in my mail program" });
  await expect(link).toHaveAttribute("href", /^mailto:ada.*body=Hello%20Ada/);
  // No page arrives, so there is none to wait for.
  await link.click({ noWaitAfter: true });
}

/** Both look at the application. One takes it over, replies and approves it, and the other sees it. */
async function noon({ page, other, hero }: Day, petId: number): Promise<void> {
  for (const one of [page, other]) {
    await visit(one, "Applications");
    // Other tests may have filled the first page of the list.
    await one.goto(`/staff/applications?petId=${petId}`);
    const entry = one.locator("[data-part=application]").filter({ hasText: hero });
    const link = entry.getByRole("link", { name: "Ada Marlowe" });
    await (one === page ? link.tap() : link.click());
    await expect(one.getByRole("heading", { level: 1, name: "Ada Marlowe" })).toBeFocused();
  }
  await other.getByRole("button", { name: "I’ll handle this" }).click();
  await expect(other.getByRole("button", { name: "Stop handling it" })).toBeVisible();
  await untilNextCheck(page);
  await expect(page.getByText(/rosa.* handles it$/i)).toBeVisible();
  await replyWith(other, "Ask for details");
  await other.getByRole("button", { name: "Approve" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await expect(handOver(other)).toBeVisible();
  await untilNextCheck(page);
  await expect(handOver(page)).toBeVisible();
}

/**
 * The second person hands the animal over, which declines the other application for it. The network fails for a moment.
 */
async function afternoon({ page, other }: Day, rival: string, network: Network): Promise<void> {
  network.cut();
  await setDay(page, "2031-05-01");
  await expect(page.getByText("We do not know whether the hand-over was saved.")).toBeVisible();
  network.restore();
  await page.getByRole("button", { name: "Save", exact: true }).tap();
  await expect(toast(page, "The hand-over of")).toBeVisible();
  await untilNextCheck(other);
  await expect(handOver(other)).toContainText("1 May 2031");
  await page.getByRole("button", { name: "Hand over" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Handed over" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as adopted" }).tap();
  await expect(page.getByText("The animal was handed over to the adopter.")).toBeVisible();
  await page.goto(`/staff/applications/${rival}`);
  await expect(page.getByText("This application was declined.")).toBeVisible();
  const others = page.getByRole("region", { name: "Other applications for this animal" });
  await expect(others.getByText("Adopted", { exact: true })).toBeVisible();
}

/** The animal comes back, and is available again. */
async function evening({ page, other, hero, kind }: Day): Promise<void> {
  await openKind(other, kind);
  await expect(statusOf(other, hero)).toHaveText("Adopted");
  await visit(page, "Adoptions");
  await page.getByRole("link", { name: "Adopted" }).tap();
  await expect(page).toHaveURL(/status=completed/);
  await page
    .getByRole("listitem", { name: hero })
    .getByRole("button", { name: `More for ${hero}` })
    .tap();
  await page.getByRole("menuitem", { name: "Record return" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Record the return" }).tap();
  await expect(statusOf(other, hero)).toHaveText("Available");
}

test("two people, on a phone and on a desktop, work through a day, and each sees what the other does", async ({
  page,
  elsewhere,
  service,
  network,
}) => {
  const other = await elsewhere("about:blank", DESKTOP);
  const day = { page, other, hero: "Tinsel", kind: String(newKind()) };
  for (const one of [page, other]) await one.clock.install();
  await signIn(page, service, "/staff");
  await becomeColleague(other, service, "rosa@shelter.example");
  for (const one of [page, other]) {
    await expect(one.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await openKind(one, day.kind);
  }
  const petId = await morning(day);
  const visitor = await elsewhere(`/animals/${petId}/apply`);
  await apply(visitor);
  const rival = await sendApplication(service, petId, "Rival Slow");
  await noon(day, petId);
  await visitor.goto(`/animals/${petId}/apply`);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("may have found a home");
  await afternoon(day, rival, network);
  await evening(day);
  for (const [one, { viewport }] of [
    [page, PHONE],
    [other, DESKTOP],
  ] as const)
    expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
});
