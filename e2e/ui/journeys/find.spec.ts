import { addPet, addPets, numbered } from "../support/calls";
import { expect, openHydrated, test } from "../support/service";

/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=nearest] *)";

test("kinds, facts and words narrow the list, which looks the same to whoever opens its URL", async ({
  page,
  context,
  service,
}) => {
  const goodWith = { children: true, dogs: null, cats: null };
  const profile = { sex: "female", breed: "Quavador mix", story: "A zibbly dog.", goodWith } as const;
  await addPet(service, "Marzibald", { profile });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  // The server has rendered the first page.
  expect(requests.filter((path) => path.startsWith("/v1"))).toEqual([]);
  const names = page.locator(`${cards} h3`);
  const kinds = page.getByRole("navigation", { name: "Filter by kind" });
  await kinds.getByRole("link", { name: /^Dogs/ }).click();
  await expect(page.getByRole("heading", { name: "Dogs waiting for a home", level: 1 })).toBeFocused();
  const entries = await page.evaluate(() => history.length);
  await page.getByLabel("Sex").focus();
  await page.getByLabel("Sex").selectOption("Female");
  await expect(page).toHaveURL("/?kind=dog&sex=female");
  await expect(page.getByLabel("Sex")).toBeFocused();
  await page.getByLabel("Children").check();
  await expect(page).toHaveURL("/?kind=dog&sex=female&good=children");
  const field = page.getByRole("searchbox", { name: "Search by name" });
  await field.pressSequentially("marzib");
  await expect(page).toHaveURL(/q=marzib/);
  await expect(field).toBeFocused();
  await expect(names).toHaveText(["Marzibald"]);
  // The history has one more entry for each control that was used, and one for everything that was typed.
  expect(await page.evaluate(() => history.length)).toBe(entries + 3);

  const other = await context.newPage();
  await openHydrated(other, page.url());
  await expect(other.locator(`${cards} h3`)).toHaveText(["Marzibald"]);
  await expect(other).toHaveTitle("Female dogs matching “marzib”, good with children – Pawhaven");
  await other.getByRole("link", { name: "Clear filters" }).click();
  await expect(other).toHaveURL("/?q=marzib&kind=dog");
  await other.goBack();
  await expect(other.getByLabel("Sex")).toHaveValue("female");

  const search = async (text: string) => {
    await page.goto("/");
    await field.fill(text);
    await field.press("Enter");
  };
  await search("zibbly dog good with kids");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(names).toHaveText(["Marzibald"]);
  await expect(page.locator(`${cards} mark`)).toHaveText("zibbly");
  await expect(page.getByRole("checkbox", { name: "Children" })).toBeChecked();
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("link");
  await expect(chips).toHaveText([/Dog$/, /Good with children$/]);
  await chips.nth(1).click();
  await expect(page).toHaveURL("/?q=zibbly&kind=dog");
  await search("quavdor");
  await expect(page.getByRole("heading", { name: "Did you mean “quavador”?" })).toBeVisible();
  await expect(page.locator("[data-part=nearest] h3", { hasText: "Marzibald" })).toBeVisible();
  await page.getByRole("link", { name: "“quavador”" }).click();
  await expect(page).toHaveURL(/q=quavador/);
  await expect(page.locator(cards)).toContainText(["Breed: Quavador mix"]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("kinds, filters, words, sorting and pages are links and forms, on a phone too", async ({ page, service }) => {
    const old = await addPet(service, "Quibbax Senior", { profile: { sex: "male", bornOn: "2004" } });
    await addPet(service, "Quibbax", { profile: { sex: "female", bornOn: "2004" } });
    // One more than fits on a page.
    await addPets(service, 1, numbered("Pagello", 25));
    const names = page.locator(`${cards} h3`);

    await test.step("the filters are a sheet that ends with a main action", async () => {
      await page.goto("/?kind=dog&status=all");
      const open = page.getByRole("button", { name: "Filters" });
      const close = page.getByRole("button", { name: "Close" });
      await open.click();
      await close.click();
      await expect(close).toBeHidden();
      await open.click();
      await page.getByLabel("Age", { exact: true }).selectOption("senior");
      await page.getByRole("button", { name: "Show animals" }).click();
      await expect(page).toHaveURL(/[?&]age=senior/);
      await page.getByLabel("Sort").selectOption("Waiting longest");
      await page.getByRole("button", { name: "Sort", exact: true }).click();
      await expect(page).toHaveURL(/[?&]sort=oldest/);
    });
    await test.step("words are searched beside them", async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByLabel("Sex").selectOption("Male");
      await page.getByRole("searchbox").fill("quibbax");
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText("matching “quibbax”");
      await expect(page.getByLabel("Sex")).toHaveValue("male");
      await expect(page.getByLabel("Sort")).toHaveValue("oldest");
      await expect(page.getByRole("searchbox")).toHaveValue("quibbax");
      await expect(names).toHaveText(["Quibbax Senior"]);
      await page.getByRole("link", { name: "Clear filters" }).click();
      await expect(page).toHaveURL("/?q=quibbax&kind=dog&status=all&sort=oldest");
      await expect(names).toHaveText(["Quibbax Senior", "Quibbax"]);
      await expect(page.getByRole("button", { name: /^Favourite/ })).toHaveCount(0);
    });
    await test.step("pages lead on and back", async () => {
      await page.goto("/?q=pagello");
      await expect(names).toHaveCount(24);
      const first = await names.allTextContents();
      await page.getByRole("link", { name: "Next page" }).click();
      await expect(page).toHaveURL(/cursor=/);
      await expect(names).toHaveCount(1);
      await page.getByRole("link", { name: "Previous page" }).click();
      await expect(names).toHaveText(first);
    });
    await test.step("what needs JavaScript is not offered, or says so", async () => {
      await page.goto(`/animals/${old}`);
      await expect(page.getByRole("link", { name: "All animals" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Print" })).toHaveCount(0);
      // If only Chromium's debugger switches scripts off, it parses <noscript> as if they ran. So check the source.
      const sourceOf = async (path: string) => (await page.request.get(path)).text();
      expect(await sourceOf("/staff")).toMatch(/<noscript>.*Signing in needs JavaScript\./);
      expect(await sourceOf("/favourites")).toMatch(/<noscript>.*needs JavaScript to show them\./);
    });
  });
});
