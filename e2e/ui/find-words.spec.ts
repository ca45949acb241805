import { expectAccessible } from "./accessibility";
import { expect, openHydrated, test } from "./service";

/** The cards of the list itself. */
const cards = "[data-part=card]:not([data-part=others] *)";

test.describe("searching for other words than names", () => {
  test("where no name matches, the word for a kind shows this kind, with and without JavaScript", async ({
    page,
    browser,
    service,
  }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin });
    const other = await plain.newPage();
    await openHydrated(page, "/");
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await field.fill("puppies");
    await field.press("Enter");
    await other.goto("/?q=puppies");
    for (const shown of [page, other]) {
      await expect(shown.getByRole("heading", { name: "Dogs waiting for a home", level: 1 })).toBeVisible();
      await expect(shown.getByText("No animal is called “puppies”. These are all dogs.")).toBeVisible();
      const dogs = shown.getByRole("link", { name: /^Dogs \d+$/ });
      await expect(dogs).toHaveAttribute("aria-current", "true");
      await expect(dogs).toHaveAttribute("href", "/?kind=dog");
      await expect(shown.getByRole("link", { name: /^Cats [1-9]\d*$/ })).toHaveAttribute("href", "/?kind=cat");
      const count = Number(/\d+/.exec(String(await dogs.textContent()))?.[0]);
      await expect(shown.getByRole("status").filter({ hasText: `${count} dogs` })).toBeVisible();
      await expect(shown.locator(`${cards} p`, { hasText: /^Dog/ })).toHaveCount(Math.min(count, 24));
    }
    await expectAccessible(page);
    await plain.close();
    // Other filters stay.
    await page.getByLabel("Sex").selectOption("Female");
    await expect(page.getByText("No animal with these filters is called “puppies”.")).toBeVisible();
    await expect(page.locator(`${cards} h3 + p`).first()).toHaveText(/^Dog.*Female$/s);
    await expect(page).toHaveURL("/?q=puppies&sex=female");
    await page.getByRole("link", { name: /^Cats \d+$/ }).click();
    await expect(page).toHaveURL("/?kind=cat&sex=female");
  });

  test("where no name matches, animals whose stories mention the text come first", async ({ page, service }) => {
    const goodWith = { children: null, dogs: null, cats: null };
    const tell = async (name: string, categoryId: number, story: string) => {
      const headers = { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" };
      const send = async (method: string, path: string, body: object) =>
        (await fetch(`${service.origin}/v1/pets${path}`, { method, headers, body: JSON.stringify(body) })).json();
      const { id } = (await send("POST", "", { name, categoryId })) as { id: number };
      await send("PUT", `/${id}/profile`, { story, sex: null, bornOn: null, size: null, goodWith });
    };
    await tell("Storyteller", 1, "A beagle who climbs every scaffold.");
    await tell("Tomcat", 2, "He grew up with a beagle, on a scaffold.");
    const first = page.locator(`${cards} h3`).first();
    const field = page.getByRole("searchbox", { name: "Search by name" });
    await page.goto("/?q=beagle");
    for (const isLater of [false, true]) {
      if (isLater) {
        await openHydrated(page, "/");
        await field.fill("beagle");
        await field.press("Enter");
      }
      // The animals of the kind follow.
      await expect(
        page.getByRole("heading", { name: /^\d+ dogs? whose stor(y mentions|ies mention) “beagle”$/ }),
      ).toBeVisible();
      await expect(first).toHaveText("Storyteller");
      await expect(page.getByText("No animal is called “beagle”.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "All dogs", exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await field.fill("scaffold");
    await field.press("Enter");
    await expect(page.getByRole("heading", { name: "2 animals whose stories mention “scaffold”" })).toBeVisible();
    await expect(page.locator(`${cards} h3`)).toHaveText(["Tomcat", "Storyteller"]);
    await expect(page.getByRole("heading", { name: "Nobody called “scaffold”", level: 1 })).toBeVisible();
    await expectAccessible(page);
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
