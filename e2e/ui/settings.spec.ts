import type { Page } from "@playwright/test";
import { expect, openSettings, type Service, signIn, signInByForm, startService, test } from "./service";
import { callAs } from "./staff-calls";

test.describe("the shelter", () => {
  let service: Service;
  test.beforeAll(async () => {
    service = await startService("shelter");
  });
  test.afterAll(() => service.launcher.clean());

  /** Opens the settings of the shelter, signed in. */
  async function openShelter(page: Page): Promise<void> {
    await signInByForm(page, service);
    await page.goto(`${service.origin}/staff/shelter`);
  }

  async function save(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The shelter was changed.")).toBeVisible();
  }

  test("a change is checked and previewed, and its draft survives until it is saved", async ({ page }) => {
    await openShelter(page);
    const preview = page.getByRole("region", { name: "Preview" });
    await page.getByLabel("Telephone").fill("call us");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Telephone")).toHaveAccessibleDescription(/Enter a telephone number such as/);
    await page.getByLabel("Telephone").fill("+44 20 7946 0998");
    await page.getByLabel("Opening hours").fill("Mon–Fri: 12:00–9:00");
    await expect(page.getByText("“12:00–9:00” ends before it begins.")).toBeVisible();
    await page.getByLabel("Opening hours").fill("Mon–Fri: 9:00–12:00");
    await expect(page.getByText("ends before it begins.")).toBeHidden();
    await expect(preview).toContainText("9:00–12:00");
    // After visiting another page, the draft is still there, and says that it is not saved.
    await page.goto(`${service.origin}/staff/mail`);
    await page.goto(`${service.origin}/staff/shelter`);
    await expect(page.getByLabel("Telephone")).toHaveValue("+44 20 7946 0998");
    await expect(preview).toContainText("9:00–12:00");
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await save(page);
    await expect(page.getByText("Not saved yet.")).toBeHidden();
    // No draft is left behind: the next change is based on what was saved.
    await page.reload();
    await page.getByLabel("City").fill("Little Newham");
    await save(page);
  });

  test("two admins do not overwrite each other", async ({ page, browser }) => {
    await openShelter(page);
    const other = await (await browser.newContext({ baseURL: service.origin })).newPage();
    await other.context().addCookies(await page.context().cookies());
    await other.goto("/staff/shelter");
    await other.getByLabel("City").fill("Elsewhere");
    await page.getByLabel("Telephone").fill("+44 20 7946 0997");
    await save(page);
    await other.getByRole("button", { name: "Save" }).click();
    await expect(other.getByText("Somebody else changed the shelter while you were typing.")).toBeVisible();
    await expect(other.getByLabel("City")).toHaveValue("Elsewhere");
    await other.getByRole("button", { name: "Use theirs" }).click();
    await expect(other.getByLabel("Telephone")).toHaveValue("+44 20 7946 0997");
    await expect(other.getByLabel("City")).not.toHaveValue("Elsewhere");
    await other.context().close();
  });

  test("visitors see a saved change on every page", async ({ page }) => {
    await openShelter(page);
    await page.getByLabel("Name of the shelter").fill("Newhaven");
    await page.getByLabel("Telephone").fill("+44 20 7946 0999");
    await page.getByLabel("Notes for adopters").fill("The fee is 90 pounds.");
    await save(page);
    for (const path of ["/animals/59", "/animals/59/apply"]) {
      await page.goto(service.origin + path);
      await expect(page.getByRole("region", { name: "What happens next" })).toContainText("The fee is 90 pounds.");
    }
    await page.goto(`${service.origin}/animals/1`);
    await expect(page.getByText("+44 20 7946 0999").first()).toBeVisible();
    await expect(page).toHaveTitle(/ – Newhaven$/);
    await page.getByRole("banner").getByRole("link", { name: "Newhaven" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find a friend at Newhaven");
    await expect(page).toHaveTitle(/^Newhaven – /);
    for (const path of ["/feed.atom", "/privacy", "/animals/59/apply", "/nothing-here"]) {
      const text = await (await page.request.get(service.origin + path)).text();
      expect(text, path).toContain("Newhaven");
      expect(text, path).not.toContain("Pawhaven");
    }
  });
});

test("without a mail server, the mail page says what happens instead and how to change that", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await openSettings(page, "Mail");
  await expect(page.getByRole("heading", { name: "This service sends no mail" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test e-mail" })).toHaveCount(0);
});

test("on a phone the header takes one row, and lists are cards without sideways scrolling", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service, "/staff/keys");
  const email = "volunteer.with.a.very.long.name@of-a-shelter-with-a-long-name.example";
  await callAs(page, [{ path: "/people/invitations", method: "POST", body: { email, role: "staff" } }]);
  await expect(page.locator("tbody tr").first()).toBeVisible();
  const header = await page.locator("[data-part=staff-header]").boundingBox();
  expect(header?.y).toBe(0);
  expect(header?.height).toBeLessThan(64);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(120);
  await expect(page.getByRole("link", { name: /^\d+ new applications$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Pages, now: API keys$/ }).click();
  await page.getByRole("menuitem", { name: "Changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeVisible();
  const row = page.locator("tbody tr").first();
  await expect(row).toBeVisible();
  for (const cell of await row.locator("td:visible").all()) await expect(cell).toBeInViewport();
  await expect(row).toContainText(email);
  const cut = await page.locator("tbody").evaluate((body) => {
    const edge = body.getBoundingClientRect().right;
    return [...body.querySelectorAll("bdi")].filter((text) => text.getBoundingClientRect().right > edge).length;
  });
  expect(cut).toBe(0);
  const table = page.locator("table").locator("xpath=..");
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
