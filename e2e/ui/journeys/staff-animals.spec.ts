import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expectAccessible, tabTo } from "../support/accessibility";
import { test } from "../support/breakable-network";
import { addPet, call, newKind, petsOf, photoFile, photosOf } from "../support/calls";
import { choosePhotoStep, nameOf, photoMenu, photos, row, save, sheet, toast, undo } from "../support/pages";
import { expect, signIn } from "../support/service";

test("staff add an animal with the keyboard only, and take it back", async ({ page, service }) => {
  const kind = newKind();
  await signIn(page, service, `/staff/animals?kind=${kind}`);
  const opener = page.getByRole("button", { name: "Add animal" });
  await tabTo(opener);
  await page.keyboard.press("Enter");
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.insertText("Keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(kind));
  await expect(page.getByRole("option", { name: String(kind) })).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await tabTo(page.getByRole("button", { name: "Add, then another" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Keys was added.")).toBeVisible();
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  expect(await petsOf(service, kind)).toMatchObject([{ name: "Keys", status: "available" }]);
  await tabTo(page.locator("[data-part=toast]").getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(row(page, "Keys")).toHaveCount(0);
  await expect.poll(() => petsOf(service, kind)).toEqual([]);
});

test("several photos are sent at once, described, ordered by keyboard and pointer, removed and restored", async ({
  page,
  service,
}) => {
  const kind = newKind();
  const id = await addPet(service, "Pictured", { categoryId: kind });
  await signIn(page, service, `/staff/animals?kind=${kind}&edit=${id}`);
  const altOf = (place: number) => sheet(page).getByLabel(`What photo ${place} shows`);
  /** Expects the photos to be stored with these widths or descriptions. */
  const expectStored = (what: "width" | "alt", values: (number | string)[]) =>
    expect.poll(async () => (await photosOf(service, id)).map((photo) => photo[what])).toEqual(values);
  const files = [400, 500, 600].map(async (width) => ({
    name: `${width}.jpg`,
    mimeType: "image/jpeg",
    buffer: await photoFile(width),
  }));
  await sheet(page)
    .getByLabel("Add photos")
    .setInputFiles(await Promise.all(files));
  await expect(photos(page)).toHaveCount(3);
  await expect(photos(page).first()).toContainText("Cover");
  await expectAccessible(page);
  await expectStored("width", [400, 500, 600]);

  await altOf(1).fill("Sleeping in the sun");
  await page.keyboard.press("Enter");
  await expect(page.getByText("What the photo shows was changed.")).toBeVisible();
  await altOf(3).fill("On the sofa");
  await altOf(3).blur();
  await expectStored("alt", ["Sleeping in the sun", "", "On the sofa"]);
  await photoMenu(page, 1).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Move later" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByText("Photo moved to place 2 of 3.")).toBeAttached();
  await expect(altOf(2)).toHaveValue("Sleeping in the sun");
  await expectStored("width", [500, 400, 600]);
  await undo(page, "The order of the photos was changed.");
  await expectStored("width", [400, 500, 600]);
  await expect(altOf(1)).toHaveValue("Sleeping in the sun");
  await altOf(2).fill("A mistake");
  await page.keyboard.press("Enter");
  await expectStored("alt", ["Sleeping in the sun", "A mistake", "On the sofa"]);
  await undo(page, "What the photo shows was changed.");
  await expectStored("alt", ["Sleeping in the sun", "", "On the sofa"]);

  await photos(page).nth(2).getByRole("img").hover();
  await page.mouse.down();
  await photos(page).nth(0).getByRole("img").hover({ force: true });
  await page.mouse.up();
  await expectStored("width", [600, 400, 500]);
  await choosePhotoStep(page, 2, "Make cover");
  await expectStored("width", [400, 600, 500]);
  await choosePhotoStep(page, 3, "Remove");
  await expect(photoMenu(page, 2)).toBeFocused();
  await expectStored("width", [400, 600]);
  await undo(page, "The photo was removed.");
  await expectStored("alt", ["Sleeping in the sun", "On the sofa", ""]);
  await expect(photos(page)).toHaveCount(3);
});

test("an animal that staff hide is gone for visitors until they show it, and staff still see its photo", async ({
  page,
  service,
  elsewhere,
}) => {
  const kind = newKind();
  const id = await addPet(service, "Shy", { categoryId: kind });
  await call(service, `/pets/${id}/photos`, { method: "POST", body: await photoFile(517) });
  await signIn(page, service, `/staff/animals?kind=${kind}&edit=${id}`);
  const visitor = await elsewhere(`/animals/${id}`);
  await expect(visitor.getByRole("heading", { name: "Shy", level: 1 })).toBeVisible();
  await sheet(page).getByLabel("Not public").selectOption("Quarantine");
  await sheet(page).getByLabel("Kennel or foster home").fill("Kennel 4");
  await expectAccessible(page);
  await save(page).click();
  await expect(row(page, "Shy")).toContainText("Not public: quarantine");
  await expect.poll(async () => (await visitor.reload())?.status()).toBe(404);
  const photo = (await row(page, "Shy").locator("img").getAttribute("src")) ?? "";
  const statusFor = async (who: typeof page) => (await who.request.get(service.origin + photo)).status();
  await expect.poll(() => statusFor(visitor)).toBe(404);
  expect(await statusFor(page)).toBe(200);
  await page.getByRole("checkbox", { name: "Select Shy" }).check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page
    .getByRole("group", { name: "Hide or show" })
    .getByRole("menuitem", { name: "Public", exact: true })
    .click();
  await expect(toast(page, "1 animal is now public.")).toBeVisible();
  await expect.poll(async () => (await visitor.reload())?.status()).toBe(200);
});

// The network between the browser and the service fails while the browser says that it is online.
test("photos are kept while the network stalls and breaks, and arrive once", async ({ page, service, network }) => {
  const kind = newKind();
  const id = await addPet(service, "Socket", { categoryId: kind });
  const stored = async () => (await photosOf(service, id)).length;
  const noise = { raw: { width: 900, height: 600, channels: 3 } } as const;
  const buffer = await sharp(randomBytes(900 * 600 * 3), noise)
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(400_000);
  await signIn(page, service, `/staff/animals?kind=${kind}&edit=${id}`);
  network.cutAfter(200_000);
  await sheet(page)
    .getByLabel("Add photos")
    .setInputFiles([{ name: "half.jpg", mimeType: "image/jpeg", buffer }]);
  const again = sheet(page).getByRole("button", { name: "Try again: half.jpg" });
  await expect(again).toBeVisible();
  network.restore();
  expect(await stored()).toBe(0);
  await again.click();
  await expect(photos(page)).toHaveCount(1);
  await expect.poll(stored).toBe(1);

  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  network.stall();
  await choosePhotoStep(page, 1, "Remove");
  await sent;
  await expect(photos(page)).toHaveCount(0);
  expect(await stored()).toBe(1);
  network.restore();
  await expect(page.getByText("The photo was removed.")).toBeVisible();
  await expect.poll(stored).toBe(0);
});
