import type { Locator, Page } from "@playwright/test";
import { tabTo } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, applicationsFor } from "../support/calls";
import { expectArrived, fillIn, submit, waitUntilPlausible } from "../support/pages";
import { expect, openHydrated, query, test } from "../support/service";

/** How a visitor uses the page. */
type Visitor = {
  use(target: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  tick(box: Locator): Promise<void>;
};

const byPointer: Visitor = {
  use: (target) => target.click(),
  type: (field, text) => field.fill(text),
  tick: (box) => box.check(),
};

const byFinger: Visitor = {
  use: (target) => target.tap(),
  type: (field, text) => field.fill(text),
  tick: (box) => box.tap(),
};

const byKeyboard: Visitor = {
  use: async (target) => {
    await tabTo(target);
    await target.page().keyboard.press("Enter");
  },
  type: async (field, text) => {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
  tick: async (box) => {
    await tabTo(box);
    await box.page().keyboard.press("Space");
  },
};

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const home = (page: Page) => page.getByLabel(/^Where would .+ live/);

/** Finds a dog by its kind and its name. */
async function findAnimal(page: Page, by: Visitor, name: string): Promise<void> {
  await page.goto("/");
  await by.use(page.getByRole("navigation", { name: "Filter by kind" }).getByRole("link", { name: /^Dogs/ }));
  await expect(heading(page)).toHaveText("Dogs waiting for a home");
  await by.type(page.getByRole("searchbox", { name: "Search by name" }), name);
  await page.keyboard.press("Enter");
  // The list before the search has the animal, too.
  await expect(heading(page)).toContainText(name);
}

async function openAnimal(page: Page, by: Visitor, name: string): Promise<void> {
  await by.use(page.locator("[data-part=card]").getByRole("link", { name, exact: true }));
  await expect(heading(page)).toHaveText(name);
}

async function openForm(page: Page, by: Visitor, name: string): Promise<void> {
  await by.use(page.getByRole("link", { name: `Adopt or ask about ${name}` }).filter({ visible: true }));
  await expect(heading(page)).toHaveText(`Adopt or ask about ${name}`);
}

async function apply(page: Page, by: Visitor): Promise<void> {
  await by.type(page.getByLabel("Your name"), "Ada Marlowe");
  await by.type(page.getByLabel("E-mail"), "ada@home.example");
  await by.type(page.getByLabel("what should we know?"), "May we visit?");
  await by.type(home(page), "A flat with a balcony");
  await by.tick(page.getByLabel(/keeps what I write/));
  await waitUntilPlausible(page);
  await by.use(page.getByRole("button", { name: "Send to the shelter" }));
  await expectArrived(page);
  await expect(page.getByText(/^Expect our reply by/)).toBeVisible();
  await expect(page.getByRole("list", { name: /^Progress of your/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "E-mail it to myself" })).toBeVisible();
  await expect(page.locator("[data-part=adoption-notes]")).toContainText("Adoption fee");
}

async function withdraw(page: Page, by: Visitor): Promise<void> {
  await by.use(page.getByText("Withdraw my application"));
  await by.use(page.getByRole("button", { name: "Yes, withdraw it" }));
  await expect(heading(page)).toHaveText("Your application is withdrawn");
  await expect(page.getByText("Withdraw my application")).toHaveCount(0);
}

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

for (const [who, device, by, name] of [
  ["on a phone", PHONE, byFinger, "Ferrow"],
  ["with the keyboard only", DESKTOP, byKeyboard, "Dunmarsh"],
] as const)
  test.describe(() => {
    test.use(device);
    test(`an adopter ${who} searches, keeps a favourite, shares, applies and withdraws`, async ({
      page,
      context,
      service,
    }) => {
      await addPet(service, name);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await findAnimal(page, by, name);
      expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(device === PHONE);
      const heart = page.getByRole("button", { name: `Favourite: ${name}` });
      await by.use(heart);
      await expect(heart).toHaveAttribute("aria-pressed", "true");
      await openAnimal(page, by, name);
      await by.use(page.getByRole("button", { name: "Share" }));
      await expect(page.getByText("Link copied.")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url().replace(/\?.*/, ""));
      await openForm(page, by, name);
      await apply(page, by);
      await withdraw(page, by);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        device.viewport.width,
      );
      await page.goto("/favourites");
      await expect(page.locator("[data-part=favourites] h3")).toHaveText([name]);
    });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an adopter searches, is told what is wrong with the form, applies, goes back, sends again and withdraws", async ({
    page,
    service,
  }) => {
    const name = "Tumnock";
    const id = await addPet(service, name);
    await findAnimal(page, byPointer, name);
    await openAnimal(page, byPointer, name);
    await openForm(page, byPointer, name);
    await page.getByLabel(`I have a question about ${name}`).check();
    await expect(home(page)).toBeHidden();
    await page.getByLabel("I would like to adopt").check();
    await fillIn(page);
    // Mistakes that browsers do not find themselves.
    await page.getByLabel("E-mail").fill("ada@home");
    await page.getByLabel("Telephone").fill("1".repeat(41));
    await home(page).fill("");
    await submit(page);
    await expect(page).toHaveURL(`/animals/${id}/apply`);
    await expect(page.getByRole("alert").getByText("3 fields need your attention")).toBeVisible();
    await page.getByRole("link", { name: /^Say where the animal would live/ }).click();
    await expect(home(page)).toBeFocused();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/does not look like an e-mail address/);
    await expect(page.getByLabel("Telephone")).toHaveAccessibleDescription(/up to 40 characters. It has 41./);
    await expect(page.getByLabel("Your name")).toHaveValue("Ada Marlowe");
    await expect(page.getByLabel(/keeps what I write/)).toBeChecked();
    await page.getByLabel("Telephone").fill("+44 20 7946 0123");
    await apply(page, byPointer);
    expect(await applicationsFor(service, id)).toBe(1);

    const link = page.url();
    await page.goBack();
    await apply(page, byPointer);
    await expect(page).toHaveURL(link);
    expect(await applicationsFor(service, id)).toBe(1);
    await expect(page.getByText(link, { exact: true })).toBeVisible();
    await page.getByText("Withdraw my application").click();
    await page.getByRole("link", { name: "No, keep it" }).click();
    await expect(page).toHaveURL(link);
    await expect(page.getByRole("button", { name: "Yes, withdraw it" })).toBeHidden();
    await withdraw(page, byPointer);
  });
});

