import { expectAccessible } from "../support/accessibility";
import { cards, others, searchInBoth, test } from "../support/find-page";
import { expect, openHydrated } from "../support/service";

test.describe("searching with typing errors", () => {
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

  test("a misspelled breed and a kind with swapped letters show what was meant, or lead to it", async ({ page }) => {
    await page.goto("/?q=black+labradr");
    await expect(
      page.getByRole("heading", { name: /^Dogs waiting|^\d+ dogs? whose (breed includes|(breed or )?story says)/ }),
    ).toBeVisible();
    await expect(page.getByText("“black labrador”").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto("/?q=dgo");
    await expect(page.getByRole("heading", { name: "Dogs waiting for a home" })).toBeVisible();
    await expect(page.getByText("Showing results for “dog”.")).toBeVisible();
    // The note replaces the fee.
    await expect(page.getByText("Adoption fee: £180")).toHaveCount(0);
    // This may be a name.
    await page.goto("/?q=pupyy");
    await expect(page.getByRole("heading", { name: "Did you mean “puppy”?" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "“puppy”" }).click();
    await expect(page).toHaveURL("/?q=puppy");
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
    await expect(
      page.getByText("A search cannot leave animals out, so “not good with cats” changes nothing."),
    ).toBeVisible();
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
});
