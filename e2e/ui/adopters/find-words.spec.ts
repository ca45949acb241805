import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { cards, search, searchInBoth, tell, test } from "../support/find-page";
import { addPet, setProfile } from "../support/key-calls";
import { expect, openHydrated } from "../support/service";

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
      await expect(shown.locator(cards)).toHaveCount(Math.min(count, 24));
    }
    await expectAccessible(page);
    // A changed control takes the place of the search, and keeps what it was understood as.
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page).toHaveURL("/?kind=dog&sex=female");
    await expect(page.locator(`${cards} h3 + p`).first()).toHaveText(/\bfemale\b/i);
    await page.getByRole("link", { name: /^Cats \d+$/ }).click();
    await expect(page).toHaveURL("/?kind=cat&sex=female");
  });

  const ENTRIES: [entry: string, name: string, enter: (page: Page) => Promise<unknown>][] = [
    ["by its URL", "Storyteller", (page) => page.goto("/?q=beagle")],
    ["by the search form", "Reciter", (page) => openHydrated(page, "/").then(() => search(page, "beagle"))],
  ];
  for (const [entry, name, enter] of ENTRIES) {
    test(`where no name matches, animals whose stories or breeds mention the text come first, ${entry}`, async ({
      page,
      service,
    }) => {
      await tell(service, name, 1, "A beagle who climbs every fence.");
      await enter(page);
      // The animals of the kind follow.
      await expect(page.getByRole("heading", { name: /^\d+ dogs? whose breed or story says “beagle”$/ })).toBeVisible();
      await expect(page).toHaveTitle(/^\d+ dogs? whose breed or story says “beagle” – Pawhaven$/);
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

  test("a search for a breed finds animals by it, and by stories", async ({ page, service }) => {
    const id = await addPet(service, "Truffler");
    await setProfile(service, id, { breed: "Lagotto mix", story: "Digs." });
    await openHydrated(page, "/");
    await search(page, "lagotto");
    await expect(page.getByRole("heading", { name: "1 animal whose breed includes “lagotto”" })).toBeVisible();
    await expect(page.locator(`${cards} p:has(mark)`)).toHaveText("Breed: Lagotto mix");
    await page.locator(cards).getByRole("link", { name: "Truffler" }).click();
    await expect(
      page
        .getByRole("article")
        .getByText(/^Breed/)
        .locator(".."),
    ).toHaveText("BreedLagotto mix");
    await page.goto(`/animals/${id}/apply`);
    await expect(page.getByText(/ · Lagotto mix$/).filter({ visible: true })).toBeVisible();

    await tell(service, "Forager", 1, "Grew up with a lagotto.");
    await page.goto("/?q=lagotto");
    await expect(page.getByRole("heading", { name: "2 animals whose breed or story says “lagotto”" })).toBeVisible();
    await expectAccessible(page);
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
      // No animal of the chosen status was found.
      const statuses = shown.getByRole("navigation", { name: "Filter by status" });
      await expect(statuses.getByRole("link", { name: "Available" })).toBeVisible();
      await expect(statuses.locator("[aria-current]")).toHaveCount(0);
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
      expect(facts).toEqual(facts.map(() => expect.stringMatching(/\bfemale\b/i)));
      await expect(shown.getByRole("link", { name: /^Dogs \d+$/ })).toHaveAttribute("aria-current", "true");
      await expect(shown.getByLabel("Sex")).toHaveValue("female");
    }
    await page.goto("/?q=small+animals+good+with+kids");
    await expect(page.getByRole("heading", { name: "Small animals, good with children", exact: true })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel("Size")).toHaveValue("small");
    await expect(page.getByRole("checkbox", { name: "Children" })).toBeChecked();
  });

  test("a text that nothing matches leaves the kinds as they are, and links to a search that works", async ({
    page,
    noScripts,
  }) => {
    await page.goto("/?q=nobody+is+called+this");
    const link = page.getByRole("link", { name: /^Dogs [1-9]\d*$/ });
    await expect(link).toHaveAttribute("href", "/?kind=dog");
    await expect(link.locator("svg")).not.toHaveClass(/grayscale/);
    await noScripts.goto("/?q=nobody+is+called+this");
    for (const shown of [page, noScripts]) {
      await shown.getByRole("link", { name: "Try “young female cat”" }).click();
      await expect(shown).toHaveURL("/?q=young+female+cat");
      await expect(shown.getByLabel("Sex")).toHaveValue("female");
      await expect(shown.getByRole("link", { name: "Cats", exact: true })).toHaveAttribute("aria-current", "true");
    }
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
