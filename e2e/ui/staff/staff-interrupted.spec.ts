import type { Page } from "@playwright/test";
import { newKind } from "../support/key-calls";
import { expect, fillSignIn, signIn, test } from "../support/service";
import { addPets, callAs, sendApplication } from "../support/staff-calls";
import { choose } from "../support/staff-list";

// Changes in the list of animals that are interrupted: the session ends, the network fails, the page is left.

test("when the session ends, the selection stays, and changes continue after signing in again", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Waiting", "Selected"]);
  await page.goto(`/staff/animals?kind=${kind}`);
  await page.getByRole("checkbox", { name: "Select Selected" }).check();
  const cookies = await context.cookies();
  await context.clearCookies();
  // The token of this page works for some more minutes. The next one is a visitor's.
  let refusals = 0;
  await page.route("**/v1/pets/*", (route) => {
    if (route.request().method() !== "PATCH" || ++refusals > 1) return route.continue();
    return route.fulfill({ status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } });
  });
  await page.getByRole("combobox", { name: "Status of Waiting" }).click();
  await page.getByRole("option", { name: "Pending" }).click();
  const cover = page.getByRole("dialog", { name: "You were signed out" });
  await fillSignIn(cover, service.staff);
  await expect(page.getByText("Waiting is now pending.")).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expect(page.getByText("1 selected")).toBeVisible();
  await context.addCookies(cookies);
});

test("a change waits in its row while offline, and is sent when the connection is back", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Patient"]);
  await page.goto(`/staff/animals?kind=${kind}`);
  const status = page.getByRole("combobox", { name: "Status of Patient" });
  await expect(status).toBeVisible();
  await context.setOffline(true);
  await status.click();
  await page.getByRole("option", { name: "Pending" }).click();
  await expect(page.getByText("Patient is not pending yet.")).toBeVisible();
  await expect(status).toHaveText("Pending");
  const mark = page.getByRole("cell").getByText("Not saved yet", { exact: true });
  await expect(mark).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Patient is now pending.")).toBeVisible();
  await expect(mark).toBeHidden();
});

/** Opens the list with a pending animal that somebody has asked for. */
async function openWanted(page: Page, name: string) {
  const kind = newKind();
  const [id = 0] = await addPets(page, kind, [name]);
  await callAs(page, [{ path: `/pets/${id}`, method: "PATCH", ifMatch: "*", body: { status: "pending" } }]);
  const applicationId = await sendApplication(page, id, { name: "Ada" });
  await page.goto(`/staff/animals?kind=${kind}`);
  return { id, applicationId, status: page.getByRole("combobox", { name: `Status of ${name}` }) };
}