test("what is typed survives a reload, a lost answer and a service that is killed, and arrives once", async ({
  page,
  context,
  service,
}) => {
  const id = await addPet(service, "Sought");
  await openHydrated(page, `/animals/${id}/apply`);
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await expect(page.getByLabel("what should we know?")).toHaveValue("Kept over a reload");

  // The service receives it, but the answer is lost.
  await loseAnswers(page, "**/v1/applications", { beforeLoss: () => context.setOffline(true) });
  await submit(page);
  await expect(page.getByText("It is sent again when your connection is back.")).toBeVisible();
  expect(await applicationsFor(service, id)).toBe(1);
  await page.unrouteAll({ behavior: "wait" });
  await service.launcher.kill();
  // It is sent again automatically, as the same application, although the text is another one.
  await page.getByLabel("what should we know?").fill("Edited after that");
  await context.setOffline(false);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.restart();
  // Perhaps it has been sent again already.
  await page.getByRole("button", { name: "Try again now" }).or(page.getByText("has arrived")).first().click();
  await expectArrived(page);
  await expect(page.getByText("Your first text had already arrived")).toBeVisible();
  await expect(page.getByText("Kept over a reload")).toBeVisible();
  expect(await applicationsFor(service, id)).toBe(1);
});

test("while the database fails, the page of an animal and the private page say so, and then work again", async ({
  context,
  service,
}) => {
  // Not the fixture's page, which fails on errors of the service.
  const page = await context.newPage();
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const name = "Outlast";
  const path = `/animals/${await addPet(service, name)}`;
  await page.goto(`${path}/apply`);
  await fillIn(page);
  await submit(page);
  await expectArrived(page);
  const own = page.url();
  const tables = ["pets", "applications"];
  const rename = (from: string, to: string) =>
    query(service, tables.map((table) => `ALTER TABLE IF EXISTS ${table}${from} RENAME TO ${table}${to}`).join(";"));
  const take = () => rename("", "_away");
  const giveBack = () => rename("_away", "");
  try {
    for (const [failing, words] of [
      [path, name],
      [own, "Thank you! Your application has arrived"],
    ] as const) {
      await take();
      await page.goto(failing);
      await expect(heading(page)).toHaveText("Something went wrong");
      await giveBack();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(heading(page)).toHaveText(words);
    }
    expect(violations).toEqual([]);
  } finally {
    // Other tests of this worker need them, even if this one fails.
    await giveBack();
  }
});
