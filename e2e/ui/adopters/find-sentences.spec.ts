import { expectAccessible } from "../support/accessibility";
import { cards, search } from "../support/find-page";
import { addPet, setProfile } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

test.describe("searching for several things at once", () => {
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
    // There is a filter for the age, but none for several kinds.
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
    await page.goto("/?q=loud+dog+cat");
    await expect(page.getByRole("heading", { name: /dogs and cats waiting for a home$/i })).toBeVisible();
    await expect(page.getByText("We found nothing about “loud”.")).toBeVisible();
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
      facts.map(() => expect.stringMatching(/\b(less\sthan|(about\s)?[12]\syears?|\d+\s(weeks?|months?))/i)),
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
});
