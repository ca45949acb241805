import { addSheet } from "./support/new-pet";
import { expect, openHydrated, signIn, test } from "./support/service";

test("the theme is light, dark or the device's, is remembered, and never flashes", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.body);
  expect(await background()).toBe(dark);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "Same as my device" }).check();
  await expect.poll(background).toBe(light);
});

test("with reduced motion, nothing is animated", async ({ page }) => {
  const animations = () => page.evaluate(() => document.getAnimations().length);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHydrated(page, "/");
  const card = page.locator("[data-part=card]").first();
  const look = () => card.evaluate((element) => getComputedStyle(element).translate);
  await card.hover();
  expect(await look()).toBe("none");
  expect(await animations()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Filters" }).click();
  expect(await animations()).toBe(0);
  // A request that is never answered.
  await page.route("**/v1/**", () => {});
  await page.getByLabel("Age", { exact: true }).selectOption("Senior");
  await expect(page.locator("[data-part=progress]")).toBeVisible();
  expect(await animations()).toBe(0);
  await page.keyboard.press("Escape");
  expect(await animations()).toBe(0);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(animations).toBeGreaterThan(0);
  await card.hover();
  await expect.poll(look).not.toBe("none");
});

test("a banner is shown while the browser is offline", async ({ page, context }) => {
  await page.goto("/");
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
});

test("offline, a link keeps the page, says so, and opens its page when the connection is back", async ({
  page,
  context,
}) => {
  await openHydrated(page, "/");
  const animals = page.locator("[data-part=card]").getByRole("link");
  const names = await animals.allTextContents();
  await context.setOffline(true);
  await animals.nth(0).click();
  await animals.nth(1).click();
  await expect(page.getByText("You are offline. The page opens when the connection is back.")).toBeVisible();
  await expect(animals).toHaveCount(names.length);
  await context.setOffline(false);
  // The last choice counts.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(names[1]));
  await expect(page.getByText("You are offline.")).toBeHidden();
  await page.goBack();
  await expect(animals).toHaveCount(names.length);
});

test("after a 429 a countdown is shown, then the list loads", async ({ page }) => {
  await page.goto("/");
  // Both refusals have the same text, so the second is awaited like the first.
  let refusals = 2;
  const headers = { "retry-after": "2" };
  const json = { code: "rate_limited", message: "The rate limit is exceeded", status: 429 };
  await page.route("**/v1/**", (route) =>
    refusals-- > 0 ? route.fulfill({ status: 429, headers, json }) : route.continue(),
  );
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByRole("timer")).toHaveText(/[12] seconds?/);
  await expect(page.getByRole("heading", { name: "Pending animals" })).toBeVisible();
});

test("after a 429 for the browser token a countdown is shown, then the list loads", async ({ page }) => {
  await page.goto("/");
  let refusals = 1;
  await page.route("**/browser-token", (route) =>
    refusals-- > 0 ? route.fulfill({ status: 429, headers: { "retry-after": "2" }, body: "Wait" }) : route.continue(),
  );
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page.getByRole("timer")).toHaveText(/[12] seconds?/);
  await expect(page.getByRole("heading", { name: "Pending animals" })).toBeVisible();
});

test("loading placeholders have the size of the content", async ({ page, service }) => {
  await signIn(page, service);
  const box = async (selector: string) => Object.values((await page.locator(selector).first().boundingBox()) ?? {});
  for (const path of ["/staff/keys", "/staff/people"]) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/v1/**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path);
    const shape = await box("[data-part=skeleton]");
    release();
    await expect(page.locator("[data-part=skeleton]")).toHaveCount(0);
    const real = await box("table tr");
    expect(shape).toHaveLength(4);
    for (const [index, value] of shape.entries()) expect(Math.abs(value - (real[index] ?? 1e9))).toBeLessThan(8);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("screen readers get names and states of a card, an animal's page and the form", async ({ page, service }) => {
  await page.goto("/?status=sold");
  await expect(page.locator("[data-part=card]").first()).toMatchAriaSnapshot(`
    - listitem:
      - heading /.+/ [level=3]:
        - link /.+/
      - paragraph: /(Dog|Cat|Rabbit|Guinea pig|Hamster|Bird|Tortoise|Horse)( · .+)?/
      - button /Favourite. .+/
  `);
  await page.goto("/animals/1");
  await expect(page.getByRole("article")).toMatchAriaSnapshot(`
    - article:
      - heading /.+/ [level=1]
      - paragraph
      - term: Kind
      - definition: /.+/
      - region "Good with":
        - heading "Good with" [level=2]
        - term: Children
        - definition: /Yes|No|Not known yet/
      - link /Adopt or ask about .+/
      - button "Favourite"
      - button "Share"
      - button "Print"
  `);
  await signIn(page, service);
  await page.getByRole("button", { name: "Add animal" }).click();
  await expect(addSheet(page)).toMatchAriaSnapshot(`
    - dialog "Add an animal":
      - heading "Add an animal" [level=2]
      - button "Close"
      - text: Name
      - textbox "Name"
      - text: Kind
      - group:
        - combobox "Kind"
        - button "Show all"
      - text: Status
      - combobox "Status"
      - button "Add animal"
      - button "Add, then another"
  `);
});

test("adopters can browse and open an animal with the keyboard only", async ({ page }) => {
  await page.goto("/?status=all");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const tabTo = async (text: RegExp) => {
    for (let presses = 0; presses < 120 && !text.test(await focused()); presses++) await page.keyboard.press("Tab");
    expect(await focused()).toMatch(text);
  };
  await tabTo(/^Next page/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole("heading", { name: "All animals" })).toBeFocused();
  const first = page.locator("[data-part=card]").first();
  const name = String(await first.getByRole("heading").textContent());
  await tabTo(new RegExp(`^${name}$`));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await tabTo(/^All animals$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?status=all&cursor=/);
});
