import type { Browser, Locator, Page } from "@playwright/test";
import { expect, openHydrated, type Service, signIn, test } from "./service";
import { addPets, callAs, numbered, sendApplication } from "./staff-calls";

const PATH = "/staff/animals";
const PROFILE = {
  story: "Likes cells.",
  sex: null,
  bornOn: null,
  size: null,
  goodWith: { children: null, dogs: null, cats: null },
};
const heading = (page: Page) => page.locator("#list-heading");
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const statusOf = (page: Page, name: string) => page.getByRole("combobox", { name: `Status of ${name}`, exact: true });

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);

/** Chooses another status in the cell of an animal. */
async function choose(page: Page, name: string, status: string): Promise<void> {
  await statusOf(page, name).click();
  await page.getByRole("option", { name: status }).click();
}

/** Signs in, in another browser. */
async function another(browser: Browser, service: Service): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.origin });
  const page = await context.newPage();
  await signIn(page, service);
  return page;
}

test("search, kind, status, order and page of the list are in the URL, and the heading counts the animals", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const ids = await addPets(page, 501, numbered("Finder", 27));
  await sendApplication(page, Number(ids.at(-1)), { name: "Vera Applies" });
  // Without a session, not even the data for the first paint is sent.
  expect(await (await fetch(`${service.origin}${PATH}?kind=501`)).text()).not.toContain("Finder");
  await page.goto(`${PATH}?kind=501`);
  await expect(row(page, "Finder 027")).toContainText("No photo · 1 applicant");
  await expect(heading(page)).toHaveText("1–25 of 27 animals of this kind");
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("checkbox", { name: "Select Finder 027" }).check();
  await page.getByRole("link", { name: "Older animals" }).click();
  await expect(page).toHaveURL(/kind=501&cursor=/);
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toHaveText("26–27 of 27 animals of this kind");
  await expect(row(page, "Finder 001")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  // Other pages of the list and a reload keep the selection. Another filter ends it, and so does leaving the page.
  await page.getByRole("checkbox", { name: "Select Finder 001" }).check();
  await page.reload();
  const selected = page.getByRole("region", { name: "Selected animals" });
  await expect(selected).toContainText(/2 selected,\s*1 not on this page/);
  await selected.getByRole("button", { name: "1 not on this page" }).click();
  await page.getByRole("menuitem", { name: "Keep only those on this page" }).click();
  await expect(selected).toContainText("1 selected");
  await page.getByRole("link", { name: "Adoptions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Adoptions" })).toBeVisible();
  await page.goBack();
  await expect(row(page, "Finder 001")).toBeVisible();
  await expect(selected).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select Finder 001" }).check();
  const added = page.getByRole("columnheader", { name: "Added and changed" });
  await expect(added).toHaveAttribute("aria-sort", "descending");
  await added.getByRole("button", { name: "Added" }).click();
  await expect(added).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/kind=501&sort=oldest$/);
  await expect(page.getByRole("row").nth(1)).toContainText("Finder 001");

  await expect(selected).toContainText("1 selected");
  await page.getByLabel("Search by name").fill("finder 01");
  await expect(page).toHaveURL(/q=finder\+01/);
  await expect(heading(page)).toHaveText("10 animals of this kind with “finder 01” in the name");
  await expect(selected).toHaveCount(0);
  await choose(page, "Finder 011", "Pending");
  await expect(page.getByText("Finder 011 is now pending.")).toBeVisible();
  await page.getByRole("link", { name: /^Pending/ }).click();
  await expect(heading(page)).toHaveText("1 pending animal of this kind with “finder 01” in the name");
  // The URL is enough to open the same list, even for the server.
  await page.reload();
  await expect(row(page, "Finder 011")).toBeVisible();
  await page.goBack();
  await expect(heading(page)).toHaveText(/^10 animals/);
  await page.getByLabel("Search by name").fill("nothing like it");
  await page.getByRole("button", { name: "Show all animals" }).click();
  await expect(page.getByLabel("Search by name")).toHaveValue("");
  await expect(page).toHaveURL(/animals\?sort=oldest$/);
});

