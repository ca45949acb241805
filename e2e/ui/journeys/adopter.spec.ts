import type { Locator, Page } from "@playwright/test";
import pg from "pg";
import { startPostgres } from "../../../server/postgres/postgres";
import { expectAccessible } from "../support/accessibility";
import {
  ARRIVED,
  expect,
  expectArrived,
  FORM,
  fillIn,
  submit,
  test,
  WAITING,
  waitUntilPlausible,
} from "../support/applicants";
import { addPet } from "../support/key-calls";

const cards = "[data-part=card]";

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
  type: async (field, text) => {
    await field.tap();
    await field.fill(text);
  },
  tick: async (box) => {
    await box.tap();
    await expect(box).toBeChecked();
  },
};

/** Moves the focus to a control with only the Tab key. */
async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 150 && !(await isFocused()); presses++) await target.page().keyboard.press("Tab");
  await expect(target).toBeFocused();
}

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

/** Finds a dog by its kind and its name. */
async function findAnimal(page: Page, by: Visitor, name: string): Promise<void> {
  await page.goto("/");
  await by.use(page.getByRole("navigation", { name: "Filter by kind" }).getByRole("link", { name: /^Dogs/ }));
  await expect(page.getByRole("heading", { name: "Dogs waiting for a home" })).toBeVisible();
  await by.type(page.getByRole("searchbox", { name: "Search by name" }), name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=/);
  // The list before the search has the animal, too.
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  await expect(page.locator(`${cards} h3`).filter({ hasText: name })).toHaveCount(1);
}

async function openAnimal(page: Page, by: Visitor, name: string): Promise<void> {
  await by.use(page.locator(cards).getByRole("link", { name, exact: true }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

async function apply(page: Page, by: Visitor, name: string, { asQuestion = false } = {}): Promise<void> {
  await by.use(page.getByRole("link", { name: `Adopt or ask about ${name}` }).filter({ visible: true }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Adopt or ask about ${name}`);
  await by.type(page.getByLabel("Your name"), "Ada Marlowe");
  await by.type(page.getByLabel("E-mail"), "ada@home.example");
  await by.type(page.getByLabel("what should we know?"), "May we visit?");
  const home = page.getByLabel(/^Where would .+ live/);
  if (asQuestion) {
    await page.getByLabel(`I have a question about ${name}`).check();
    await expect(home).toBeHidden();
    await expect(page.locator("[data-part=adoption-notes]")).toBeHidden();
  } else await by.type(home, "A flat with a balcony");
  await by.tick(page.getByLabel(/keeps what I write/));
  await waitUntilPlausible(page);
  await by.use(page.getByRole("button", { name: "Send to the shelter" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    asQuestion ? "Thank you! Your question has arrived" : ARRIVED,
  );
  await expect(page.getByText(/^Expect our reply by/)).toBeVisible();
  await expect(page.getByRole("list", { name: /^Progress of your/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "E-mail it to myself" })).toBeVisible();
  const notes = page.locator("[data-part=adoption-notes]").filter({ hasText: "Adoption fee" });
  await expect(notes).toHaveCount(asQuestion ? 0 : 1);
}

async function withdraw(page: Page, by: Visitor): Promise<void> {
  await by.use(page.getByText("Withdraw my application"));
  await by.use(page.getByRole("button", { name: "Yes, withdraw it" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
  await expect(page.getByRole("link", { name: /^Back to / })).toHaveAttribute("href", /^\/animals\/\d+$/);
  // After a reload, the page is the same, and offers nothing that is no longer possible.
  await page.reload();
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
      test.slow();
      await addPet(service, name, { categoryId: 1 });
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
      await apply(page, by, name);
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

  test("an adopter searches, asks a question and takes it back", async ({ page, service }) => {
    test.slow();
    const name = "Tumnock";
    await addPet(service, name, { categoryId: 1 });
    await findAnimal(page, byPointer, name);
    await openAnimal(page, byPointer, name);
    await apply(page, byPointer, name, { asQuestion: true });
    await expect(page.getByRole("list", { name: "Progress of your question" })).toContainText("We answer by e-mail");
    const mail = page.getByRole("link", { name: "E-mail it to myself" });
    await expect(mail).toHaveAttribute("href", `mailto:ada@home.example?subject=${mailSubject(name)}${bodyOf(page)}`);
    await page.getByText("Take my question back").click();
    await page.getByRole("button", { name: "Yes, take it back" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You took your question back");
  });
});

const mailSubject = (name: string) => encodeURIComponent(`Your question about ${name}`);
const bodyOf = (page: Page) => `&body=${encodeURIComponent(page.url())}`;

test("on a slow line, what is typed before the scripts arrive stays, and an adopter applies, withdraws, filters, keeps and shares", async ({
  page,
  context,
  service,
}) => {
  test.slow();
  const name = "Bexcombe";
  await addPet(service, name, { categoryId: 1 });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const slowDown = (downloadThroughput: number) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 400,
      downloadThroughput,
      uploadThroughput: 25_000,
    });
  await slowDown(50_000);
  await page.goto(`/animals/${WAITING}/apply`, { waitUntil: "commit" });
  const email = await fillIn(page, "Typed early");
  expect(await page.evaluate(() => document.readyState)).not.toBe("complete");
  await page.waitForLoadState("networkidle");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await submit(page);
  // The button responds immediately.
  await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ARRIVED);
  await page.getByText("What you sent us").click();
  await expect(page.getByText("Typed early")).toBeVisible();
  await withdraw(page, byPointer);

  await slowDown(200_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByLabel("Sex").selectOption("Female");
  await expect(page.locator("[data-part=progress]")).toBeVisible();
  await expect(page.locator("[data-part=progress]")).toHaveCount(0);
  await expect(page).toHaveURL(/sex=female/);
  await findAnimal(page, byPointer, name);
  const heart = page.getByRole("button", { name: `Favourite: ${name}` });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await openAnimal(page, byPointer, name);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Favourites$/ })
    .click();
  await expect(page.locator("[data-part=progress]")).toBeVisible();
  await expect(page.locator("[data-part=favourites] h3")).toHaveText([name]);
});

test("while the database fails, the page of an animal, the private page and withdrawing say so, and then work again", async ({
  context,
  service,
}) => {
  test.slow();
  // Not the fixture's page, which fails on errors of the service.
  const page = await context.newPage();
  await page.goto(`/animals/${WAITING}`);
  const heading = page.getByRole("heading", { level: 1 });
  const name = String(await heading.textContent());
  await page.goto(FORM);
  await fillIn(page);
  await submit(page);
  await expectArrived(page);
  const own = page.url();
  const { url } = await startPostgres({ dataDir: service.launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = ["pets", "applications"];
  const rename = (from: string, to: string) =>
    client.query(tables.map((table) => `ALTER TABLE IF EXISTS ${table}${from} RENAME TO ${table}${to}`).join(";"));
  const take = () => rename("", "_away");
  const giveBack = () => rename("_away", "");
  try {
    for (const [path, words] of [
      [`/animals/${WAITING}`, name],
      [own, ARRIVED],
    ] as const) {
      await take();
      await page.goto(path);
      await expect(heading).toHaveText("Something went wrong");
      await giveBack();
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(heading).toHaveText(words);
    }
    await page.getByText("Withdraw my application").click();
    await take();
    await page.getByRole("button", { name: "Yes, withdraw it" }).click();
    await expect(heading).toHaveText("Not available right now");
    await expectAccessible(page);
    await giveBack();
    await page.goBack();
    await withdraw(page, byPointer);
  } finally {
    // Other tests of this worker need them, even if this one fails.
    await giveBack();
    await client.end();
  }
});
