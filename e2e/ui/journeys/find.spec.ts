import { expectAccessible } from "../support/accessibility";
import { cards, nearest } from "../support/find-page";
import { addPet, setProfile } from "../support/key-calls";
import { apiRequests, expect, openHydrated, test } from "../support/service";

test("kinds, facts and words narrow the list, which looks the same to whoever opens its URL", async ({
  page,
  context,
  service,
}) => {
  const goodWith = { children: true, dogs: null, cats: null };
  const id = await addPet(service, "Marzipan", { categoryId: 1 });
  await setProfile(service, id, { sex: "female", breed: "Labrador mix", story: "A drowsy dog.", goodWith });
  const requests = apiRequests(page);
  await page.goto("/", { waitUntil: "networkidle" });
  // The server has rendered the first page.
  expect(requests).toEqual([]);
  const names = page.locator(`${cards} h3`);
  const kinds = page.getByRole("navigation", { name: "Filter by kind" });
  await kinds.getByRole("link", { name: /^Dogs \d+$/ }).click();
  await expect(page.getByRole("heading", { name: "Dogs waiting for a home", level: 1 })).toBeFocused();
  const entries = await page.evaluate(() => history.length);
  await page.getByLabel("Sex").focus();
  await page.getByLabel("Sex").selectOption("Female");
  await expect(page).toHaveURL("/?kind=dog&sex=female");
  await expect(page.getByLabel("Sex")).toBeFocused();
  await page.getByLabel("Children").check();
  await expect(page).toHaveURL("/?kind=dog&sex=female&good=children");
  const field = page.getByRole("searchbox", { name: "Search by name" });
  await field.pressSequentially("marzi");
  await expect(page).toHaveURL(/q=marzi/);
  await expect(field).toBeFocused();
  await expect(names).toHaveText(["Marzipan"]);
  // The history has one more entry for each control that was used, and one for everything that was typed.
  expect(await page.evaluate(() => history.length)).toBe(entries + 3);

  const other = await context.newPage();
  await openHydrated(other, page.url());
  await expect(other.locator(`${cards} h3`)).toHaveText(["Marzipan"]);
  await expect(other).toHaveTitle("Female dogs matching “marzi”, good with children – Pawhaven");
  await other.getByRole("link", { name: "Clear filters" }).click();
  await expect(other).toHaveURL("/?q=marzi&kind=dog");
  await other.goBack();
  await expect(other.getByLabel("Sex")).toHaveValue("female");

  const search = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
  };
  await page.goto("/");
  await search("drowsy dog good with kids");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(names).toHaveText(["Marzipan"]);
  await expect(page.locator(`${cards} mark`)).toHaveText("drowsy");
  await expect(page.getByRole("checkbox", { name: "Children" })).toBeChecked();
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("link");
  await expect(chips).toHaveText([/Dog$/, /Good with children$/]);
  await chips.nth(1).click();
  await expect(page).toHaveURL("/?q=drowsy&kind=dog");
  await page.goto("/");
  await search("labrdor");
  await expect(page.getByRole("heading", { name: "Did you mean “labrador”?" })).toBeVisible();
  await expect(page.locator(`${nearest} h3`, { hasText: "Marzipan" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "“labrador”" }).click();
  await expect(page).toHaveURL(/q=labrador/);
  await expect(page.locator(cards, { hasText: "Marzipan" })).toContainText("Breed: Labrador mix");
});
