import type { Page } from "@playwright/test";
import { expectAccessible, expectFits, PHONE } from "../support/accessibility";
import { expectArrived, fillIn, submit } from "../support/applicants";
import { addWithPhotos, listPets } from "../support/key-calls";
import { addButton, fillNewPet, nameBox } from "../support/new-pet";
import { expect, expectLoaded, openHydrated, STAFF_PAGES, signIn, test } from "../support/service";
import { callAs, sendAsVisitor } from "../support/staff-calls";

// States that take many steps to reach are checked by the tests of those steps, with the same function: dialogs and
// collisions of applications, adoptions and animals, the pages of links to passwords, photos, import, bulk changes.

const refusal = (seconds: string) => ({
  status: 429,
  headers: { "retry-after": seconds },
  json: { code: "rate_limited", message: "Too many", status: 429 },
});

/** The lists of staff: the page, its operation, and what the page says when the list is empty. */
const LISTS = [
  ["/staff/applications", "**/v1/applications?*", "Nothing to do."],
  ["/staff/adoptions", "**/v1/store/orders?*", "No adoption is open."],
  ["/staff/animals/removed", "**/v1/pets/removed?*", "No animals have been removed."],
  ["/staff/keys", "**/v1/keys", "There are no keys yet."],
  ["/staff/changes?about=settings", "**/v1/audit?*", "Nothing yet."],
] as const;

