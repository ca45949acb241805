import type { Locator, Page } from "@playwright/test";
import { expect, type Service, signIn, signInByForm, startService, test } from "../support/service";
import { callAs } from "../support/staff-calls";

/**
 * Expects that no part of a text is cut off, by a paragraph with a limited number of lines or by the sheet of paper.
 */
async function expectWhole(text: Locator, sheet: Locator): Promise<void> {
  const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  const bottom = await bottomOf(text);
  expect(bottom).toBeLessThanOrEqual((await bottomOf(text.locator("xpath=ancestor::p[1]"))) + 1);
  expect(bottom).toBeLessThanOrEqual(await bottomOf(sheet));
}

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
    const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await page.getByRole("button", { name: "Save" }).click();
    await saved;
    await expect(page.getByText("The shelter was changed.")).toBeVisible();
  }

  test("visitors see a saved change on every page", async ({ page }) => {
    await openShelter(page);
    await page.getByLabel("Name of the shelter").fill("Newhaven");
    await page.getByLabel("Telephone").fill("+44 20 7946 0999");
    await page.getByLabel("Notes for adopters").fill("Adoption fee: 90 pounds");
    await page.getByLabel("About the shelter").fill("We began in a barn.\n\nVolunteers walk the dogs.");
    await page.getByLabel("Street").fill("The Old Dairy beside the Church of Saint Mary in the Meadow");
    const wednesday = page.getByRole("group", { name: "Wednesday" });
    await wednesday.getByLabel("Opens").fill("07:15");
    const preview = page.getByRole("region", { name: "Preview" });
    await expect(preview.getByRole("region", { name: "About Newhaven" })).toContainText("We began in a barn.");
    await save(page);
    await page.goto(`${service.origin}/animals/59`);
    await expect(page.locator("[data-part=fee]")).toHaveText("Adoption fee90 pounds");
    await page.goto(`${service.origin}/animals/59/apply`);
    const notes = page.getByRole("region", { name: "Good to know" });
    await expect(notes.getByRole("term")).toHaveText("Adoption fee");
    await expect(notes.getByRole("definition")).toHaveText("90 pounds");
    await page.goto(`${service.origin}/animals/1`);
    await expect(page.getByRole("contentinfo").getByText("+44 20 7946 0999")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    const card = page.getByRole("article", { name: "Kennel card" });
    for (const line of ["+44 20 7946 0999", "hello@pawhaven.example", "Wednesday: 07:15 to 18:00"])
      await expectWhole(card.getByText(line, { exact: true }), card);
    await page.emulateMedia({ media: "screen" });
    await expect(page).toHaveTitle(/ – Newhaven$/);
    await page.getByRole("banner").getByRole("link", { name: "Newhaven" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find a friend at Newhaven", {
      useInnerText: true,
    });
    await expect(page).toHaveTitle(/^Newhaven – /);
    const about = page.getByRole("region", { name: "About Newhaven" });
    await expect(about.locator("p")).toHaveText(["We began in a barn.", "Volunteers walk the dogs."]);
    const [end, start] = [page.locator("[data-part=card]").last(), about];
    expect((await start.boundingBox())?.y).toBeGreaterThan((await end.boundingBox())?.y ?? 1e9);
    await page.goto(`${service.origin}/animals/1`);
    await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).click();
    await expect(about).toBeInViewport();
    for (const path of ["/feed.atom", "/privacy", "/animals/59/apply", "/nothing-here"]) {
      const text = await (await page.request.get(service.origin + path)).text();
      expect(text, path).toContain("Newhaven");
      expect(text, path).not.toContain("Pawhaven");
    }
    // A dash in the name does not shorten it in titles.
    await page.goto(`${service.origin}/staff/shelter`);
    await page.getByLabel("Name of the shelter").fill("Newhaven – North");
    await page.getByLabel("About the shelter").fill("");
    await save(page);
    await page.goto(service.origin);
    await expect(page.getByRole("heading", { name: /^About/ })).toHaveCount(0);
    const [key] = await callAs<{ id: string }>(page, [{ path: "/keys", method: "POST", body: { name: "Till" } }]);
    await page.goto(`${service.origin}/staff/keys/${key?.id}`);
    await expect(page).toHaveTitle("Till – Newhaven – North");
  });
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
  for (const width of [900, 768, 640, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const header = await page.locator("[data-part=staff-header]").boundingBox();
    expect(header?.y, `${width}`).toBe(0);
    expect(header?.height, `${width}`).toBeLessThan(64);
  }
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(120);
  await expect(page.getByRole("link", { name: /^\d+ new applications$/ })).toBeVisible();
  await page.getByRole("button", { name: /^Pages, now: API keys$/ }).click();
  await page.getByRole("menuitem", { name: "Changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changes" })).toBeVisible();
  await page.getByRole("navigation", { name: "Subject" }).getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("What", { exact: true })).toBeVisible();
  const row = page.locator("tbody tr").first();
  await expect(row).toBeVisible();
  for (const cell of await row.locator("td:visible").all()) await expect(cell).toBeInViewport();
  await expect(row).toContainText(email);
  const cut = await page.locator("tbody").evaluate((body) => {
    const edge = body.getBoundingClientRect().right;
    return [...body.querySelectorAll("bdi")].filter((text) => text.getBoundingClientRect().right > edge).length;
  });
  expect(cut).toBe(0);
  // The header stays, and does not cover what gets the focus.
  await page.setViewportSize({ width: 360, height: 500 });
  const filter = page.getByLabel("What");
  await filter.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().y - 8));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(56);
  const header = page.locator("[data-part=staff-header]");
  expect((await header.boundingBox())?.y).toBe(0);
  await filter.focus();
  const bottom = await header.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(async () => (await filter.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
  const table = page.locator("table").locator("xpath=..");
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
