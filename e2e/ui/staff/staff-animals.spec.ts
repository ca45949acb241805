import { newKind, setProfile } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { addPets, numbered, sendApplication } from "../support/staff-calls";
import { ANIMALS, choose, listHeading, row, statusOf } from "../support/staff-list";

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN);

test("other pages of the list and a reload keep the selection, and leaving the list ends it", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Finder", 27));
  await sendApplication(page, Number(ids.at(-1)), { name: "Vera Applies" });
  // Without a session, not even the data for the first paint is sent.
  expect(await (await fetch(`${service.origin}${ANIMALS}?kind=${kind}`)).text()).not.toContain("Finder");
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await expect(row(page, "Finder 027")).toContainText("no photo, 1 applicant");
  await expect(listHeading(page)).toHaveText("1–25 of 27 animals of this kind");
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("checkbox", { name: "Select Finder 027" }).check();
  await page.getByRole("link", { name: "Older animals" }).click();
  await expect(page).toHaveURL(new RegExp(`kind=${kind}&cursor=`));
  await expect(listHeading(page)).toBeFocused();
  await expect(listHeading(page)).toHaveText("26–27 of 27 animals of this kind");
  await expect(row(page, "Finder 001")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select Finder 001" }).check();
  await page.reload();
  const selected = page.getByRole("region", { name: "Selected animals" });
  await expect(selected).toContainText(/2 selected,\s*1 not on this page/);
  await page.getByRole("link", { name: "Adoptions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Adoptions" })).toBeVisible();
  await page.goBack();
  await expect(row(page, "Finder 001")).toBeVisible();
  await expect(selected).toHaveCount(0);
});

test("search, kind, status and order of the list are in the URL, and the heading counts the animals", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, numbered("Sorter", 27));
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await page.getByRole("checkbox", { name: "Select Sorter 027" }).check();
  const selected = page.getByRole("region", { name: "Selected animals" });
  const added = page.getByRole("columnheader", { name: /^Added, (newest|oldest) first$/ });
  await expect(added).toHaveAttribute("aria-sort", "descending");
  await added.getByRole("button", { name: "Added" }).click();
  await expect(added).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(new RegExp(`kind=${kind}&sort=oldest$`));
  await expect(page.getByRole("row").nth(1)).toContainText("Sorter 001");

  // The order keeps the selection. Another filter ends it.
  await expect(selected).toContainText("1 selected");
  await page.getByLabel("Search by name").fill("sorter 01");
  await expect(page).toHaveURL(/q=sorter\+01/);
  await expect(listHeading(page)).toHaveText("10 animals of this kind with “sorter 01” in the name, breed or story");
  await expect(selected).toHaveCount(0);
  await choose(page, "Sorter 011", "Pending");
  await expect(page.getByText("Sorter 011 is now pending.")).toBeVisible();
  await page.getByRole("link", { name: /^Pending/ }).click();
  await expect(listHeading(page)).toHaveText(
    "1 pending animal of this kind with “sorter 01” in the name, breed or story",
  );
  // The URL is enough to open the same list, even for the server.
  await page.reload();
  await expect(row(page, "Sorter 011")).toBeVisible();
  await page.goBack();
  await expect(listHeading(page)).toHaveText(/^10 animals/);
  await page.getByLabel("Search by name").fill("nothing like it");
  await page.getByRole("button", { name: "Show all animals" }).click();
  await expect(page.getByLabel("Search by name")).toHaveValue("");
  await expect(page).toHaveURL(/animals\?sort=oldest$/);

  // The word for a kind that is in no name offers the kind.
  await page.getByLabel("Search by name").fill("Ponies");
  await page.getByRole("button", { name: "Show horses" }).click();
  await expect(page).toHaveURL(/animals\?sort=oldest&kind=8$/);
  await expect(page.getByLabel("Search by name")).toHaveValue("");
});

