import type { Locator, Page } from "@playwright/test";
import { newKind } from "../support/key-calls";
import { addSheet, nameBox } from "../support/new-pet";
import { expect, openHydrated, signIn, test } from "../support/service";
import { addPets } from "../support/staff-calls";
import { ANIMALS, choose, row, statusOf } from "../support/staff-list";

// Lists that open below a control: what happens between the press of an entry and the release.

/** Presses the middle of an entry whose place has settled. */
async function press(page: Page, entry: Locator): Promise<{ x: number; y: number }> {
  await entry.hover();
  const box = await entry.boundingBox();
  if (!box) throw new Error("the entry is not shown");
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  return point;
}

test("a status is chosen even if another animal appears above between the press and the release", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Pressed"]);
  await openHydrated(page, `${ANIMALS}?kind=${kind}`);
  await statusOf(page, "Pressed").click();
  const pending = page.getByRole("option", { name: "Pending" });
  const { y } = await press(page, pending);
  await addPets(page, kind, ["Newcomer"]);
  await expect(row(page, "Newcomer")).toBeVisible();
  await expect.poll(async () => (await pending.boundingBox())?.y).toBeGreaterThan(y);
  await page.mouse.up();
  await expect(page.getByText("Pressed is now pending.")).toBeVisible();
});

test("an entry from which the pointer is dragged away is not chosen", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  await addPets(page, kind, ["Dragged"]);
  await openHydrated(page, `${ANIMALS}?kind=${kind}`);
  await statusOf(page, "Dragged").click();
  const { x, y } = await press(page, page.getByRole("option", { name: "Pending" }));
  await page.mouse.move(x + 300, y, { steps: 4 });
  await page.mouse.up();
  // The list stays open, or closes if the click that opened it took no time, as clicks of a test do.
  await page.keyboard.press("Escape");
  await expect(statusOf(page, "Dragged")).toHaveAttribute("aria-expanded", "false");
  await expect(statusOf(page, "Dragged")).toHaveText("Available");
  await choose(page, "Dragged", "Pending");
  await expect(page.getByText("Dragged is now pending.")).toBeVisible();
});

test("while a status is being saved, its list does not open", async ({ page, service }) => {
  await signIn(page, service);
  const kind = newKind();
  const [id] = await addPets(page, kind, ["Saving"]);
  await openHydrated(page, `${ANIMALS}?kind=${kind}`);
  const response = Promise.withResolvers<void>();
  await page.route(`**/v1/pets/${id}`, async (route) => {
    await response.promise;
    await route.continue();
  });
  await choose(page, "Saving", "Pending");
  await expect(statusOf(page, "Saving")).toHaveAttribute("aria-busy", "true");
  await statusOf(page, "Saving").click();
  // If anything opens, it opens in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(statusOf(page, "Saving")).toHaveAttribute("aria-expanded", "false");
  response.resolve();
  await expect(page.getByText("Saving is now pending.")).toBeVisible();
  await choose(page, "Saving", "Available");
  await expect(page.getByText("Saving is now available.")).toBeVisible();
});

test("a kind is chosen even if the form scrolls between the press and the release", async ({ page, service }) => {
  await page.setViewportSize({ width: 1000, height: 420 });
  await signIn(page, service, `${ANIMALS}?new`);
  await expect(nameBox(page)).toBeFocused();
  const kind = addSheet(page).getByLabel("Kind");
  await kind.fill("hors");
  await expect(page.getByRole("option")).toHaveText(["Horse"]);
  const { y } = await press(page, page.getByRole("option", { name: "Horse" }));
  await kind.evaluate((input) => {
    for (let box = input.parentElement; box; box = box.parentElement) box.scrollBy(0, 60);
  });
  await expect.poll(async () => (await page.getByRole("option", { name: "Horse" }).boundingBox())?.y).not.toBe(y);
  await page.mouse.up();
  await expect(kind).toHaveValue("Horse");
});
