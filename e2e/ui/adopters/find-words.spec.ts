import { expectAccessible } from "../support/accessibility";
import { cards, nearest, search, searchInBoth, tell, test } from "../support/find-page";
import { addPet, setProfile } from "../support/key-calls";
import { apiRequests, expect, openHydrated } from "../support/service";

test("“small dog good with kids” becomes filters that can be taken off, with and without JavaScript", async ({
  page,
  noScripts,
}) => {
  for (const shown of await searchInBoth(page, noScripts, "small dog good with kids")) {
    await expect(shown.getByRole("heading", { name: "Small dogs, good with children", level: 1 })).toBeVisible();
    await expect(shown).toHaveTitle("Small dogs, good with children – Pawhaven");
    await expect(shown.getByLabel("Size")).toHaveValue("small");
    await expect(shown.getByRole("checkbox", { name: "Children" })).toBeChecked();
    await expect(shown.getByRole("searchbox")).toHaveValue("small dog good with kids");
    const chips = shown.getByRole("list", { name: "Active filters" }).getByRole("link");
    await expect(chips).toHaveText([/Dog$/, /Small$/, /Good with children$/]);
    await chips.nth(1).click();
    await expect(shown).toHaveURL("/?kind=dog&good=children");
    await expect(shown.getByRole("heading", { name: "Dogs, good with children", level: 1 })).toBeVisible();
  }
  await expectAccessible(page);
});

test("“puppy” finds young dogs; another control keeps its filters, and another search starts anew", async ({
  page,
}) => {
  await openHydrated(page, "/");
  await search(page, "puppy");
  await expect(page.getByRole("heading", { name: /uppies/, level: 1 })).toBeFocused();
  await expect(page.getByLabel("Age")).toHaveValue("baby");
  const kinds = page.getByRole("navigation", { name: "Filter by kind" });
  await expect(kinds.locator("[aria-current]")).toHaveText(/^Dogs/);
  await page.getByLabel("Sex").selectOption("Female");
  await expect(page).toHaveURL("/?kind=dog&age=baby&sex=female");
  await page.goBack();
  await expect(page).toHaveURL("/?q=puppy");
  await search(page, "senior cats");
  await expect(page).toHaveURL("/?q=senior+cats");
  await expect(page.getByRole("heading", { name: "Senior cats", level: 1 })).toBeVisible();
});

test("“labrdor” finds Labradors, with and without JavaScript", async ({ page, noScripts, service }) => {
  await setProfile(service, await addPet(service, "Breadcrumb"), { breed: "Labrador mix" });
  for (const shown of await searchInBoth(page, noScripts, "labrdor")) {
    await expect(shown.getByRole("heading", { name: "No animals match “labrdor”" })).toBeVisible();
    await expect(shown.getByRole("heading", { name: "Did you mean “labrador”?" })).toBeVisible();
    await expect(shown.locator(`${nearest} h3`, { hasText: "Breadcrumb" })).toBeVisible();
    if (shown === page) await expectAccessible(page);
    await shown.getByRole("link", { name: "“labrador”" }).click();
    await expect(shown).toHaveURL("/?q=labrador");
    await expect(shown.locator(cards, { hasText: "Breadcrumb" })).toContainText("Breed: Labrador mix");
  }
});

test("words of stories are found beside filters, in one request, and cards show them", async ({ page, service }) => {
  await tell(service, "Driftwood", 7, "A drowsy tortoise, who likes the sun.");
  await openHydrated(page, "/");
  const requests = apiRequests(page);
  await search(page, "drowsy tortoise");
  await expect(page.getByRole("heading", { name: "Tortoises matching “drowsy”", level: 1 })).toBeVisible();
  await expect(page.locator(`${cards} h3`)).toHaveText(["Driftwood"]);
  await expect(page.locator(`${cards} mark`)).toHaveText("drowsy");
  await expect(page.locator(nearest).first()).toBeVisible();
  expect(requests).toEqual(["GET /v1/pets/search?limit=24&q=drowsy+tortoise&status=available"]);
  // Another kind keeps the word.
  await page.getByRole("link", { name: "Horses", exact: true }).click();
  await expect(page).toHaveURL("/?q=drowsy&kind=horse");
});

test("below an empty list, those come first that meet most filters, with and without JavaScript", async ({
  page,
  noScripts,
  service,
}) => {
  const add = async (name: string, bornOn: string, dogs: boolean | null, cats: boolean | null) => {
    const id = await addPet(service, name, { categoryId: 7 });
    await setProfile(service, id, { size: "extra_large", bornOn, goodWith: { children: null, dogs, cats } });
  };
  await add("Tortoise for dogs", "2001", true, null);
  await add("Tortoise of no known company", "2001", null, null);
  await add("Tortoise against cats", "2001", true, false);
  await openHydrated(page, "/?kind=tortoise&age=senior&size=extra_large&good=dogs");
  await page.getByRole("checkbox", { name: "Cats" }).check();
  await noScripts.goto("/?kind=tortoise&age=senior&size=extra_large&good=dogs&good=cats");
  for (const shown of [page, noScripts]) {
    await expect(shown.getByRole("heading", { name: "No tortoises match these filters" })).toBeVisible();
    await expect(shown.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
    await expect(shown.locator(`${nearest} h3`).first()).toHaveText("Tortoise for dogs");
    await expect(shown.locator(`${nearest} h3`, { hasText: "Tortoise of no known company" })).toBeVisible();
    await expect(shown.getByText("Tortoise against cats")).toHaveCount(0);
  }
  await page.goto("/?q=nobody+is+called+this");
  await expect(page.getByRole("heading", { name: "No animals match “nobody is called this”" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Search pending and adopted animals, too" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all available animals" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.locator(cards)).toHaveCount(24);
});
