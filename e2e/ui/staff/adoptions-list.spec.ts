import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { cancelEarlierAdoptions, headingOf, placeOrder, row, setDay, toast, withHours } from "../support/adoption-rows";
import { addPet } from "../support/key-calls";
import { apiRequests, expect, openHydrated, type Service, signIn, test } from "../support/service";
import { callAs, sendApplication } from "../support/staff-calls";

/** Opens the list with new adoptions of these animals. Returns a function that counts the changes that are sent. */
async function openAdoptions(page: Page, service: Service, names: string[]): Promise<() => number> {
  await page.clock.install();
  await signIn(page, service);
  for (const name of names) await placeOrder(page, service, name);
  await withHours(page, null);
  await page.goto("/staff/adoptions");
  const requests = apiRequests(page);
  return () => requests.filter((request) => request.startsWith("PATCH")).length;
}

/** Returns the day of the browser's clock after so many days, as a form has it. */
const dayIn = (page: Page, days: number) =>
  page.evaluate((more) => {
    const at = new Date();
    at.setDate(at.getDate() + more);
    return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  }, days);

test.beforeEach(async ({ page, service }) => {
  await signIn(page, service);
  await cancelEarlierAdoptions(page);
});

test("hand-overs are listed under their days, and a day that has passed is saved on demand", async ({
  page,
  service,
}) => {
  const sent = await openAdoptions(page, service, ["Rook", "Sorrel", "Tansy"]);
  await expect(headingOf(page, "Tansy")).toHaveText("No day yet");
  await setDay(row(page, "Tansy"), await dayIn(page, 1));
  await expect(headingOf(page, "Tansy")).toHaveText("Tomorrow");
  await expect(row(page, "Tansy").getByRole("button", { name: "Change the day" })).toBeFocused();
  await setDay(row(page, "Rook"), await dayIn(page, 0));
  await expect(headingOf(page, "Rook")).toHaveText("Today");
  expect(sent()).toBe(2);
  await setDay(row(page, "Sorrel"), "2020-05-01");
  // It asks before it saves such a day.
  const form = page.getByRole("dialog", { name: "Hand-over of Sorrel" });
  await expect(form.getByRole("alert")).toHaveText("This day has passed.");
  expect(sent()).toBe(2);
  await form.getByRole("button", { name: "Save anyway" }).click();
  await expect(headingOf(page, "Sorrel")).toHaveText("Overdue");
  await expect(row(page, "Sorrel")).toContainText("1 May 2020");
  expect(sent()).toBe(3);
  await page.reload();
  await expect(headingOf(page, "Tansy")).toHaveText("Tomorrow");
  const order = ["Overdue", "Today", "Tomorrow"];
  const days = await page.locator("[data-part=day] h3").allTextContents();
  expect(days.filter((day) => order.includes(day))).toEqual(order);
  await expectAccessible(page);
});

test("on a page left open overnight, a hand-over is of the new day", async ({ page, service }) => {
  await openAdoptions(page, service, ["Nightjar"]);
  await expect(row(page, "Nightjar")).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 86_400_000);
  await row(page, "Nightjar").getByRole("button", { name: "Hand over" }).click();
  await expect(page.getByLabel("Handed over on")).toHaveValue(await dayIn(page, 0));
});

test("an adoption without an application leads to recording the adopter", async ({ page, service }) => {
  await signIn(page, service);
  const petId = await addPet(service, "Nameless");
  const order = { method: "POST", path: "/store/orders", body: { petId } };
  const [{ id }] = (await callAs<{ id: number }>(page, [order])) as [{ id: number }];
  await callAs(page, [{ path: `/store/orders/${id}/complete`, method: "POST", body: {} }]);
  await page.goto("/staff/adoptions?status=completed");
  await expect(row(page, "Nameless")).toContainText("Without an application");
  await row(page, "Nameless").getByRole("button", { name: "Record the adopter" }).click();
  const form = page.getByRole("dialog", { name: "Record the adopter" });
  await form.getByLabel("Name of the adopter").fill("Ivy Later");
  await form.getByRole("button", { name: "Record the adopter" }).click();
  await expect(toast(page, "Nameless has an adopter now.")).toBeVisible();
  await expect(page).toHaveURL(/\/staff\/adoptions\?status=completed$/);
  await expect(row(page, "Nameless").getByRole("link", { name: "Ivy Later" })).toBeVisible();
  await expect(row(page, "Nameless").getByRole("button", { name: "Record the adopter" })).toHaveCount(0);
});