/** Opens what is above the list of animals: menus, the sheets of an animal, the keyboard help, the bulk bar. */
async function checkAboveTheList(page: Page): Promise<void> {
  for (const menu of [/^Settings/, /^Account/, /^Actions for /]) {
    await page.getByRole("button", { name: menu }).first().click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByLabel("Select all on this page").check();
  await expect(page.getByRole("region", { name: "Selected animals" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.goto("/staff/animals?history=1");
  await expect(page.getByRole("dialog").getByRole("list", { name: "Changes" })).toBeVisible();
  await expectAccessible(page);
}

test.describe("accessibility, light and dark", () => {
  test("public pages and their states", async ({ page, context }) => {
    test.slow();
    const paths = [
      "/",
      "/?status=all&kind=dog&good=children",
      "/?q=nobody+is+called+this",
      "/favourites",
      "/animals/1",
      "/animals/0",
      "/animals/59/apply",
      "/applications/0b7a1a52-9c3e-4f0e-8d53-6a3f8a1c2b4d/nonsense",
      "/privacy",
      "/nowhere",
      "/docs",
      "/staff/animals",
      "/?cursor=nonsense",
    ];
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page);
      await expectFits(page);
    }
    await page.goto("/");
    // A request that is never answered, one that is refused, and none at all.
    await page.route("**/v1/**", () => {});
    await page.getByRole("link", { name: "Pending" }).click();
    await expect(page.locator("[data-part=progress]")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/");
    await page.route("**/v1/**", (route) => route.fulfill(refusal("99")));
    await page.getByRole("link", { name: "Pending" }).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(true);
    await expect(page.getByText("You are offline")).toBeVisible();
    await expectAccessible(page);
  });

  test("public pages that are laid out otherwise on a phone", async ({ page, service }) => {
    await page.setViewportSize(PHONE);
    const six = await addWithPhotos(service, "Six", 6);
    const { privatePath } = await sendAsVisitor(service, Number(six.split("/").at(-1)), { message: "Hello" });
    const kept = (await listPets(service, "limit=3")).map(({ id }) => String(id));
    for (const path of ["/animals/1", six, privatePath]) {
      await page.goto(path);
      await expectAccessible(page);
    }
    await page.evaluate((ids) => localStorage.setItem("favourites", JSON.stringify(ids)), [...kept, "999999"]);
    await page.goto("/favourites");
    await expect(page.locator("[data-part=favourites] > li")).toHaveCount(4);
    await expectAccessible(page);
  });

  test("an application: wrong, refused, restored, sent, in each status, and withdrawn", async ({
    page,
    browser,
    service,
  }) => {
    test.slow();
    await page.goto("/animals/59/apply");
    await submit(page);
    await expect(page.getByLabel("Your name")).toBeFocused();
    await expectAccessible(page);
    await expectFits(page);
    const asksQuestion = page.getByLabel(/^I have a question about/);
    await asksQuestion.check();
    await expectAccessible(page);
    // As browsers without JavaScript send it.
    await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole("alert").filter({ hasText: "fields need your attention" })).toBeVisible();
    await expect(asksQuestion).toBeChecked();
    await expectAccessible(page);
    await openHydrated(page, "/animals/59/apply");
    await page.getByLabel("I would like to adopt").check();
    await fillIn(page);
    await page.route("**/v1/applications", (route) => route.fulfill(refusal("99")));
    await submit(page);
    await expect(page.getByRole("timer")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/v1/applications");
    await page.reload({ waitUntil: "networkidle" });
    await expect(page.getByText("We kept what you wrote.")).toBeVisible();
    await expectAccessible(page);
    await submit(page);
    await expectArrived(page);
    const staff = await (await browser.newContext({ baseURL: service.origin })).newPage();
    await signIn(staff, service);
    const path = `/applications/${new URL(page.url()).pathname.split("/")[2]}`;
    for (const status of ["talking", "visit", "approved", "declined", "new"]) {
      await callAs(staff, [{ path, method: "PATCH", ifMatch: "*", body: { status } }]);
      await page.reload();
      await expect(page.locator("[aria-current=step]")).toBeVisible();
      if (status !== "new") await expectAccessible(page);
    }
    await staff.context().close();
    await expectArrived(page);
    await page.getByText("What you sent us").click();
    await page.getByText("Withdraw my application").click();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole("button", { name: "Yes, withdraw it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
    await expectAccessible(page);
  });

  test("staff pages and their states", async ({ page, service }) => {
    test.slow();
    await signIn(page, service);
    await page.getByRole("button", { name: "Add animal" }).click();
    await addButton(page).click();
    await expect(nameBox(page)).toHaveAccessibleDescription("Enter a name");
    await expectAccessible(page);
    await page.goto("/staff/animals/import");
    await page.getByLabel("Rows from a spreadsheet").fill("A\tDragon\tx\nB\tDog\tsold");
    await expect(page.getByText(/ is not a known kind$/)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await page.goto("/staff/animals?edit=1");
    await expectLoaded(page, "/staff/animals?edit=1");
    await expectAccessible(page);
    await page.goto("/staff/animals");
    await checkAboveTheList(page);
    for (const path of STAFF_PAGES.filter((path) => path !== "/staff/animals/import")) {
      await page.goto(path);
      await expectLoaded(page, path);
      await expect(page).toHaveTitle(/^[A-Z].* – Pawhaven$/);
      await expectAccessible(page);
      await expectFits(page);
    }
  });

  test("lists of staff that are empty, refused, or cannot be reached", async ({ page, service, context }) => {
    test.slow();
    await signIn(page, service);
    for (const [path, operation, words] of LISTS) {
      await page.route(operation, (route) => route.fulfill({ json: [] }));
      await page.goto(path);
      await expect(page.getByText(words)).toBeVisible();
      await expectAccessible(page);
      await page.unroute(operation);
      await page.route("**/v1/**", (route) => route.fulfill(refusal("99")));
      await page.goto(path);
      await expect(page.getByText(/could not be loaded\.$/)).toBeVisible();
      await expect(page.getByRole("timer")).toBeVisible();
      await page.unroute("**/v1/**");
    }
    await expectAccessible(page);
    for (const path of ["/staff/people", "/staff/mail"]) {
      await page.route("**/v1/**", (route) => route.fulfill(refusal("99")));
      await page.goto(path);
      await expect(page.getByRole("timer")).toBeVisible();
      await page.unroute("**/v1/**");
    }
    await context.setOffline(true);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("You are offline")).toBeVisible();
    await expect(page.getByText("We try again when your connection is back.")).toBeVisible();
    await expectAccessible(page);
    // It needs no click.
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "This service sends no mail" })).toBeVisible();
  });

  test("temporary content, such as a new secret, a confirmation, a refusal, a countdown and a toast", async ({
    page,
    service,
  }) => {
    test.slow();
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Looked at");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByRole("textbox", { name: "The new key" })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("link", { name: "Looked at" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Looked at" })).toBeVisible();
    await expectFits(page);
    await page.getByRole("button", { name: "Revoke this key" }).click();
    await expectAccessible(page);
    await page.goto("/staff/animals");
    await fillNewPet(page, "Seen");
    await page.getByRole("button", { name: "Add, then another" }).click();
    await expect(page.getByText("Seen was added.")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).hover();
    await expectAccessible(page);
    for (const status of [401, 429]) {
      const json = { code: status === 429 ? "rate_limited" : "unauthorized", message: "No", status };
      await page.route("**/v1/pets", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status, headers: { "retry-after": "99" }, json })
          : route.continue(),
      );
      await nameBox(page).fill("Refused");
      await addButton(page).click();
      await expect(
        status === 429 ? page.getByRole("timer") : page.getByRole("heading", { name: "Sign in again" }),
      ).toBeVisible();
      await expectAccessible(page);
      await page.unroute("**/v1/pets");
    }
  });
});