test("where somebody is waiting, a change asks first, and survives a reload after that", async ({ page, service }) => {
  await signIn(page, service);
  const { id, applicationId, status } = await openWanted(page, "Wanted");
  // A dialog asks first. Until it does, the change is shown.
  const question = page.getByRole("alertdialog", { name: "Mark Wanted as adopted?" });
  await page.route("**/v1/applications?*", () => {});
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await expect(status).toHaveAttribute("aria-busy", "true");
  await expect(status).toHaveText("Adopted");
  await page.unroute("**/v1/applications?*");
  await page.reload();
  await expect(status).toHaveText("Pending");

  const change = Promise.withResolvers<void>();
  await page.route(`**/v1/pets/${id}`, () => change.resolve(), { times: 1 });
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await expect(question).toContainText("1 person is waiting for this animal. Their application will be declined: Ada.");
  await expect(question.getByRole("link", { name: "Choose who adopts" })).toHaveAttribute(
    "href",
    `/staff/applications/${applicationId}`,
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(status).toHaveText("Pending");
  await expect(status).toBeFocused();
  await status.click();
  await page.getByRole("option", { name: "Adopted" }).click();
  await question.getByRole("button", { name: "Mark as adopted" }).click();
  await expect(status).toHaveAttribute("aria-busy", "true");
  await change.promise;
  await page.reload();
  await expect(page.getByText(/^Wanted is now adopted\. The application of .?Ada.? was declined\.$/)).toBeVisible();
  await expect(status).toHaveText("Adopted");
});

test("the undo of a status is not sent twice when it gets no answer, also after a reload", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const { id, status } = await openWanted(page, "Regretted");
  await choose(page, "Regretted", "Adopted");
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as adopted" }).click();
  await expect(page.getByText(/^Regretted is now adopted\./)).toBeVisible();
  const changes = async () => (await callAs<object[]>(page, [{ path: `/pets/${id}/history` }]))[0];
  expect(await changes()).toHaveLength(3);

  // The same status as an ordinary change would be refused.
  await page.route(
    `**/v1/pets/${id}/history/*/undo`,
    async (route) => {
      await route.fetch();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(changes).toHaveLength(4);
  await expect(status).toHaveAttribute("aria-busy", "true");
  await page.reload();
  await expect(page.getByText(/Regretted is pending again. The application of .?Ada.? is open again./)).toBeVisible();
  await expect(status).toHaveText("Pending");
  expect(await changes()).toHaveLength(4);
});

test("offline, a link keeps the page and says why, and works when the connection is back", async ({
  page,
  service,
  context,
}) => {
  await signIn(page, service, "/staff/applications");
  const search = page.getByRole("searchbox");
  await search.fill("half a na");
  await context.setOffline(true);
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Adoptions" }).click();
  await expect(page.getByText("You are offline. Try again when the connection is back.")).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
  await expect(search).toHaveValue("half a na");
  await context.setOffline(false);
  await page.getByRole("navigation", { name: "Staff" }).getByRole("link", { name: "Adoptions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Adoptions" })).toBeVisible();
});

test("leaving the list before answering leaves the animal as it is, and the question does not come back", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Undecided"]);
  await sendApplication(page, Number(id), { name: "Ada" });
  const status = page.getByRole("combobox", { name: "Status of Undecided" });
  const question = page.getByRole("alertdialog", { name: "Mark Undecided as adopted?" });
  const adopt = async () => {
    await status.click();
    await page.getByRole("option", { name: "Adopted" }).click();
    await expect(question).toBeVisible();
  };
  const expectLeft = async () => {
    await expect(status).toHaveText("Available");
    await expect(status).not.toHaveAttribute("aria-busy");
    await expect(question).toHaveCount(0);
  };
  await page.goto(`/staff/animals?kind=${kind}`);
  await adopt();
  await page.goto("/staff");
  await page.goto(`/staff/animals?kind=${kind}`);
  await expectLeft();
  // Another filter by "Back".
  await page.getByRole("link", { name: /^Available/ }).click();
  await expect(page).toHaveURL(/status=available/);
  await adopt();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`kind=${kind}$`));
  await expectLeft();
  // Another page by "Back", without loading anything again.
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.getByRole("link", { name: "Animals", exact: true }).click();
  await page.getByLabel("Search by name").fill("Undecided");
  await expect(page).toHaveURL(/q=Undecided/);
  await adopt();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await page.getByRole("link", { name: "Animals", exact: true }).click();
  await page.getByLabel("Search by name").fill("Undecided");
  await expectLeft();
  const [pet] = await callAs<{ status: string }>(page, [{ path: `/pets/${id}` }]);
  expect(pet?.status).toBe("available");
});

test("a message stays on another page, and says there why its Undo failed", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Undone news"]);
  await page.goto(`/staff/animals?kind=${kind}`);
  const toasts = page.locator("[data-part=toast]");
  await choose(page, "Undone news", "Pending");
  await expect(toasts).toContainText("Undone news is now pending.");
  // The pointer on the message stops its timer.
  await toasts.hover();
  await page.getByRole("link", { name: "Adoptions", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Adoptions" })).toBeVisible();
  await page.route("**/history/*/undo", (route) => route.abort());
  await toasts.getByRole("button", { name: "Undo" }).click();
  await expect(toasts).toContainText("Undone news is not as it was before. The service could not be reached.");
});