test("a search for a number finds the animal with it, and those with the number in the name", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  const [id = 0] = await addPets(page, kind, ["Numbered"]);
  await addPets(page, kind, [`Litter ${id}`, "Other"]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const search = page.getByLabel("Search by name, number or breed");
  await search.fill(String(id));
  await expect(listHeading(page)).toHaveText(`2 animals of this kind with “${id}” as the number or in the name`);
  await expect(page.getByRole("row").nth(1)).toContainText(`Litter ${id}`);
  await expect(page.getByRole("row").nth(2)).toContainText("Numbered");
  await expect(page.getByRole("row").nth(2).getByText(`#${id}`)).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByRole("region", { name: "Selected animals" })).toContainText("2 selected");
  await search.fill(`#${id}`);
  await expect(listHeading(page)).toHaveText(`1 animal of this kind with “#${id}” as the number or in the name`);
  // The server finds it, too.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("Numbered");
  await expect(row(page, "Numbered")).toBeVisible();
  // A phone has room for the numbers only while they are searched for.
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(row(page, "Numbered").getByText(`#${id}`)).toBeVisible();
  await search.fill("Numb");
  await expect(row(page, "Numbered")).toBeVisible();
  await expect(row(page, "Numbered").getByText(`#${id}`)).toBeHidden();
});

test("a breed that is no name finds the animals with it, in all statuses alike", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const [first = 0, second = 0] = await addPets(page, kind, ["Bred One", "Bred Two", "Bred Three"]);
  await setProfile(service, first, { breed: "Zottelhund mix" });
  await setProfile(service, second, { story: "Grew up with a zottelhund." });
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const search = page.getByLabel("Search by name, number or breed");
  await search.fill("zottel");
  await expect(listHeading(page)).toHaveText("2 animals of this kind with “zottel” in the name, breed or story");
  await expect(row(page, "Bred One")).toContainText("Zottelhund mix");
  // Each row shows where the word was found.
  await expect(row(page, "Bred One")).toContainText("Breed: Zottelhund mix");
  await expect(row(page, "Bred Two")).toContainText("“Grew up with a zottelhund.”");
  await expect(row(page, "Bred Two").locator("mark")).toHaveText("zottelhund");
  await choose(page, "Bred One", "Pending");
  await page.getByRole("link", { name: /^Pending/ }).click();
  await expect(listHeading(page)).toHaveText("1 pending animal of this kind with “zottel” in the name, breed or story");
  // The server finds it, too.
  expect(await (await page.request.get(page.url())).text()).toContain("Bred One");
});

test("a search finds words beside a kind, and offers what it may mean if it finds nothing", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const [id = 0] = await addPets(page, 5, ["Pottlewhisk"]);
  await setProfile(service, id, { story: "Has a xanthic coat." });
  const search = page.getByLabel("Search by name, number or breed");
  await search.fill("Pottlewisk");
  await expect(listHeading(page)).toHaveText("0 animals with “Pottlewisk”");
  await page.getByRole("button", { name: "Show “pottlewhisk”" }).click();
  await expect(row(page, "Pottlewhisk")).toBeVisible();
  await search.fill("xanthic hamsters");
  await page.getByRole("button", { name: "Show hamsters with “xanthic”" }).click();
  await expect(page).toHaveURL(`${ANIMALS}?q=xanthic&kind=5`);
  await expect(row(page, "Pottlewhisk")).toBeVisible();
});

