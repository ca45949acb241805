import type { Page } from "@playwright/test";
import { tabTo } from "../support/accessibility";
import { listPets } from "../support/key-calls";
import { addButton, addSheet, countNamed, fillNewPet, nameBox } from "../support/new-pet";
import { apiRequests, expect, signIn, test } from "../support/service";
import { addPets } from "../support/staff-calls";

const firstRow = (page: Page) => page.locator("tbody tr").first();

test.describe("adding an animal", () => {
  test("an animal without a name or a kind is not sent, and one with the same name is pointed out", async ({
    page,
    service,
  }) => {
    await signIn(page, service, "/staff/animals?new");
    await addPets(page, 2, ["Namesake"]);
    await expect(nameBox(page)).toBeFocused();
    const requests = apiRequests(page);
    await addSheet(page).getByLabel("Status").focus();
    await addButton(page).click();
    await expect(nameBox(page)).toBeFocused();
    await expect(nameBox(page)).toHaveAccessibleDescription("Enter a name");
    await nameBox(page).fill("namesake");
    await addButton(page).click();
    await expect(addSheet(page).getByText("Choose a kind")).toBeVisible();
    // Only an animal of the same kind may be the same one.
    await addSheet(page).getByLabel("Kind").fill("cat");
    await page.getByRole("option", { name: "Cat" }).click();
    const question = addSheet(page).getByText(/^Same animal\?/);
    await expect(question).toContainText("Namesake (Cat, available)");
    await addSheet(page).getByLabel("Kind").fill("horse");
    // The options move while the list is being filtered.
    await expect(page.getByRole("option")).toHaveText(["Horse"]);
    await page.getByRole("option", { name: "Horse" }).click();
    await expect(addSheet(page).getByLabel("Kind")).toHaveValue("Horse");
    await expect(question).toHaveCount(0);
    await expect(addSheet(page).getByText("Choose a kind")).toHaveCount(0);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("an added animal is first in the list and in the API, and another can follow", async ({ page, service }) => {
    await signIn(page, service);
    await fillNewPet(page, "Biscuit", "Cat");
    const status = addSheet(page).getByLabel("Status");
    await expect(status).toHaveAccessibleDescription(/^Visitors see the animal as soon as you add it/);
    await status.selectOption("Pending");
    await expect(status).toHaveAccessibleDescription(/somebody has asked to adopt it/);
    await addSheet(page).getByRole("button", { name: "Add, then another" }).click();
    await expect(page.getByText("Biscuit was added.")).toBeVisible();
    await expect(nameBox(page)).toHaveValue("");
    await expect(nameBox(page)).toBeFocused();
    await page.keyboard.press("Escape");
    for (const text of ["Biscuit", "Cat", "Pending"]) await expect(firstRow(page)).toContainText(text);
    expect(await listPets(service, "limit=5")).toContainEqual(
      expect.objectContaining({ name: "Biscuit", categoryId: 2, status: "pending" }),
    );
  });

  test("after an animal was added, the focus goes to its photos, and then to its row", async ({ page, service }) => {
    await signIn(page, service);
    // The sheet is opened with a key, so no button gets the focus back: the new row does.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("n");
    await fillNewPet(page, "Crumpet");
    await addButton(page).click();
    await expect(addSheet(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Add photos" })).toBeFocused();
    await expect(page).toHaveURL(/edit=\d+$/);
    // Once the list has the row, it gets the focus. Until then its heading would.
    await expect(page.getByRole("checkbox", { name: "Select Crumpet", includeHidden: true })).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("checkbox", { name: "Select Crumpet" })).toBeFocused();
  });

  test("the row of a new animal gets the focus, even if it arrives after the sheet is closed", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("n");
    await fillNewPet(page, "Tuffet");
    const list = Promise.withResolvers<void>();
    await page.route(/\/v1\/pets\?(?!ids=).*waitsSince/, async (route) => {
      await list.promise;
      await route.continue();
    });
    await addButton(page).click();
    await expect(page.getByRole("button", { name: "Add photos" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator("h2:focus")).toHaveText(/animals/);
    list.resolve();
    await expect(page.getByRole("checkbox", { name: "Select Tuffet" })).toBeFocused();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  test("a double click adds one animal", async ({ page, service }) => {
    await signIn(page, service);
    const requests = apiRequests(page);
    await fillNewPet(page, "Only one");
    await addButton(page).dblclick();
    await expect(page.getByText("Only one was added.")).toBeVisible();
    expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    expect(await countNamed(service, "Only one")).toBe(1);
  });
});

test("on a phone, a toast covers neither the buttons nor the fields", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  await fillNewPet(page, "Marmalade");
  await addSheet(page).getByRole("button", { name: "Add, then another" }).click();
  const shown = page.locator("[data-part=toast]", { hasText: "Marmalade was added." });
  await expect(shown).toBeVisible();
  const title = addSheet(page).getByRole("heading", { name: "Add an animal" });
  // The toast slides in, and the sheet makes room for it.
  for (const part of [title, addSheet(page).getByRole("button", { name: "Close" }), nameBox(page), addButton(page)]) {
    const isFree = async () => {
      const [toast, box] = await Promise.all([shown.boundingBox(), part.boundingBox()]);
      return toast && box && (toast.y + toast.height <= box.y || box.y + box.height <= toast.y);
    };
    await expect.poll(isFree).toBe(true);
  }
  // The part that scrolls ends above it.
  const overlap = async () => {
    const [toast, scrolling] = await Promise.all([
      shown.boundingBox(),
      addSheet(page).locator(".overflow-y-auto").boundingBox(),
    ]);
    return toast && scrolling && scrolling.y + scrolling.height - toast.y;
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  // No word of its actions is broken.
  const lines = await shown.getByRole("link").evaluateAll((links) =>
    links.map((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual([1]);
});

test("on a phone, the toast over the photos of a new animal ends after five seconds", async ({ page, service }) => {
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, service);
  await fillNewPet(page, "Quickstep");
  // From now on, the time of the page passes only here.
  await page.clock.pauseAt(Date.now() + 60_000);
  // Not with the pointer, which would rest on the toast and keep it.
  await addButton(page).press("Enter");
  const toast = page.locator("[data-part=toast]", { hasText: "Quickstep was added." });
  await expect(async () => {
    await page.clock.runFor(100);
    expect(await toast.count()).toBe(1);
  }).toPass();
  await page.clock.runFor(4_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  // Fading out takes real time, too.
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await toast.count()).toBe(0);
  }).toPass();
});

test("staff can add an animal with the keyboard only", async ({ page, service }) => {
  await signIn(page, service);
  await tabTo(page, /^Add animal$/);
  await page.keyboard.press("Enter");
  await expect(nameBox(page)).toBeFocused();
  await page.keyboard.insertText("Keys 1");
  await page.keyboard.press("Tab");
  await page.keyboard.type("dog");
  await expect(page.getByRole("option", { name: "Dog" })).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await tabTo(page, /^Add, then another$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Keys 1 was added.")).toBeVisible();
  await expect(nameBox(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add animal" })).toBeFocused();
  // The URL changes a moment after the sheet is closed.
  await expect(page).toHaveURL(/\/staff\/animals$/);
  expect(await countNamed(service, "Keys 1")).toBe(1);
});

test("staff can add many with the keyboard only", async ({ page, service }) => {
  await signIn(page, service);
  await tabTo(page, /^Add many$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Add many" })).toBeVisible();
  await tabTo(page, /^Rows from a spreadsheet$/);
  await page.keyboard.insertText("Batch 1\tDog\nBatch 2\tCat\tpending");
  await tabTo(page, /^Add 2 animals$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 added")).toBeVisible();
  expect(await countNamed(service, "Batch ")).toBe(2);
});
