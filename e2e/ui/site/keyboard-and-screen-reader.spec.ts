import { addSheet } from "../support/new-pet";
import { expect, signIn, test } from "../support/service";

test("screen readers get names and states of a card, an animal's page and the form", async ({ page, service }) => {
  await page.goto("/?status=sold");
  await expect(page.locator("[data-part=card]").first()).toMatchAriaSnapshot(`
    - listitem:
      - heading /.+/ [level=3]:
        - link /.+/
      - paragraph: /(Dog|Cat|Rabbit|Guinea pig|Hamster|Bird|Tortoise|Horse)(, .+)?/
      - button /Favourite. .+/
  `);
  await page.goto("/animals/1");
  await expect(page.getByRole("article")).toMatchAriaSnapshot(`
    - article:
      - heading /.+/ [level=1]
      - paragraph
      - term: Kind
      - definition: /.+/
      - region "Good with":
        - heading "Good with" [level=2]
        - term: /Children|Dogs|Cats/
        - definition: /Yes|No/
      - link /Adopt or ask about .+/
      - button "Favourite"
      - button "Share"
      - button "Print"
  `);
  await signIn(page, service);
  await page.getByRole("button", { name: "Add animal" }).click();
  await expect(addSheet(page)).toMatchAriaSnapshot(`
    - dialog "Add an animal":
      - heading "Add an animal" [level=2]
      - button "Close"
      - text: Name
      - textbox "Name"
      - text: Kind
      - group:
        - combobox "Kind"
        - button "Show all"
      - text: Status
      - combobox "Status"
      - button "Add animal"
      - button "Add, then another"
  `);
});

test("adopters can browse and open an animal with the keyboard only", async ({ page }) => {
  await page.goto("/?status=all");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const tabTo = async (text: RegExp) => {
    for (let presses = 0; presses < 120 && !text.test(await focused()); presses++) await page.keyboard.press("Tab");
    expect(await focused()).toMatch(text);
  };
  await tabTo(/^Next page/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/cursor=/);
  await expect(page.getByRole("heading", { name: "All animals" })).toBeFocused();
  const first = page.locator("[data-part=card]").first();
  const name = String(await first.getByRole("heading").textContent());
  await tabTo(new RegExp(`^${name}$`));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await tabTo(/^All animals$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?status=all&cursor=/);
});
