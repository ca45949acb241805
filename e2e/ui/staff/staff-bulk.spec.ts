import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { newKind } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { addPets, callAs, numbered, sendApplication } from "../support/staff-calls";

const report = (page: Page) => page.getByRole("region", { name: "Change of many animals" });
const toast = (page: Page) => page.getByRole("region", { name: "Notifications" });
const isPost = (route: Route) => route.request().method() === "POST";

/** Selects all animals that match the filters in the URL, on all pages of the list. */
async function selectAll(page: Page, count: number): Promise<void> {
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: `Select all ${count} that match` }).click();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
}

/** Selects all animals that match, and chooses a status for them. */
async function changeAll(page: Page, count: number, status: string): Promise<void> {
  await selectAll(page, count);
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: status }).click();
}

/** Lets the page ask as if the open adoptions began only afterwards. */
async function hideOpenAdoptions(page: Page): Promise<void> {
  await page.route("**/v1/store/orders?limit=100&status=open*", (route) => route.fulfill({ json: [] }));
}

test("all animals that match are changed once, despite a lost answer, a cut network and a reload", async ({
  page,
  service,
  context,
}) => {
  test.slow();
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Many", 230));
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: ids[0] } }]);
  await hideOpenAdoptions(page);
  await page.goto(`/staff/animals?kind=${kind}&sort=oldest`);
  const rows = report(page).getByRole("listitem");
  await test.step("a lost answer stops the change", async () => {
    // The first batch arrives, but its answer does not.
    await loseAnswers(page, "**/v1/pets/batch");
    await changeAll(page, 230, "Adopted");
    await expect(report(page)).toContainText("0 of 230 done, 230 still to do");
    await expect(report(page)).toContainText("no animal is changed twice");
  });
  await test.step("offline, it waits", async () => {
    // The network is lost, and then the page is reloaded in the middle. Until then no batch gets through, although the
    // page sends it again whenever the service answers anything else.
    await page.route("**/v1/pets/batch", (route) => route.abort());
    await context.setOffline(true);
    await page.unroute("**/v1/pets/batch");
    await report(page).getByRole("button", { name: "Continue" }).click();
    await expect(report(page)).toContainText("The service could not be reached.");
  });
  await test.step("after a reload in the middle, it continues and changes the rest", async () => {
    // Back online it continues automatically. The page is reloaded before the answer arrives.
    const sent = page.waitForRequest("**/v1/pets/batch");
    await page.route("**/v1/pets/batch", () => {});
    await context.setOffline(false);
    await sent;
    await page.reload();
    await page.unroute("**/v1/pets/batch");
    await expect(report(page)).toContainText("This stopped before it was finished.");
    await report(page).getByRole("button", { name: "Continue" }).click();
    await expect(toast(page)).toContainText("229 animals are now adopted. 1 was not changed.");
  });
  await test.step("each row says what became of it, also after another reload", async () => {
    for (const visit of ["now", "later"]) {
      await expect(rows, visit).toHaveText(/^Many 001An adoption of this animal is open\./);
      await page.reload();
    }
    await report(page).getByRole("button", { name: "Close" }).click();
    await expect(report(page)).toHaveCount(0);
    await expect(page.locator(":focus")).toHaveCount(1);
  });
  await test.step("each animal was changed once", async () => {
    const histories = await callAs<object[]>(
      page,
      ids.slice(1, 6).map((id) => ({ path: `/pets/${id}/history` })),
    );
    for (const history of histories) expect(history).toHaveLength(2);
    const [left] = await callAs<object[]>(page, [{ path: `/pets?categoryId=${kind}&status=available&limit=100` }]);
    expect(left).toEqual([]);
  });
  await test.step("all animals that were not changed can be seen", async () => {
    await changeAll(page, 230, "Pending");
    await expect(report(page)).toContainText("No animals were changed. 229 were not changed. 1 was already pending.");
    await expect(rows).toHaveCount(50);
    for (const more of [50, 50, 50, 29]) {
      await report(page)
        .getByRole("button", { name: `Show ${more} more of 229` })
        .click();
    }
    await expect(rows).toHaveCount(229);
  });
});

test("of more than 1,000 animals that match, the first 1,000 are selected, and the bar says that this is the limit", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Crowd", 26));
  // The list pretends that there are 1,100 of them: its larger pages are made up here.
  await page.route("**/v1/pets?limit=100&include=version&*", (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
    const pet = (at: number) => ({
      id: (ids.at(-1) ?? 0) - at,
      name: `Crowd ${at}`,
      categoryId: kind,
      status: "available",
      version: "1",
    });
    const next = `<${service.origin}/v1/pets?cursor=${from + 100}>; rel="next"`;
    return route.fulfill({
      headers: from < 1_000 ? { Link: next } : {},
      json: Array.from({ length: 100 }, (_, at) => pet(from + at)),
    });
  });
  await page.goto(`/staff/animals?kind=${kind}&q=crowd`);
  await expect(page.locator("#list-heading")).toContainText("of 1,000+ animals");
  await page.getByRole("checkbox", { name: "Select Crowd 026" }).check();
  await page.getByRole("button", { name: "Select the first 1,000" }).click();
  await expect(page.getByText(/^1,000 selected/)).toBeVisible();
  await expect(page.getByText("At most 1,000 can be changed at once.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Select the first 1,000" })).toHaveCount(0);
});

