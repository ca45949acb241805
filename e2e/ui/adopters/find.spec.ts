import { NO_PROFILE } from "../../../lib/pets/profile/schema";
import { expectAccessible } from "../support/accessibility";
import { addPet, listPets, setProfile } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

const others = "[data-part=others] [data-part=card]";
/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=others] *)";

test.describe("finding an animal", () => {
  test("kind, facts and name narrow the list, which looks the same to whoever opens its URL", async ({
    page,
    context,
  }) => {
    await openHydrated(page, "/");
    const kinds = page.getByRole("navigation", { name: "Filter by kind" });
    const dogs = kinds.getByRole("link", { name: /^Dogs \d+$/ });
    const count = Number(/\d+/.exec(String(await dogs.textContent()))?.[0]);
    const places = (of = page) =>
      of.evaluate(() =>
        ["form#find", "nav[aria-label='Filter by kind']", "#list-heading"].map(
          (part) => Math.round(document.querySelector(part)?.getBoundingClientRect().top ?? 0) + Math.round(scrollY),
        ),
      );
    const withGreeting = await places();
    await dogs.click();
    await expect(page.getByRole("heading", { name: "Dogs waiting for a home", level: 1 })).toBeFocused();
    // With a kind, the animals are higher up.
    const before = await places();
    expect(Number(before.at(-1))).toBeLessThan(Number(withGreeting.at(-1)) - 80);
    await expect(page.getByText(`${count} dogs`, { exact: true })).toBeVisible();
    await expect(page.locator(`${cards} p`, { hasText: /^Dog/ })).toHaveCount(count);

    const entries = await page.evaluate(() => history.length);
    await page.getByLabel("Sex").focus();
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page).toHaveURL("/?kind=dog&sex=female");
    await expect(page.getByLabel("Sex")).toBeFocused();
    await page.getByLabel("Children").check();
    await expect(page).toHaveURL("/?kind=dog&sex=female&good=children");
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    const names = () => page.locator(`${cards} h3`).allTextContents();
    const found = await names();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(count);
    // The cards must not move under the pointer.
    expect(await places()).toEqual(before);
    expect(await page.locator(`${cards} h3 + p`).allTextContents()).toEqual(
      found.map(() => expect.stringMatching(/^Dog,\s.*\nFemale/s)),
    );

    const name = String(found[0]);
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.pressSequentially(name.slice(0, 3).toLowerCase());
    await expect(page).toHaveURL(/q=/);
    await expect(field).toBeFocused();
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    expect(await names()).toContain(name);
    // The history has one more entry for each control that was used, and one for everything that was typed.
    expect(await page.evaluate(() => history.length)).toBe(entries + 3);

    const other = await context.newPage();
    await other.goto(page.url());
    expect(await other.locator(`${cards} h3`).allTextContents()).toEqual(await names());
    // Visitors who arrive with filters see the same.
    expect(await places(other)).toEqual(before);
    await expect(other).toHaveTitle(/^Female dogs called “.+”, good with children – Pawhaven$/);
  });

  test("the kinds count what the other filters leave, and filters can be removed together", async ({
    page,
    context,
  }) => {
    await openHydrated(page, "/?kind=dog&sex=female&good=children");
    const found = await page.locator(`${cards} h3`).allTextContents();
    const start = String(found[0]).slice(0, 3).toLowerCase();
    await page.getByRole("searchbox", { name: "Search by name" }).pressSequentially(start);
    await expect(page).toHaveURL(/q=/);
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    const kinds = page.getByRole("navigation", { name: "Filter by kind" });
    const other = await context.newPage();
    await other.goto(page.url());
    // The counts take the other filters into account, in the browser and from the server.
    const counted = String(found.filter((name) => name.toLowerCase().includes(start)).length);
    for (const shown of [kinds, other.getByRole("navigation", { name: "Filter by kind" })]) {
      await expect(shown.getByRole("link", { name: `Dogs ${counted}`, exact: true })).toBeVisible();
      await expect(shown.getByRole("link", { name: "Tortoises 0", exact: true })).toBeVisible();
    }
    await kinds.getByRole("link", { name: /^All \d+$/ }).click();
    await expect(page).toHaveURL(/\/\?q=\w+&sex=female&good=children$/);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/\?q=\w+$/);
    await expect(page.getByRole("heading", { name: /^Animals called “\w+”$/ })).toBeFocused();
    await expect(page.getByLabel("Sex")).toHaveValue("");
    await page.goBack();
    await page.goBack();
    await expect(page.getByLabel("Sex")).toHaveValue("female");
  });

  test("a search leaves the greeting out, but nothing moves while somebody types or chooses filters", async ({
    page,
  }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await openHydrated(page, "/");
      const places = () =>
        page.evaluate(() =>
          ["form#find", "nav[aria-label='Filter by kind']", "#list-heading"].map((part) =>
            Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? 0) + scrollY),
          ),
        );
      const before = await places();
      const field = page.getByRole("searchbox", { name: "Search by name" });
      await field.fill("luna");
      const heading = page.getByRole("heading", { name: "Animals called “luna”" });
      await expect(heading).toBeVisible();
      await expect(field).toBeFocused();
      expect(await places()).toEqual(before);
      await field.press("Enter");
      await expect(heading).toBeFocused();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Animals called “luna”");
      const after = await places();
      expect(after.at(-1)).toBeLessThan(Number(before.at(-1)) - 40);
      await page.reload();
      expect(await places()).toEqual(after);
    }
    // A filter of a wide window keeps its place, one of the sheet is behind it.
    await openHydrated(page, "/");
    const friends = page.getByRole("checkbox", { name: "Children" });
    const place = await friends.boundingBox();
    await friends.check();
    await expect(page).toHaveURL("/?good=children");
    expect(await friends.boundingBox()).toEqual(place);
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    await page.getByRole("button", { name: "Filters" }).click();
    await friends.check();
    await expect(page.getByText("Find a friend")).toBeHidden();
  });

  test("lists of pending and adopted animals have a heading of the same height", async ({ page }) => {
    await openHydrated(page, "/");
    const title = page.getByRole("heading", { name: /^(Find a friend|Almost adopted|Happy endings) at Pawhaven$/ });
    await expect(title).toHaveText("Find a friend at Pawhaven", { useInnerText: true });
    const before = await title.boundingBox();
    for (const [name, words] of [
      ["Pending", "Almost adopted"],
      ["Adopted", "Happy endings"],
    ] as const) {
      await page.getByRole("link", { name, exact: true }).click();
      await expect(title).toHaveText(`${words} at Pawhaven`, { useInnerText: true });
      expect(await title.boundingBox()).toEqual(before);
    }
  });

  test("the sheet with the filters keeps the focus, and gives it back", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const open = page.getByRole("button", { name: "Filters" });
    await open.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("group", { name: "Filters" });
    const close = sheet.getByRole("button", { name: "Close" });
    await expect(close).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(sheet.getByRole("button", { name: /^Show/ })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(close).toBeFocused();
    for (let stop = 0; stop < 20; stop++) {
      await page.keyboard.press("Tab");
      await expect(sheet.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(open).toBeFocused();
  });

  test("the search has a button beside its field, with a word where there is room", async ({ page }) => {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/");
      const button = page.getByRole("button", { name: "Search", exact: true });
      const [field, box] = await Promise.all([
        page.getByRole("searchbox", { name: "Search by name" }).boundingBox(),
        button.boundingBox(),
      ]);
      expect(box?.width).toBeGreaterThan(width === 1280 ? 80 : 43);
      expect([box?.y, box?.height]).toEqual([field?.y, field?.height]);
      // The longest of the usual searches fits, "good with children".
      expect(field?.width).toBeGreaterThanOrEqual(width === 320 ? 128 : 190);
    }
  });

  test("sorted by the longest wait, pages continue from there", async ({ page, service }) => {
    const oldest = await listPets(service, "limit=60&status=available&sort=oldest");
    const expected = oldest.map(({ name }) => name);
    await openHydrated(page, "/");
    await page.getByLabel("Sort").selectOption("Waiting longest");
    const names = () => page.locator(`${cards} h3`).allTextContents();
    await expect.poll(names).toEqual(expected.slice(0, 24));
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.poll(names).toEqual(expected.slice(24, 48));
    await expect(page).toHaveURL(/\?sort=oldest&cursor=/);
    await page.goBack();
    await expect.poll(names).toEqual(expected.slice(0, 24));
    await expect(page.getByLabel("Sort")).toHaveValue("oldest");
  });

  test("an empty list says what to do", async ({ page }) => {
    await page.goto("/?q=nobody+is+called+this&kind=cat");
    await expect(page.getByRole("heading", { name: "No results for “nobody is called this”" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Cats waiting for a home", exact: true })).toBeVisible();
    await expect(page.locator(others).first()).toBeVisible();
    // Only screen readers hear the number, after a filter that keeps the focus.
    const count = page.getByText("0 cats", { exact: true });
    expect((await count.boundingBox())?.width).toBe(1);
    await page.goto("/?kind=cat&age=senior&size=extra_large");
    await expect(page.getByRole("heading", { name: "No cats match these filters", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
    await expectAccessible(page);
    expect((await count.boundingBox())?.width).toBe(1);
    await page.getByRole("link", { name: "Show all available animals" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.locator(cards)).toHaveCount(24);
  });

  test("below an empty list, those come first that meet most wishes, with and without JavaScript", async ({
    page,
    browser,
    service,
  }) => {
    const add = async (name: string, bornOn: string, goodWith: { dogs?: boolean; cats?: boolean }) => {
      const id = await addPet(service, name, { categoryId: 7 });
      await setProfile(service, id, { size: "extra_large", bornOn, goodWith: { ...NO_PROFILE.goodWith, ...goodWith } });
    };
    await add("Tortoise for dogs", "2001", { dogs: true });
    await add("Tortoise of no known company", "2001", {});
    await add("Tortoise against cats", "2001", { dogs: true, cats: false });
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin });
    const other = await plain.newPage();
    await openHydrated(page, "/?kind=tortoise&age=senior&size=extra_large&good=dogs");
    await page.getByRole("checkbox", { name: "Cats" }).check();
    await other.goto("/?kind=tortoise&age=senior&size=extra_large&good=dogs&good=cats");
    for (const shown of [page, other]) {
      await expect(shown.getByRole("heading", { name: "No tortoises match these filters" })).toBeVisible();
      await expect(shown.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
      await expect(shown.locator(`${others} h3`).first()).toHaveText("Tortoise for dogs");
      await expect(shown.locator(`${others} h3`, { hasText: "Tortoise of no known company" })).toBeVisible();
      await expect(shown.getByText("Tortoise against cats")).toHaveCount(0);
    }
    await plain.close();
    await page.getByRole("link", { name: "Without “good with cats” (2)" }).click();
    await expect(page).toHaveURL("/?kind=tortoise&age=senior&size=extra_large&good=dogs");
    await expect(page.locator(`${cards} h3`)).toHaveText(["Tortoise against cats", "Tortoise for dogs"]);
  });

  test("a list with few animals also shows others, which it does not contain", async ({ page, service }) => {
    const [{ name = "" } = {}] = await listPets(service, "limit=1&status=available&categoryId=1");
    await page.goto(`/?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("heading", { name: `Animals called “${name}”` })).toBeVisible();
    const links = (list: string) =>
      page.locator(`${list} h3 a`).evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const [listed, below] = [await links(cards), await links(others)];
    expect(below.length).toBeGreaterThan(3);
    expect(new Set([...listed, ...below]).size).toBe(listed.length + below.length);
  });

  test("the word for a kind, a breed or a typing error leads to what was meant", async ({ page }) => {
    await openHydrated(page, "/?q=snuflowr");
    const meant = page.getByRole("heading", { name: "Did you mean Sunflower?" });
    const firstName = page.locator(`${others} h3`).first();
    await expect(meant).toBeVisible();
    await expect(firstName).toHaveText("Sunflower");
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.fill("lnua");
    await field.press("Enter");
    await expect(page.getByText("No animal is called “lnua”. These are animals called “Luna”.")).toBeVisible();
    await expect(page.locator(`${cards} h3`)).toHaveText(["Luna"]);
    await field.fill("not good with cats");
    await field.press("Enter");
    await expect(page.getByRole("heading", { name: "A search cannot leave animals out" })).toBeVisible();
    await field.fill("rabit");
    await field.press("Enter");
    await expect(page.getByText("Showing results for “rabbit”.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Rabbits waiting for a home" })).toBeVisible();
    await field.fill("pupyy");
    await field.press("Enter");
    await expect(page.getByRole("heading", { name: "Did you mean “puppy”?" })).toBeVisible();
    await page.getByRole("link", { name: "See dogs" }).click();
    await expect(page).toHaveURL("/?kind=dog");
  });

  test("controls show what a search was understood as, and changing one replaces the search", async ({ page }) => {
    await openHydrated(page, "/?q=senior+dogs");
    const age = page.getByRole("combobox", { name: "Age" });
    await expect(age).toHaveValue("senior");
    await expect(page).toHaveURL("/?q=senior+dogs");
    const sex = page.getByRole("combobox", { name: "Sex" });
    await sex.selectOption("female");
    await expect(page).toHaveURL("/?kind=dog&age=senior&sex=female");
    await page.goBack();
    // The age is the same before and after.
    await expect(sex).toHaveValue("");
    await expect(age).toHaveValue("senior");
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.fill("kittens");
    await field.press("Enter");
    await expect(page).toHaveURL("/?q=kittens");
    await expect(age).toHaveValue("baby");
  });

  test("on a phone two active filters are in view, and more are one row above the cards, which scrolls", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/?good=children&good=cats");
    for (const name of ["Remove filter: Good with children", "Remove filter: Good with cats"])
      await expect(page.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    await page.goto("/?age=senior&sex=male&size=small&good=children&good=dogs&good=cats");
    const list = page.getByRole("list", { name: "Active filters" });
    const links = list.getByRole("link");
    await expect(links).toHaveText([/Senior/, /Male/, /Small/, /children/, /dogs/, /cats/, "Clear filters"]);
    const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await expect(links.first()).toBeInViewport();
    await links.last().focus();
    await expect(links.last()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });

  test("the whole hint in the search field is visible on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const free = await page.getByRole("searchbox", { name: "Search by name" }).evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const context = document.createElement("canvas").getContext("2d");
      if (context) context.font = font;
      const words = context?.measureText(field.placeholder).width ?? Number.POSITIVE_INFINITY;
      return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - words;
    });
    // The button that empties the field takes some of it.
    expect(free).toBeGreaterThan(24);
  });

  test("the end of the page does not repeat how to reach the shelter", async ({ page }) => {
    const telephones = page.locator("a[href^='tel:']").filter({ visible: true });
    const end = page.getByRole("contentinfo").locator("a[href^='tel:']");
    await page.goto("/");
    await expect(telephones).toHaveCount(1);
    await expect(end).toBeHidden();
    await page.goto("/favourites");
    await expect(end).toBeVisible();
  });

  test("on a phone the filters are a sheet, which Escape closes", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const age = page.getByLabel("Age", { exact: true });
    await expect(age).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
    await age.selectOption("senior");
    await expect(page.getByRole("button", { name: /^Show \d+ animals?$/ })).toBeVisible();
    await expectAccessible(page);
    await expect(page).toHaveURL("/?age=senior");
    await page.keyboard.press("Escape");
    await expect(age).toBeHidden();
    const opener = page.getByRole("button", { name: "Filters (1)" });
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    const adopted = page.getByRole("link", { name: "Adopted" });
    await adopted.click();
    await expect(page).toHaveURL("/?status=sold&age=senior");
    await expect(adopted).toBeFocused();
    await page.getByRole("group", { name: "Filters" }).getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("button", { name: "Close" }).click();
    await expect(age).toBeHidden();
  });
});