test("an animal can be removed, and restored from the list of removed animals", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Mistake"]);
  const remove = async () => {
    await page.goto(`${ANIMALS}?kind=${kind}`);
    await page.getByRole("button", { name: "Actions for Mistake" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(page.getByText("Mistake was removed.")).toBeVisible();
    await expect(row(page, "Mistake")).toHaveCount(0);
    await expect(listHeading(page)).toBeFocused();
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Mistake")).toBeVisible();
  await remove();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Removed animals" }).click();
  await page.getByRole("listitem").filter({ hasText: "Mistake" }).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Mistake is in the list again.")).toBeVisible();
  await expect(page.locator(":focus")).toHaveCount(1);
  await addPets(page, kind, ["Neighbour"]);
  await page.getByRole("link", { name: "All animals" }).click();
  await expect(row(page, "Mistake")).toBeVisible();
  // An adopted animal stays.
  await choose(page, "Mistake", "Adopted");
  const adopted = page.getByText("Mistake is now adopted.");
  await expect(adopted).toBeVisible();
  await page.getByRole("button", { name: "Actions for Mistake" }).click();
  const item = page.getByRole("menuitem", { name: "Remove" });
  await expect(item).toHaveAttribute("aria-disabled", "true");
  await expect(item).toContainText("An adopted animal stays in the list.");
  await page.keyboard.press("Escape");
  // The sheet of the same animal keeps the message about it. The sheet of another animal closes it.
  await row(page, "Mistake").getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Edit Mistake" })).toBeVisible();
  await expect(adopted).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await row(page, "Neighbour").getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Edit Neighbour" })).toBeVisible();
  await expect(adopted).toHaveCount(0);
});

test("no width cuts a usual breed, and a narrow table shows the age under the name", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const [id = 0] = await addPets(page, kind, ["Shorthaired"]);
  const bornOn = `${new Date().getUTCFullYear() - 4}-01-01`;
  await setProfile(service, id, { breed: "Domestic Shorthair", sex: "female", bornOn });
  await page.goto(`${ANIMALS}?kind=${kind}`);
  const cut = (element: Element) =>
    element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
  for (const width of [1_024, 1_280, 1_440]) {
    await page.setViewportSize({ width, height: 800 });
    const breed = row(page, "Shorthaired").getByText("Domestic Shorthair");
    await expect(breed).toBeVisible();
    expect(await breed.evaluate(cut)).toBe(false);
  }
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row(page, "Shorthaired").getByRole("rowheader").getByText("4 years")).toBeVisible();
  }
  // The second line of "Added" is only about the waiting.
  await expect(
    row(page, "Shorthaired")
      .getByText(/^Waiting/)
      .filter({ visible: true }),
  ).toHaveCount(1);
});

test("on a phone the animals are cards that do not scroll sideways, and the status is easy to hit", async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, [
    "شمشون الكبير",
    "Bartholomew-Maximilian-the-Third-of-Upper-Something-and-Elsewhere",
    "🐶🐾",
  ]);
  await page.goto(`${ANIMALS}?kind=${kind}`);
  await expect(page.getByRole("row")).toHaveCount(4);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const box = await statusOf(page, "🐶🐾").boundingBox();
  expect(Number(box?.height)).toBeGreaterThanOrEqual(44);
  await choose(page, "🐶🐾", "Pending");
  await expect(page.getByText("🐶🐾 is now pending.")).toBeVisible();
  // Many rows fit on the screen. Who added and changed an animal is in its history.
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    expect((await row(page, "🐶🐾").boundingBox())?.height).toBeLessThanOrEqual(width === 320 ? 116 : 94);
    const boxes = page.getByRole("checkbox", { name: /^Select/ });
    const lefts = await boxes.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(
    row(page, "🐶🐾")
      .getByText(/^(Added|Changed) /)
      .first(),
  ).toBeHidden();
  await page.getByRole("button", { name: "Actions for 🐶🐾" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const changes = page.getByRole("dialog").getByRole("list", { name: "Changes" }).getByRole("listitem");
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText("Available → Pending");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Select all on this page").check();
  // A toast is above the bar at the bottom, and replaces the earlier toast with Undo.
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("dialog");
  const bar = await page.getByRole("region", { name: "Selected animals" }).boundingBox();
  await expect.poll(async () => bottomOf(await toast.boundingBox())).toBeLessThanOrEqual(Number(bar?.y));
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Dog" }).click();
  await expect(toast.filter({ hasText: /^3 animals were changed to “Dog”\./ })).toBeVisible();
  await expect(toast).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Change of many animals" })).toHaveCount(0);
  await expect(page.locator(":focus")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