test("a status is changed in its cell, undone in the toast and from the history", async ({ page, service }) => {
  await signIn(page, service);
  const [id] = await addPets(page, 502, ["Cell"]);
  await callAs(page, [{ path: `/pets/${id}/profile`, method: "PUT", body: PROFILE }]);
  await page.goto(`${PATH}?kind=502`);
  await expect(row(page, "Cell")).toContainText(/Added just now by/);
  await choose(page, "Cell", "Adopted");
  await expect(statusOf(page, "Cell")).toHaveText("Adopted");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.keyboard.press("F6");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("F6");
  await expect(statusOf(page, "Cell")).toBeFocused();
  // In a field, these keys undo what was typed there.
  await page.getByLabel("Search by name").press("Control+z");
  await expect(statusOf(page, "Cell")).toHaveText("Adopted");
  await statusOf(page, "Cell").press("Control+z");
  await expect(statusOf(page, "Cell")).toBeFocused();
  await expect(page.getByText("Cell is available again.")).toBeVisible();
  await expect(page.getByText("Cell is now adopted.")).toHaveCount(0);
  await choose(page, "Cell", "Pending");
  await expect(page.getByText("Cell is now pending.")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Cell" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog").getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(history).toHaveCount(5);
  await expect(history.first()).toContainText("Available → Pending");
  await expect(history.nth(3)).toContainText("changed story");
  await expect(page).toHaveURL(new RegExp(`history=${id}`));
  // The status was changed again since, so only the latest change of it can be undone.
  const withUndo = history.filter({ has: page.getByRole("button", { name: "Undo" }) });
  await expect(withUndo).toContainText(["Available → Pending", "changed story"]);
  await history.first().getByRole("button", { name: "Undo" }).click();
  await expect(history).toHaveCount(6);
  // An older value can be set again, which can be undone like any change.
  const told = { ...PROFILE, story: "Prefers rows." };
  await callAs(page, [{ path: `/pets/${id}/profile`, method: "PUT", body: told }]);
  await page.reload();
  await expect(history).toHaveCount(7);
  await history.nth(5).getByRole("button", { name: "Set back to this" }).click();
  await expect(history.first()).toContainText("Likes cells.");
  await page.locator("[data-part=toast]", { hasText: "Cell was set back." }).getByRole("button").first().click();
  await expect(page.getByText("Cell is as it was before.")).toBeVisible();
  await expect(history.first()).toContainText("Prefers rows.");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(statusOf(page, "Cell")).toHaveText("Available");
  await expect(page).toHaveURL(/animals\?kind=502$/);
});

test("another person's change appears without a reload, and a colliding one lets people choose", async ({
  page,
  browser,
  service,
}) => {
  await signIn(page, service);
  const [, second] = await addPets(page, 503, ["Shared", "Quiet"]);
  const other = await another(browser, service);
  for (const one of [page, other]) {
    await one.goto(`${PATH}?kind=503`);
    await expect(row(one, "Quiet")).toBeVisible();
  }
  await choose(other, "Quiet", "Adopted");
  await expect(statusOf(page, "Quiet")).toHaveText("Adopted");
  await expect(row(page, "Quiet")).toHaveAttribute("data-changed", "true");
  await expect(row(page, "Quiet")).not.toHaveAttribute("data-changed");

  // This page no longer sees the other person's changes.
  await page.route("**/v1/pets?limit=25&include=version&*", (route) => route.abort());
  await choose(other, "Shared", "Adopted");
  await expect(other.getByText("Shared is now adopted.")).toBeVisible();
  await callAs(other, [{ path: `/pets/${second}`, method: "PATCH", ifMatch: "*", body: { name: "Quieter" } }]);
  await choose(page, "Shared", "Pending");
  await expect(page.getByText(/the status is now Adopted. You chose Pending/)).toBeVisible();
  await page.getByRole("button", { name: "Keep Adopted" }).click();
  await expect(statusOf(page, "Shared")).toHaveText("Adopted");
  await expect(page.getByRole("alert").filter({ hasText: "Shared" })).toHaveCount(0);
  // The other person changed only the name, which is not a collision.
  await choose(page, "Quiet", "Available");
  await expect(page.getByText("Quiet is now available.")).toBeVisible();
  await page.unroute("**/v1/pets?limit=25&include=version&*");
  await expect(row(page, "Quieter")).toBeVisible();
  await other.context().close();
});

/** Opens a list with five new animals of a kind, and returns the boxes of their rows. */
async function openFive(page: Page, service: Service, kind: number): Promise<Locator> {
  await signIn(page, service);
  await addPets(page, kind, numbered("Key", 5));
  // Earlier, a key would be lost.
  await openHydrated(page, `${PATH}?kind=${kind}`);
  await expect(page.getByRole("row")).toHaveCount(6);
  return page.getByRole("checkbox", { name: /^Select Key/ });
}

