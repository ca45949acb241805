import { cards } from "../support/find-page";
import { addPet, setProfile } from "../support/key-calls";
import { expect, test } from "../support/service";

test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

test("without JavaScript, kinds, filters, words, sorting and pages are links and forms, on a phone too", async ({
  page,
  service,
}) => {
  for (const [name, sex] of [
    ["Quibble Senior", "male"],
    ["Quibble", "female"],
  ] as const)
    await setProfile(service, await addPet(service, name, { categoryId: 1 }), { sex, bornOn: "2004" });
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
    await page.getByRole("searchbox").fill("quibble");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("matching “quibble”");
    await expect(page.getByLabel("Sex")).toHaveValue("male");
    await expect(page.getByLabel("Sort")).toHaveValue("oldest");
    await expect(page.getByRole("searchbox")).toHaveValue("quibble");
    await expect(names).toHaveText(["Quibble Senior"]);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/?q=quibble&kind=dog&status=all&sort=oldest");
    await expect(names).toHaveText(["Quibble Senior", "Quibble"]);
    await expect(page.getByRole("button", { name: /^Favourite/ })).toHaveCount(0);
  });
  await test.step("pages lead on and back", async () => {
    await page.goto("/?status=all");
    await expect(names).toHaveCount(24);
    const first = await names.allTextContents();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page).toHaveURL(/cursor=/);
    await expect(names).not.toHaveText(first);
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect(names).toHaveText(first);
  });
  await test.step("what needs JavaScript is not offered, or says so", async () => {
    await page.goto("/animals/1");
    await expect(page.getByRole("link", { name: "All animals" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toHaveCount(0);
    // If only Chromium's debugger switches scripts off, it parses <noscript> as if they ran. So check the source.
    const sourceOf = async (path: string) => (await page.request.get(path)).text();
    expect(await sourceOf("/staff")).toMatch(/<noscript>.*Signing in needs JavaScript\./);
    expect(await sourceOf("/favourites")).toMatch(/<noscript>.*needs JavaScript to show them\./);
  });
});