test("a bulk change says why an animal was not changed, and can still be undone after that", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [ordered, taken, gone] = await addPets(page, kind, numbered("Some", 30));
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: ordered } }]);
  await hideOpenAdoptions(page);
  await page.goto(`/staff/animals?kind=${kind}&sort=oldest`);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Select all 30 that match" }).click();
  await expect(page.getByText("30 selected")).toBeVisible();
  await page.getByRole("button", { name: "5 not on this page" }).click();
  await expect(page.getByRole("menu")).toContainText("Some 030");
  await page.keyboard.press("Escape");
  // The page cannot refresh its list, so it does not show that these two animals change.
  await page.route("**/v1/pets?limit=25&*", (route) => route.abort());
  await callAs(page, [
    { path: `/pets/${taken}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } },
    { path: `/pets/${gone}`, method: "DELETE", ifMatch: "*" },
  ]);
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: "Adopted" }).click();

  const rows = report(page).getByRole("list", { name: "Not changed" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "Some 001" })).toContainText("An adoption of this animal is open.");
  await expect(page.getByText("Some 001 was not changed. An adoption of this animal is open.")).toBeVisible();
  await expect(rows.filter({ hasText: "Some 002" })).toContainText("it is now pending; you chose adopted");
  await expect(rows.filter({ hasText: "Some 003" })).toContainText("Somebody has removed this animal.");
  await expect(toast(page)).toContainText("27 animals are now adopted. 3 were not changed.");
  // It stays while the pointer is on it.
  await toast(page).getByText("27 animals are now adopted").hover();
  await expectAccessible(page);
  await toast(page).getByRole("button", { name: "Show why" }).click();
  await expect(report(page)).toBeFocused();
  await expect(report(page)).toContainText("27 animals are now adopted. 3 were not changed.");
  // Undo is still offered after "Show why".
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeVisible();

  // The same in the row itself. Its badge shows what the animal still is.
  await report(page).getByRole("button", { name: "Close" }).click();
  const status = page.getByRole("combobox", { name: "Status of Some 001" });
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await expect(page.getByText("Some 001 is still pending. An adoption of this animal is open.")).toBeVisible();
  await expect(status).toHaveText("Pending");
  await page.getByRole("link", { name: "Open the adoption" }).click();
  await expect(page).toHaveURL(new RegExp(`/staff/adoptions\\?petId=${ordered}$`));
  await expect(page.getByRole("heading", { name: "1 open adoption" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Some 001" })).toBeVisible();
});

test("a bulk change waits after a 429 and is undone as a whole, only once after a double click", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Back", 30));
  // An ordinary change could not make these pending again.
  const pending = ids.slice(0, 3);
  const change = { method: "PATCH", body: { status: "pending" }, ifMatch: '"1"' };
  const changes = pending.map((id) => ({ path: `/pets/${id}`, ...change }));
  await callAs(page, changes);
  await sendApplication(page, ids[29] ?? 0, { name: "Ada" });
  await page.goto(`/staff/animals?kind=${kind}`);
  let sent = 0;
  await page.route("**/v1/pets/batch", (route) => {
    if (!isPost(route) || ++sent > 1) return route.continue();
    const json = { code: "rate_limited", message: "Too many", status: 429 };
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json });
  });
  await changeAll(page, 30, "Adopted");
  await page.getByRole("button", { name: "Mark as adopted" }).click();
  await expect(toast(page)).toContainText("30 animals are now adopted. 1 application was declined.");
  expect(sent).toBe(2);
  await page.getByRole("button", { name: "Undo" }).dblclick();
  await expect(page.locator("[data-part=toast]")).toContainText("changed back. 1 application is open again.");
  await expect(report(page)).toHaveCount(0);
  const histories = await callAs<object[]>(
    page,
    [...pending, ...ids.slice(-3)].map((id) => ({ path: `/pets/${id}/history` })),
  );
  expect(histories.map(({ length }) => length)).toEqual([4, 4, 4, 3, 3, 3]);
  expect(histories[0]?.[0]).toMatchObject({ action: "undone", changes: { status: { from: "sold", to: "pending" } } });
  expect(sent).toBe(3);
  await page.goto("/staff/changes?about=pets");
  const undone = page.getByRole("row").filter({ hasText: /animals: undid a change of status/ });
  await expect(undone).toContainText([/^.*27 animals.*Adopted → Available/, /^.*3 animals.*Adopted → Pending/]);
});

test("selected animals are removed, except those with an adoption, and come back", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Mistake", 30));
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId: ids[0] } }]);
  await page.goto(`/staff/animals?kind=${kind}`);
  await selectAll(page, 30);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Remove 30 animals?" });
  await expect(question).toContainText("Mistake 008 and 22 more.");
  await question.getByRole("button", { name: "Remove 30 animals" }).click();
  await expect(toast(page)).toContainText("29 animals were removed. 1 was not removed.");
  await expect(report(page).getByRole("button", { name: "Try these again" })).toHaveCount(0);
  await expect(report(page).getByRole("listitem")).toHaveText(/^Mistake 001.*has an adoption or an application/);
  await expect(page.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(toast(page)).toContainText("29 animals were restored.");
  await expect(page.locator("#list-heading")).toContainText("of 30 animals");
});
