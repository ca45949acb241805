import { apiRequests, expect, openHydrated, test } from "../support/service";

/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=nearest] *)";

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
  await age.selectOption("senior");
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
  await age.selectOption("senior");
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(age).toHaveValue("");
  release();
  await age.selectOption("adult");
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, kinds, filters and sorting are forms and links", async ({ page }) => {
    await page.goto("/?kind=dog&status=all");
    await page.getByLabel("Sex").selectOption("Male");
    await page.getByLabel("Sort").selectOption("Waiting longest");
    await page.getByRole("searchbox").fill("bu");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: "All male dogs matching “bu”" })).toBeVisible();
    await expect(page.getByLabel("Sex")).toHaveValue("male");
    await expect(page.getByLabel("Sort")).toHaveValue("oldest");
    await expect(page.getByRole("searchbox")).toHaveValue("bu");
    await expect(page.locator(cards).first()).toContainText(/\bmale\b/i);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/?q=bu&kind=dog&status=all&sort=oldest");
    await expect(page.getByRole("button", { name: /^Favourite/ })).toHaveCount(0);
  });

  test("the page of favourites says that it needs JavaScript", async ({ page }) => {
    // If only Chromium's debugger switches scripts off, it parses <noscript> as if they ran. So check the source.
    expect(await (await page.request.get("/favourites")).text()).toMatch(/<noscript>.*needs JavaScript to show them\./);
  });
});

test("without JavaScript, the filters on a phone can be closed, and end with a main action", async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    baseURL: service.origin,
  });
  const page = await context.newPage();
  await page.goto("/?kind=dog");
  const open = page.getByRole("button", { name: "Filters" });
  const close = page.getByRole("button", { name: "Close" });
  await open.click();
  await close.click();
  await expect(close).toBeHidden();
  await open.click();
  await page.getByLabel("Age", { exact: true }).selectOption("senior");
  const show = page.getByRole("button", { name: "Show animals" });
  await show.click();
  await expect(page).toHaveURL(/[?&]age=senior/);
  await expect(page.locator(`${cards} h3 + p`).first()).toHaveText(/\b(about\s)?\d+\syears/i);
  await page.getByLabel("Sort").selectOption("Waiting longest");
  await page.getByRole("button", { name: "Sort", exact: true }).click();
  await expect(page).toHaveURL(/[?&]sort=oldest/);
  await context.close();
});
