import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { expect, openSettings, type Service, signIn, signInByForm, startService, test } from "../support/service";
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

  test("a change is checked and previewed, and its draft survives until it is saved", async ({ page }) => {
    await openShelter(page);
    const preview = page.getByRole("region", { name: "Preview" });
    const monday = page.getByRole("group", { name: "Monday" });
    await expect(monday).toContainText("Closed");
    await monday.getByRole("button", { name: "Add hours" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(monday.getByLabel("Closes")).toBeFocused();
    await expect(monday.getByLabel("Closes")).toHaveAccessibleDescription("Enter when it opens and closes");
    await monday.getByLabel("Opens").fill("12:00");
    await monday.getByLabel("Closes").fill("09:00");
    await expect(monday.getByLabel("Closes")).toHaveAccessibleDescription(/It has to close after it opens/);
    await expect(preview).not.toContainText("09:00");
    await monday.getByLabel("Opens").fill("08:00");
    await monday.getByRole("button", { name: "Add a period" }).click();
    await monday.getByLabel("Opens").last().fill("10:00");
    await monday.getByLabel("Closes").last().fill("12:00");
    // A day that opens takes over the hours of the day before.
    const tuesday = page.getByRole("group", { name: "Tuesday" });
    for (let count = await tuesday.getByLabel("Opens").count(); count > 0; count--)
      await tuesday.getByRole("button", { name: "Remove these hours" }).first().click();
    await tuesday.getByRole("button", { name: "Add hours" }).click();
    await expect(preview).toContainText("Monday to Tuesday");
    await page.getByRole("button", { name: "Add a date with other hours" }).click();
    await page.getByRole("group", { name: "Date 1" }).getByLabel("Date").fill("2030-12-24");
    await page.getByLabel("Note on the opening hours").fill("Ring the bell");
    await expectAccessible(page);
    await page.getByLabel("Telephone").fill("call us");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Telephone")).toHaveAccessibleDescription(/Enter a telephone number, such as/);
    await page.getByLabel("Telephone").fill("+44 20 7946 0998");
    for (const line of ["08:00 to 09:00, 10:00 to 12:00", "24 Dec 2030", "Ring the bell"])
      await expect(preview).toContainText(line);
    // After visiting another page, the draft is still there, and says that it is not saved.
    await page.goto(`${service.origin}/staff/mail`);
    await page.goto(`${service.origin}/staff/shelter`);
    await expect(page.getByLabel("Telephone")).toHaveValue("+44 20 7946 0998");
    await expect(preview).toContainText("08:00 to 09:00, 10:00 to 12:00");
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await save(page);
    await expect(page.getByRole("group", { name: "Date 1" }).getByLabel("Date")).toHaveValue("2030-12-24");
    await expect(page.getByText("Not saved yet.")).toBeHidden();
    // No draft is left behind: the next change is based on what was saved.
    await page.reload();
    const city = page.getByLabel("City");
    const before = await city.inputValue();
    await city.fill("Little Newham");
    await save(page);
    // Undo saves the earlier city again, and leaves alone what is typed by then.
    await page.getByLabel("Street").fill("Unsaved Lane 1");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Undone.")).toBeVisible();
    await expect(city).toHaveValue(before);
    await expect(page.getByLabel("Street")).toHaveValue("Unsaved Lane 1");
    await page.getByRole("button", { name: "Undo changes" }).click();
    await page.reload();
    await expect(city).toHaveValue(before);
    await expect(page.getByLabel("Street")).not.toHaveValue("Unsaved Lane 1");
  });

  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ]) {
    test(`a refused field and its error are above the bar with the buttons, ${viewport.width} pixels wide`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await openShelter(page);
      for (const [field, text, message] of [
        ["Note on the opening hours", "n".repeat(301), "The note can have up to 300 characters"],
        ["Applications are answered within (days)", "soon", "Enter a number of days from 1 to"],
      ] as const) {
        await page.getByLabel(field).fill(text);
        await page.evaluate(() => scrollTo(0, 0));
        await page.getByRole("button", { name: "Save" }).click();
        await expect(page.getByLabel(field)).toBeFocused();
        const middle = async () => {
          const box = await page.getByLabel(field).boundingBox();
          return Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - viewport.height / 2);
        };
        await expect.poll(middle, field).toBeLessThan(80);
        const bar = page.locator("main [data-bottom-bar]");
        const error = page.locator("form p", { hasText: message });
        const gap = async () => {
          const [below, above] = [await bar.boundingBox(), await error.boundingBox()];
          return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
        };
        await expect.poll(gap, field).toBeGreaterThan(40);
        await page.getByRole("button", { name: "Undo changes" }).click();
      }
    });
  }

  test("two admins do not overwrite each other", async ({ page, browser }) => {
    await openShelter(page);
    const other = await (await browser.newContext({ baseURL: service.origin })).newPage();
    await other.context().addCookies(await page.context().cookies());
    await other.goto("/staff/shelter");
    await other.getByLabel("City").fill("Elsewhere");
    await other.getByLabel("Telephone").fill("+44 20 7946 0996");
    await page.getByLabel("Telephone").fill("+44 20 7946 0997");
    await save(page);
    await other.getByRole("button", { name: "Save" }).click();
    // Only what both have changed has to be chosen.
    const collision = (of: Page) => of.getByRole("alert").filter({ hasText: "Somebody else changed the shelter" });
    await expect(collision(other)).toContainText("TelephoneTheirs+44 20 7946 0997Yours+44 20 7946 0996");
    await expect(collision(other)).not.toContainText("City");
    await other.getByRole("button", { name: "Use theirs" }).click();
    await expect(other.getByLabel("Telephone")).toHaveValue("+44 20 7946 0997");
    await expect(other.getByLabel("City")).toHaveValue("Elsewhere");
    await other.getByLabel("Street").fill("1 Farm Lane");
    await save(other);
    // The city that the other has saved stays.
    await page.getByLabel("Street").fill("2 Farm Lane");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(collision(page)).toContainText("Theirs1 Farm LaneYours2 Farm Lane");
    await page.getByRole("button", { name: "Keep mine, then save" }).click();
    await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
    await save(page);
    await page.reload();
    await expect(page.getByLabel("Street")).toHaveValue("2 Farm Lane");
    await expect(page.getByLabel("City")).toHaveValue("Elsewhere");
    await other.context().close();
  });

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

test("without a mail server, the mail page says what happens instead, and how to change that", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await openSettings(page, "Mail");
  await expect(page.getByRole("heading", { name: "This service sends no mail" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test e-mail" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Example of the settings" })).toHaveValue(
    /^SMTP_URL=smtps:.*\nMAIL_FROM=.*\nSITE_URL=https?:/,
  );
  await expect(page.getByRole("button", { name: "Copy: Example of the settings" })).toBeVisible();
  await expectAccessible(page);
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
