import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addPet, setProfile } from "../support/key-calls";
import { test as base, expect, openHydrated, type Service } from "../support/service";

const test = base.extend<{ noScripts: Page }>({
  /** A page without JavaScript. */
  noScripts: async ({ browser, service }, use) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin });
    await use(await context.newPage());
    await context.close();
  },
});

/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=others] *)";

/** Searches with the form. */
async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole("searchbox", { name: "Search by name" });
  await field.fill(text);
  await field.press("Enter");
}

/** Searches with the form, and by the URL in a page without JavaScript. Returns both pages. */
async function searchInBoth(page: Page, noScripts: Page, text: string): Promise<[Page, Page]> {
  await openHydrated(page, "/");
  await search(page, text);
  await noScripts.goto(`/?${new URLSearchParams({ q: text })}`);
  return [page, noScripts];
}

/** Adds an animal with a story. */
async function tell(service: Service, name: string, categoryId: number, story: string): Promise<void> {
  await setProfile(service, await addPet(service, name, { categoryId }), { story });
}

test.describe("searching for other words than names", () => {
  test("where no name matches, the word for a kind shows this kind, with and without JavaScript", async ({
    page,
    noScripts,
  }) => {
    for (const shown of await searchInBoth(page, noScripts, "hounds")) {
      await expect(shown.getByRole("heading", { name: "Dogs waiting for a home" })).toBeVisible();
      await expect(shown).toHaveTitle("Dogs waiting for a home – Pawhaven");
      await expect(shown.getByText("is called “hounds”")).toHaveCount(0);
      const dogs = shown.getByRole("link", { name: /^Dogs \d+$/ });
      await expect(dogs).toHaveAttribute("aria-current", "true");
      await expect(dogs).toHaveAttribute("href", "/?kind=dog");
      await expect(shown.getByRole("link", { name: /^Cats [1-9]\d*$/ })).toHaveAttribute("href", "/?kind=cat");
      const count = Number(/\d+/.exec(String(await dogs.textContent()))?.[0]);
      await expect(shown.getByRole("status").filter({ hasText: `${count} dogs` })).toBeVisible();
      await expect(shown.locator(`${cards} p`, { hasText: /^Dog/ })).toHaveCount(Math.min(count, 24));
    }
    await expectAccessible(page);
    // A changed control takes the place of the search, and keeps what it was understood as.
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page).toHaveURL("/?kind=dog&sex=female");
    await expect(page.locator(`${cards} h3 + p`).first()).toHaveText(/^Dog.*Female/s);
    await page.getByRole("link", { name: /^Cats \d+$/ }).click();
    await expect(page).toHaveURL("/?kind=cat&sex=female");
  });

  const ENTRIES: [entry: string, name: string, enter: (page: Page) => Promise<unknown>][] = [
    ["by its URL", "Storyteller", (page) => page.goto("/?q=beagle")],
    ["by the search form", "Reciter", (page) => openHydrated(page, "/").then(() => search(page, "beagle"))],
  ];
  for (const [entry, name, enter] of ENTRIES) {
    test(`where no name matches, animals whose stories mention the text come first, ${entry}`, async ({
      page,
      service,
    }) => {
      await tell(service, name, 1, "A beagle who climbs every fence.");
      await enter(page);
      // The animals of the kind follow.
      await expect(page.getByRole("heading", { name: /^\d+ dogs? whose story says “beagle”$/ })).toBeVisible();
      await expect(page).toHaveTitle(/^\d+ dogs? whose story says “beagle” – Pawhaven$/);
      await expect(page.locator(`${cards} h3`).first()).toHaveText(name);
      await expect(page.locator("mark").first()).toHaveText("beagle");
      await expect(page.getByRole("heading", { name: "Other dogs", exact: true })).toBeVisible();
      await expect(page.locator(`${cards} h3`, { hasText: name })).toHaveCount(1);
      await expectAccessible(page);
    });
  }

  test("stories show the words around the text, which stays when a kind is chosen", async ({ page, service }) => {
    await tell(service, "Climber", 1, "A beagle who climbs every scaffold.");
    await tell(service, "Tomcat", 2, "He grew up with a beagle, on a scaffold.");
    await openHydrated(page, "/");
    await search(page, "scaffold");
    await expect(page.getByRole("heading", { name: "2 animals whose story says “scaffold”" })).toBeVisible();
    await expect(page.locator(`${cards} h3`)).toHaveText(["Tomcat", "Climber"]);
    await expect(page.locator(`${cards} p:has(mark)`)).toHaveText([
      "“He grew up with a beagle, on a scaffold.”",
      "“A beagle who climbs every scaffold.”",
    ]);
    await expect(page.locator("mark")).toHaveText(["scaffold", "scaffold"]);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Cats", exact: true }).click();
    await expect(page.locator(`${cards} h3`).first()).toHaveText("Tomcat");
    await expect(page).toHaveURL("/?q=scaffold+cat");
  });

  test("a breed stays in the search when a fact or another kind is chosen", async ({ page, service }) => {
    await tell(service, "Sledger", 1, "A husky who pulls.");
    await openHydrated(page, "/");
    await search(page, "husky");
    const found = page.getByRole("heading", { name: "1 dog whose story says “husky”" });
    await expect(found).toBeVisible();
    await page.getByLabel("Size").selectOption("Small");
    await expect(page).toHaveURL("/?q=husky&kind=dog&size=small");
    await page.goBack();
    await expect(found).toBeVisible();
    await page.getByRole("link", { name: "Cats", exact: true }).click();
    await expect(page).toHaveURL("/?q=husky+cat");
    await expect(page.getByRole("heading", { name: "Cats waiting for a home" })).toBeVisible();
    await expect(page.getByText("We found nothing about “husky”.")).toBeVisible();
    await expect(page.locator(`${cards} h3`, { hasText: "Sledger" })).toHaveCount(0);
  });

  test("the name of an animal that is pending or adopted says what became of it, with and without JavaScript", async ({
    page,
    noScripts,
    service,
  }) => {
    await addPet(service, "Wexford", { status: "pending" });
    await addPet(service, "Wexley", { status: "sold" });
    for (const shown of await searchInBoth(page, noScripts, "wexford")) {
      await expect(shown.getByRole("heading", { name: "Wexford is pending" })).toBeVisible();
      await expect(shown).toHaveTitle("Wexford is pending – Pawhaven");
      await expect(shown.getByText("is called “wexford”")).toHaveCount(0);
      await expect(shown.locator(`${cards} h3`)).toHaveText(["Wexford"]);
      await expect(shown.locator(`${cards} strong`)).toHaveText(["Pending"]);
      await expect(shown.getByRole("heading", { name: "Other cats waiting for a home" })).toBeVisible();
      await expect(shown.getByText("No name matches")).toHaveCount(0);
    }
    await expectAccessible(page);
    await search(page, "wexley");
    await expect(page.getByRole("heading", { name: "Wexley has found a home" })).toBeVisible();
    await expect(page.locator(`${cards} strong`)).toHaveText(["Adopted"]);
    // A part of several names.
    await search(page, "wexl");
    await expect(page.getByRole("heading", { name: "Wexley has found a home" })).toBeVisible();
    await search(page, "wex");
    await expect(page.getByRole("heading", { name: "2 pending or adopted animals called “wex”" })).toBeVisible();
    await expect(page.locator(`${cards} h3`)).toHaveText(["Wexley", "Wexford"]);
  });

  test("words for facts are shown in the filters, with and without JavaScript", async ({ page, noScripts }) => {
    for (const shown of await searchInBoth(page, noScripts, "female dog")) {
      await expect(shown.getByRole("heading", { name: "Female dogs", exact: true })).toBeVisible();
      await expect(shown).toHaveTitle("Female dogs – Pawhaven");
      const facts = await shown.locator(`${cards} h3 + p`).allTextContents();
      expect(facts.length).toBeGreaterThan(0);
      expect(facts).toEqual(facts.map(() => expect.stringMatching(/^Dog.*\nFemale/s)));
      await expect(shown.getByRole("link", { name: /^Dogs \d+$/ })).toHaveAttribute("aria-current", "true");
      await expect(shown.getByLabel("Sex")).toHaveValue("female");
    }
    await page.goto("/?q=small+animals+good+with+kids");
    await expect(page.getByRole("heading", { name: "Small animals, good with children", exact: true })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel("Size")).toHaveValue("small");
    await expect(page.getByRole("checkbox", { name: "Children" })).toBeChecked();
  });

  test("a misspelled name is counted, filtered and linked as the name that was meant, with and without JavaScript", async ({
    page,
    noScripts,
  }) => {
    for (const shown of await searchInBoth(page, noScripts, "lunna")) {
      await expect(shown.getByRole("heading", { name: "Animals called “Luna”" })).toBeVisible();
      await expect(shown).toHaveTitle("Animals called “Luna” – Pawhaven");
      await expect(shown.getByText("No animal is called “lunna”. These are animals called “Luna”.")).toBeVisible();
      await expect(shown.locator(`${cards} h3`)).toHaveText(["Luna"]);
      const all = shown.getByRole("link", { name: "All 1", exact: true });
      await expect(all).toHaveAttribute("href", "/?q=Luna");
      await expect(shown.getByRole("link", { name: "Cats 0", exact: true })).toHaveAttribute(
        "href",
        "/?q=Luna&kind=cat",
      );
      await expect(shown.getByRole("link", { name: "Adopted", exact: true }).first()).toHaveAttribute(
        "href",
        "/?q=Luna&status=sold",
      );
      await expect(shown.getByRole("searchbox")).toHaveValue("lunna");
    }
    await expectAccessible(page);
    // A changed control keeps the name that was meant.
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page).toHaveURL("/?q=Luna&sex=female");
    await expect(page.getByRole("heading", { name: "Female animals called “Luna”" })).toBeVisible();
  });

  test("a search and the same filters, chosen by hand, have the same heading and controls", async ({ page }) => {
    const heading = page.getByRole("heading", { name: "Dogs, good with children and cats", exact: true });
    for (const href of [
      "/?q=dog+for+children+and+cat",
      "/?q=dog+for+cats+and+kids",
      "/?kind=dog&good=children&good=cats",
    ]) {
      await page.goto(href);
      await expect(heading).toBeVisible();
      await expect(page.getByRole("link", { name: /^Dogs \d+$/ })).toHaveAttribute("aria-current", "true");
      for (const [name, isChosen] of [
        ["Children", true],
        ["Dogs", false],
        ["Cats", true],
      ] as const) {
        await expect(page.getByRole("checkbox", { name })).toBeChecked({ checked: isChosen });
      }
    }
    // Several kinds are no filter, but the age is.
    await openHydrated(page, "/?q=old+dogs+and+cats");
    await expect(page.getByRole("heading", { name: /senior dogs and cats$/i })).toBeVisible();
    await expect(page.getByLabel("Age")).toHaveValue("senior");
    const chosen = page.getByRole("navigation", { name: "Filter by kind" }).locator("[aria-current]");
    await expect(chosen).toHaveText([/^Dogs/, /^Cats/]);
    await page.getByLabel("Age").selectOption("adult");
    await expect(page).toHaveURL("/?q=dog+cat&age=adult");
    await expect(page.getByRole("heading", { name: /adult dogs and cats$/i })).toBeVisible();
  });

  test("a sentence about a household sets the filters, and claims nothing else", async ({ page, service }) => {
    const id = await addPet(service, "Companion", { categoryId: 7 });
    await setProfile(service, id, { bornOn: "2001", story: "A drowsy tortoise." });
    await openHydrated(page, "/");
    await search(page, "a drowsy older tortoise for a family with a cat and small children");
    const heading = page.getByRole("heading", { name: "Senior tortoises, good with children and cats", exact: true });
    await expect(heading).toBeVisible();
    await expect(page.getByRole("link", { name: "Tortoises", exact: true })).toHaveAttribute("aria-current", "true");
    await expect(page.getByLabel("Age")).toHaveValue("senior");
    await expect(page.getByLabel("Size")).toHaveValue("");
    for (const name of ["Children", "Cats"]) await expect(page.getByRole("checkbox", { name })).toBeChecked();
    await expect(page.getByText(/is called “|We found nothing/)).toHaveCount(0);
    // The story counts as one more wish.
    await expect(page.getByRole("heading", { name: "Closest to what you look for" })).toBeVisible();
    await expect(page.locator("[data-part=others] mark")).toHaveText("drowsy");
    await expectAccessible(page);
    await search(page, "dog small children");
    await expect(page.getByRole("heading", { name: "Dogs, good with children", exact: true })).toBeVisible();
    await expect(page.getByText("We found nothing")).toHaveCount(0);
  });

  test("Enter after a pause keeps the words of a search that means filters", async ({ page }) => {
    await openHydrated(page, "/");
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.pressSequentially("a young male dog");
    await expect(page).toHaveURL("/?q=a+young+male+dog");
    await expect(page.getByRole("heading", { name: /male baby and young dogs$/i })).toBeVisible();
    await field.press("Enter");
    await expect(page.locator("#list-heading")).toBeFocused();
    await expect(page).toHaveURL("/?q=a+young+male+dog");
    await expect(field).toHaveValue("a young male dog");
  });

  test("several kinds are all shown, and words that no story has are named", async ({ page }) => {
    await page.goto("/?q=black+dog+cat");
    await expect(page.getByRole("heading", { name: /dogs and cats waiting for a home$/i })).toBeVisible();
    await expect(page.getByText("We found nothing about “black”.")).toBeVisible();
    for (const kind of [/^Dog/, /^Cat/]) await expect(page.locator(`${cards} p`, { hasText: kind })).not.toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Cats", exact: true }).last().click();
    await expect(page).toHaveURL("/?kind=cat");
  });

  test("an age shows its groups, and says what they are", async ({ page }) => {
    await openHydrated(page, "/");
    await search(page, "dogs under 2 years");
    await expect(page.getByRole("heading", { name: /baby and young dogs waiting for a home$/i })).toBeVisible();
    await expect(page.getByText("young animals are 1 or 2 years old.")).toBeVisible();
    await expect(page.getByLabel("Age").locator("option:checked")).toHaveText("Baby or young");
    await expect(page.getByRole("link", { name: "Dogs", exact: true })).toHaveAttribute("aria-current", "true");
    const facts = await page.locator(`${cards} h3 + p`).allTextContents();
    expect(facts.length).toBeGreaterThan(1);
    expect(facts).toEqual(
      facts.map(() => expect.stringMatching(/^Dog,\s(less\sthan|(about\s)?[12]\syears?|\d+\s(weeks?|months?))/)),
    );
    await expectAccessible(page);
    // Another kind keeps the age.
    await page.getByRole("link", { name: "Cats", exact: true }).click();
    await expect(page.getByRole("heading", { name: /baby and young cats waiting for a home$/i })).toBeVisible();
    await page.getByRole("link", { name: "Young cats", exact: true }).click();
    await expect(page).toHaveURL("/?kind=cat&age=young");
  });

  test("several names find all of these animals, and name the one that is not here", async ({ page, service }) => {
    await addPet(service, "Vexley");
    await addPet(service, "Vantor", { status: "pending" });
    await page.goto("/?q=Vexley,+Vantor+and+Vundra");
    await expect(page.getByRole("heading", { name: "2 animals called “Vexley” or “Vantor”" })).toBeVisible();
    await expect(page.getByText("No animal is called “Vundra”.")).toBeVisible();
    await expect(page.locator(`${cards} h3`)).toHaveText(["Vexley", "Vantor"]);
    await expectAccessible(page);
  });

  test("a misspelled breed and a kind with swapped letters show what was meant, or lead to it", async ({ page }) => {
    await page.goto("/?q=black+labradr");
    await expect(page.getByRole("heading", { name: /^Dogs waiting|^\d+ dogs? whose story says/ })).toBeVisible();
    await expect(page.getByText("“black labrador”").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto("/?q=dgo");
    await expect(page.getByRole("heading", { name: "Dogs waiting for a home" })).toBeVisible();
    await expect(page.getByText("Showing results for “dog”.")).toBeVisible();
    // This may be a name.
    await page.goto("/?q=pupyy");
    await expect(page.getByRole("heading", { name: "Did you mean “puppy”?" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "“puppy”" }).click();
    await expect(page).toHaveURL("/?q=puppy");
  });

  test("a text that nothing matches leaves the kinds as they are", async ({ page }) => {
    await page.goto("/?q=nobody+is+called+this");
    const link = page.getByRole("link", { name: /^Dogs [1-9]\d*$/ });
    await expect(link).toHaveAttribute("href", "/?kind=dog");
    await expect(link.locator("svg")).not.toHaveClass(/grayscale/);
  });

  test("a kind that is not known is not taken for all animals", async ({ page }) => {
    await page.goto("/?kind=dragon");
    await expect(page.getByRole("heading", { name: "This kind of animal is not known", level: 1 })).toBeVisible();
    await expect(page.locator(cards)).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Dogs" }).click();
    await expect(page).toHaveURL("/?kind=dog");
    await expect(page.getByRole("heading", { name: "Dogs waiting for a home" })).toBeVisible();
  });
});