test("a search finds the animal or the adopter, in the URL, and says which statuses have matches", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const olive = await addPet(service, "Olive Branch", { categoryId: 1 });
  const id = await sendApplication(page, olive, { name: "Ren\u00e9e Branchard" });
  const change = { path: `/applications/${id}`, method: "PATCH", ifMatch: "*", body: { status: "approved" } };
  const [{ orderId }] = (await callAs<{ orderId: number }>(page, [change])) as [{ orderId: number }];
  await callAs(page, [{ path: `/store/orders/${orderId}/complete`, method: "POST", body: {} }]);
  await placeOrder(page, service, "Branching");
  await page.goto("/staff/adoptions");
  await page.getByLabel("Search animals and adopters").fill("BRANCH");
  await expect(page).toHaveURL(/\?q=BRANCH$/);
  await expect(page.getByRole("heading", { name: "1 open adoption with “BRANCH”" })).toBeVisible();
  await expect(row(page, "Branching")).toBeVisible();
  await expectAccessible(page);
  const filters = page.getByRole("navigation", { name: "Filter by status" });
  await expect(filters.getByRole("link")).toHaveText([/1$/, /1$/, /0$/, /0$/]);
  await filters.getByRole("link", { name: "Adopted" }).click();
  await expect(row(page, "Olive Branch")).toContainText("Adopter: Ren\u00e9e Branchard");
  await page.getByLabel("Search animals and adopters").fill("renee bran");
  await expect(page.getByRole("heading", { name: "1 completed adoption with “renee bran”" })).toBeVisible();
  await page.getByLabel("Search animals and adopters").fill("renee brax");
  await expect(page.getByText("Nothing found with this status.")).toBeVisible();
  await page.getByRole("link", { name: "Show all completed adoptions" }).click();
  await expect(row(page, "Olive Branch")).toBeVisible();
});

test("keys lead to the search and from adoption to adoption, but not out of a menu", async ({ page, service }) => {
  await signIn(page, service);
  for (const name of ["Fennel Wayfinder", "Gorse Wayfinder", "Heather Wayfinder"])
    await placeOrder(page, service, name);
  await openHydrated(page, "/staff/adoptions?q=wayfinder");
  await expect(page.getByRole("heading", { name: "3 open adoptions with “wayfinder”" })).toBeVisible();
  const links = page.locator("[data-part=adoption]").getByRole("link", { name: / Wayfinder$/ });
  for (const key of ["j", "ArrowDown", "k", "j", "j"]) await page.keyboard.press(key);
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search animals and adopters")).toBeFocused();

  // From anywhere in a row, keys lead to the next one. A menu has its own arrow keys.
  const middle = page.locator("[data-part=adoption]").nth(1);
  await middle.getByRole("button", { name: "Hand over" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(links.first()).toBeFocused();
  await middle.getByRole("button", { name: /^More/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Cancel adoption…" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "History" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(middle.getByRole("button", { name: /^More/ })).toBeFocused();
  await page.keyboard.press("j");
  await expect(links.nth(2)).toBeFocused();

  const keyboard = page.getByRole("dialog", { name: "Keyboard" });
  await page.keyboard.press("?");
  await expect(keyboard).toContainText("move from adoption to adoption");
  await expectAccessible(page);
  await keyboard.getByLabel("Single letters are shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(keyboard).toBeHidden();
  await links.nth(2).focus();
  for (const key of ["/", "?", "k", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  await expect(links.first()).toBeFocused();
  await expect(keyboard).toBeHidden();
});