test("arrow keys and Space select rows, and so does a click with Shift", async ({ page, service }) => {
  const boxes = await openFive(page, service, 504);
  await page.keyboard.press("ArrowDown");
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("End");
  await expect(boxes.last()).toBeFocused();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(boxes.last()).toBeFocused();
  // Letters move like the arrow keys, and a selection begins where they, Space or Clear were.
  for (const key of ["k", "k", "j", "Space", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await expect(boxes.nth(2)).toBeFocused();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(page.getByText("2 selected")).toBeVisible();

  await page.getByRole("button", { name: "Clear" }).click();
  await boxes.nth(0).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(page.getByText("5 selected")).toBeVisible();
});

test("single letters open the status, the sheet and the search", async ({ page, service }) => {
  const boxes = await openFive(page, service, 508);
  await boxes.nth(3).focus();
  // A closed list of statuses and a toast stay in the document. Neither may disable the single-letter shortcuts.
  await page.keyboard.press("s");
  await page.getByRole("option", { name: "Pending" }).press("Enter");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(statusOf(page, "Key 002")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/edit=\d+/);
  await expect(page.getByRole("dialog", { name: "Edit Key 002" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Edit Key 002" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: /^Edit/ })).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search by name")).toBeFocused();
  await page.keyboard.type("n?");
  await expect(page.getByLabel("Search by name")).toHaveValue("n?");
});

test("single letters can be switched off", async ({ page, service }) => {
  const boxes = await openFive(page, service, 509);
  await boxes.first().focus();
  await page.keyboard.press("?");
  await page.getByLabel("Single letters are shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeHidden();
  await boxes.first().focus();
  await page.keyboard.press("n");
  await page.keyboard.press("End");
  await expect(boxes.last()).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Add an animal" })).toBeHidden();
  // This is stored on the device.
  await openHydrated(page, page.url());
  await boxes.first().focus();
  await page.keyboard.press("j");
  await page.keyboard.press("n");
  await page.keyboard.press("End");
  await expect(boxes.last()).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Add an animal" })).toBeHidden();
});

test("an animal can be removed, and restored from the list of removed animals", async ({ page, service }) => {
  await signIn(page, service);
  await addPets(page, 505, ["Mistake"]);
  const remove = async () => {
    await page.goto(`${PATH}?kind=505`);
    await page.getByRole("button", { name: "Actions for Mistake" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(page.getByText("Mistake was removed.")).toBeVisible();
    await expect(row(page, "Mistake")).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Mistake")).toBeVisible();
  await remove();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Removed animals" }).click();
  await page.getByRole("listitem").filter({ hasText: "Mistake" }).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Mistake is in the list again.")).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
  await page.getByRole("link", { name: "All animals" }).click();
  await expect(row(page, "Mistake")).toBeVisible();
});

test("on a phone the animals are cards that do not scroll sideways, and the status is easy to hit", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, service);
  await addPets(page, 506, [
    "شمشون الكبير",
    "Bartholomew-Maximilian-the-Third-of-Upper-Something-and-Elsewhere",
    "🐶🐾",
  ]);
  await page.goto(`${PATH}?kind=506`);
  await expect(page.getByRole("row")).toHaveCount(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const box = await statusOf(page, "🐶🐾").boundingBox();
  expect(Number(box?.height)).toBeGreaterThanOrEqual(44);
  await choose(page, "🐶🐾", "Pending");
  await expect(page.getByText("🐶🐾 is now pending.")).toBeVisible();
  await page.getByLabel("Select all on this page").check();
  // A toast is above the bar at the bottom, and replaces the earlier toast with Undo.
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("dialog");
  const bar = await page.getByRole("region", { name: "Selected animals" }).boundingBox();
  await expect.poll(async () => bottomOf(await toast.boundingBox())).toBeLessThanOrEqual(Number(bar?.y));
  await page.getByRole("button", { name: "Change kind" }).click();
  await page.getByRole("menuitem", { name: "Dog" }).click();
  await expect(toast.filter({ hasText: /^3 animals changed\./ })).toBeVisible();
  await expect(toast).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Change of many animals" })).toHaveCount(0);
  await expect(page.locator(":focus")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
