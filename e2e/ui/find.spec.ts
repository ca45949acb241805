import { expectAccessible } from "./accessibility";
import { listPets } from "./key-calls";
import { apiRequests, expect, openHydrated, test } from "./service";

const others = "[data-part=others] [data-part=card]";
/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=others] *)";
/** How many cards load their photo immediately. */
const FIRST_CARDS = 2;

test.describe("finding an animal", () => {
  test("kind, facts and name narrow the list, are all in the URL, and can each be removed", async ({
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
      found.map(() => expect.stringMatching(/^Dog · .*\nFemale/s)),
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

    // The counts take the other filters into account, in the browser and from the server.
    const counted = String(found.filter((each) => each.toLowerCase().includes(name.slice(0, 3).toLowerCase())).length);
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

  test("a search and facts keep the greeting, also after a reload", async ({ page }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await openHydrated(page, "/");
      const places = () =>
        page.evaluate(() =>
          ["main h1", "form#find", "nav[aria-label='Filter by kind']", "#list-heading"].map((part) =>
            Math.round((document.querySelector(part)?.getBoundingClientRect().top ?? 0) + scrollY),
          ),
        );
      const before = await places();
      await page.getByRole("searchbox", { name: "Search by name" }).fill("luna");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Animals called “luna”" })).toBeFocused();
      expect(await places()).toEqual(before);
      await page.reload();
      await expect(page.getByRole("heading", { name: "Animals called “luna”" })).toBeVisible();
      expect(await places()).toEqual(before);
    }
  });

  test("the search has a button with a word, beside its field", async ({ page }) => {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/");
      const button = page.getByRole("button", { name: "Search", exact: true });
      const [field, box] = await Promise.all([
        page.getByRole("searchbox", { name: "Search by name" }).boundingBox(),
        button.boundingBox(),
      ]);
      // Wide enough for the word.
      expect(box?.width).toBeGreaterThan(80);
      expect([box?.y, box?.height]).toEqual([field?.y, field?.height]);
      expect(field?.width).toBeGreaterThanOrEqual(128);
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
    await expect(page.getByRole("heading", { name: "Nobody called “nobody is called this”" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Cats waiting for a home", exact: true })).toBeVisible();
    await expect(page.locator(others).first()).toBeVisible();
    // Only screen readers hear the number, after a filter that keeps the focus.
    const count = page.getByText("0 cats", { exact: true });
    expect((await count.boundingBox())?.width).toBe(1);
    await page.goto("/?kind=cat&age=senior&size=extra_large");
    await expect(page.getByRole("heading", { name: "No cats match these filters", level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Other cats waiting for a home" })).toBeVisible();
    expect((await count.boundingBox())?.width).toBe(1);
    await page.getByRole("link", { name: "Show all available animals" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.locator(cards)).toHaveCount(24);
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
    await expect(page.getByText("Showing results for “Luna”.")).toBeVisible();
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
    await page.getByRole("combobox", { name: "Sex" }).selectOption("female");
    await expect(page).toHaveURL("/?kind=dog&age=senior&sex=female");
    await page.goBack();
    await expect(age).toHaveValue("senior");
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.fill("kittens");
    await field.press("Enter");
    await expect(page).toHaveURL("/?q=kittens");
    await expect(age).toHaveValue("baby");
  });

  test("the card of a new animal says so, and that of the oldest does not", async ({ page }) => {
    const isNew = page.locator(cards).first().getByText("New", { exact: true });
    await page.goto("/");
    await expect(isNew).toBeVisible();
    await page.goto("/?sort=oldest");
    await expect(page.locator(cards)).toHaveCount(24);
    await expect(isNew).toHaveCount(0);
    // So do those below the list, and beside an animal.
    const others = page.locator("[data-part=others]").getByText("New", { exact: true });
    await page.goto("/?kind=horse");
    await expect(others.first()).toBeVisible();
    await page.goto("/animals/1");
    await expect(others.first()).toBeVisible();
  });

  test("cards show a status only where it differs from the filter", async ({ page }) => {
    await page.goto("/?status=sold");
    await expect(page.locator(`${cards} strong`, { hasText: "Adopted" })).toHaveCount(0);
    await page.goto("/?status=all&sort=oldest");
    await expect(page.locator(`${cards} strong`, { hasText: /Adopted|Pending/ })).not.toHaveCount(0);
    await expect(page.locator(`${cards} strong`, { hasText: "Available" })).toHaveCount(0);
    // They are on the photos, where they take no line of the card.
    const places = await page.locator(cards).evaluateAll((all) =>
      all.flatMap((card) => {
        const edge = (part: string) => card.querySelector(part)?.getBoundingClientRect();
        const [badge, picture] = [edge("strong"), edge("img, svg")];
        return badge && picture ? [badge.bottom < picture.top + 48 && badge.left < picture.left + 16] : [];
      }),
    );
    expect(new Set(places)).toEqual(new Set([true]));
  });

  test("photos load in the size of the card, the first immediately, and reserve their space", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const photos: string[] = [];
    page.on("request", (request) => request.url().includes("/photos/") && photos.push(request.url()));
    // Only demo animals are known to get on with children, and the newest of them have photos.
    await page.goto("/?good=children", { waitUntil: "networkidle" });
    expect(photos.length).toBeGreaterThan(0);
    expect(photos.length).toBeLessThan(16);
    for (const url of photos) expect(url).toMatch(/-320\.webp$/);
    const found = await page.locator(cards).evaluateAll((all) =>
      all.flatMap((card, place) => {
        const image = card.querySelector("img");
        return image
          ? [{ place, how: [image.fetchPriority, image.loading], sized: image.width * image.height > 0 }]
          : [];
      }),
    );
    expect(found.length).toBeGreaterThan(FIRST_CARDS);
    for (const { place, how, sized } of found) {
      expect(how).toEqual(place < FIRST_CARDS ? ["high", "eager"] : ["auto", "lazy"]);
      expect(sized).toBe(true);
    }
  });

  test("a card that is clicked right after typing opens, on a slow line too", async ({ page }) => {
    await openHydrated(page, "/");
    const search = page.waitForRequest((request) => /\/v1\/pets\?.*q=/.test(request.url()));
    // The animal is added only after the search has begun.
    await page.route("**/animals/*", async (route) => {
      await search;
      await route.continue();
    });
    const link = page.locator(`${cards} h3 a`).first();
    const href = (await link.getAttribute("href")) ?? "";
    const name = (await link.textContent()) ?? "";
    await page.getByRole("searchbox", { name: "Search by name" }).fill(name);
    await link.click();
    await expect(page).toHaveURL(href);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  });

  test("what is chosen before the scripts arrive is applied by them, and forgotten by a reload", async ({ page }) => {
    let release = () => {};
    const hold = async () => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/*.js", async (route) => {
        await held;
        await route.continue();
      });
    };
    const age = page.getByLabel("Age", { exact: true });
    await page.setViewportSize({ width: 360, height: 740 });
    await hold();
    await page.goto("/?kind=dog", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Filters" }).click();
    await age.selectOption("Senior");
    await page.getByLabel("Children").check();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("searchbox").fill("a");
    release();
    await expect(page).toHaveURL("/?q=a&kind=dog&age=senior&good=children");
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });

    // A browser may restore what was chosen, which the URL does not say.
    await hold();
    await page.goto("/", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Filters" }).click();
    await age.selectOption("Senior");
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(age).toHaveValue("");
    release();
    await age.selectOption("Adult");
    await expect(page).toHaveURL("/?age=adult");
    await page.unrouteAll({ behavior: "wait" });
  });

  test("a page after the first stays where it is when its scripts arrive", async ({ page }) => {
    await page.goto("/?status=all");
    const next = String(await page.getByRole("link", { name: "Next page" }).getAttribute("href"));
    const requests = apiRequests(page);
    await openHydrated(page, next);
    await expect(page).toHaveURL(next);
    expect(requests).toEqual([]);
  });

  test("on a phone the filters are a sheet, which Escape closes", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openHydrated(page, "/");
    const age = page.getByLabel("Age", { exact: true });
    await expect(age).toBeHidden();
    await page.getByRole("button", { name: "Filters" }).click();
    await age.selectOption("Senior");
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
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("button", { name: "Close" }).click();
    await expect(age).toBeHidden();
  });

  test("the first visit requests nothing from the API, and pointing at a filter loads only its code", async ({
    page,
  }) => {
    const requests = apiRequests(page);
    await page.goto("/", { waitUntil: "networkidle" });
    const loaded = page.waitForResponse((response) => response.url().endsWith(".js"));
    await page.getByRole("link", { name: "Pending", exact: true }).hover();
    await loaded;
    expect(requests).toEqual([]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, kinds, filters and sorting are forms and links", async ({ page }) => {
    await page.goto("/?kind=dog&status=all");
    await page.getByLabel("Sex").selectOption("Male");
    await page.getByLabel("Sort").selectOption("Waiting longest");
    await page.getByRole("searchbox").fill("bu");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "All dogs called “bu”" })).toBeVisible();
    await expect(page.getByLabel("Sex")).toHaveValue("male");
    await expect(page.getByLabel("Sort")).toHaveValue("oldest");
    await expect(page.getByRole("searchbox")).toHaveValue("bu");
    await expect(page.locator(cards).first()).toContainText(/Dog · .*Male/s);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/?q=bu&kind=dog&status=all&sort=oldest");
    await expect(page.getByRole("button", { name: /^Favourite/ })).toHaveCount(0);
  });

  test("the page of favourites says that it needs JavaScript", async ({ page }) => {
    // If only Chromium's debugger switches scripts off, it parses <noscript> as if they ran. So check the source.
    expect(await (await page.request.get("/favourites")).text()).toMatch(/<noscript>.*needs JavaScript to show them\./);
  });
});
