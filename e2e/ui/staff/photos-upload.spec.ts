import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { plainPhoto } from "../../api/support/photos";
import { expectAccessible } from "../support/accessibility";
import { loseAnswers } from "../support/breakable-network";
import { addPet, callWithKey } from "../support/key-calls";
import { expect, type Service, signIn, test } from "../support/service";

// Toasts are dialogs too, so the name is needed.
const sheet = (page: Page) => page.getByRole("dialog", { name: /^Edit/ });
const photos = (page: Page) => sheet(page).getByRole("listitem", { name: /^Photo \d$/ });
const altOf = (page: Page, place: number) => sheet(page).getByLabel(`What photo ${place} shows`);

/** Photos of different shapes, so that each can be recognised. */
async function files(...names: string[]) {
  return Promise.all(
    names.map(async (name, index) => ({
      name,
      mimeType: "image/jpeg",
      buffer: await plainPhoto(400 + 100 * index, 300, "#8a6")
        .jpeg()
        .toBuffer(),
    })),
  );
}

const choose = (page: Page, chosen: Awaited<ReturnType<typeof files>>) =>
  sheet(page)
    .getByLabel(/Add (more )?photos/)
    .setInputFiles(chosen);

/** Opens the sheet of a new animal. `read` returns its photos through the API. */
async function openNew(page: Page, service: Service) {
  const id = await addPet(service, "Pictured", { categoryId: 1 });
  await signIn(page, service, `/staff/animals?edit=${id}`);
  await expect(sheet(page).getByRole("heading", { name: "Photos" })).toBeVisible();
  type Photos = { alt: string; width: number; urls: { 320: string } }[];
  const read = async () => (await callWithKey<{ photos: Photos }>(service, `/pets/${id}/profile`)).photos;
  return { id, read };
}

test("several photos are sent at once, described, ordered by keyboard and pointer, removed and restored", async ({
  page,
  service,
}) => {
  const { read } = await openNew(page, service);
  await choose(page, await files("one.jpg", "two.jpg", "three.jpg"));
  await expect(photos(page)).toHaveCount(3);
  await expect(photos(page).first()).toContainText("Cover");
  await expectAccessible(page);
  expect((await read()).map(({ width }) => width)).toEqual([400, 500, 600]);

  await altOf(page, 1).fill("Sleeping in the sun");
  await page.keyboard.press("Enter");
  await expect(photos(page).first()).toContainText("Saved");
  await altOf(page, 3).fill("On the sofa");
  await altOf(page, 3).blur();
  await expect.poll(async () => (await read())[2]?.alt).toBe("On the sofa");
  await expect(altOf(page, 3)).toHaveValue("On the sofa");

  await sheet(page).getByRole("button", { name: "Move Photo 1 later" }).focus();
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByText("Photo moved to place 2 of 3.")).toBeAttached();
  await expect(altOf(page, 2)).toHaveValue("Sleeping in the sun");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([500, 400, 600]);
  const undo = (text: string) =>
    page.locator("[data-part=toast]", { hasText: text }).getByRole("button", { name: "Undo" }).click();
  await undo("The order of the photos was changed.");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([400, 500, 600]);
  await sheet(page).getByRole("button", { name: "Move Photo 1 later" }).click();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([500, 400, 600]);
  await altOf(page, 1).fill("A mistake");
  await page.keyboard.press("Enter");
  await undo("What the photo shows was changed.");
  await expect
    .poll(async () => (await read()).map(({ alt }) => alt))
    .toEqual(["", "Sleeping in the sun", "On the sofa"]);

  const [from, to] = [photos(page).nth(2).getByRole("img"), photos(page).nth(0).getByRole("img")];
  await from.hover();
  await page.mouse.down();
  await to.hover({ force: true });
  await page.mouse.up();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([600, 500, 400]);
  await sheet(page).getByRole("button", { name: "Make cover: Photo 3" }).click();
  await expect(photos(page).first()).toBeFocused();
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([400, 600, 500]);
  await undo("The order of the photos was changed.");
  await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([600, 500, 400]);

  await sheet(page).getByRole("button", { name: "Remove Photo 3" }).click();
  await expect(sheet(page).getByRole("listitem", { name: "Photo 2" })).toBeFocused();
  await expect(photos(page)).toHaveCount(2);
  await expect.poll(async () => (await read()).length).toBe(2);
  await undo("The photo was removed.");
  await expect(photos(page)).toHaveCount(3);
  await expect
    .poll(async () => (await read()).map(({ alt }) => alt))
    .toEqual(["On the sofa", "", "Sleeping in the sun"]);
});

for (const [where, width, height] of [
  ["a wide window", 1280, 800],
  ["a phone", 390, 800],
] as const) {
  test(`chosen photos are in view, in ${where}`, async ({ page, service }) => {
    await page.setViewportSize({ width, height });
    await openNew(page, service);
    await choose(page, await files("first.jpg"));
    await expect(photos(page)).toHaveCount(1);
    await expect(photos(page).last()).toBeInViewport({ ratio: 1 });
    await choose(page, await files("second.jpg", "third.jpg"));
    await expect(photos(page)).toHaveCount(3);
    await expect(photos(page).last()).toBeInViewport({ ratio: 1 });
    await expect(sheet(page).getByLabel("Add more photos")).toBeInViewport();
  });
}

/** How a pointer goes down, moves and goes up, as the mouse or as a finger. */
async function pointers(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    mouse: {
      down: (x: number, y: number) => page.mouse.move(x, y).then(() => page.mouse.down()),
      move: (x: number, y: number) => page.mouse.move(x, y),
      up: () => page.mouse.up(),
    },
    finger: {
      down: (x: number, y: number) => touch("touchStart", { x, y }),
      move: (x: number, y: number) => touch("touchMove", { x, y }),
      up: () => touch("touchEnd"),
    },
  };
}

for (const pointer of ["mouse", "finger"] as const) {
  test(`a photo is dragged two places later with the ${pointer}`, async ({ page, service }) => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    const { read } = await openNew(page, service);
    await choose(page, await files("one.jpg", "two.jpg", "three.jpg"));
    await expect(photos(page)).toHaveCount(3);
    await photos(page).last().scrollIntoViewIfNeeded();
    const { down, move, up } = (await pointers(page))[pointer];
    const picture = (place: number) => photos(page).nth(place).getByRole("img");
    const centre = async (place: number): Promise<[number, number]> => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await picture(place).boundingBox()) ?? {};
      return [x + width / 2, y + height / 2];
    };
    const first = await picture(0).getAttribute("src");
    await down(...(await centre(0)));
    for (const place of [1, 2]) {
      await move(...(await centre(place)));
      await expect(picture(place)).toHaveAttribute("src", first ?? "");
    }
    await up();
    await expect.poll(async () => (await read()).map(({ width }) => width)).toEqual([500, 600, 400]);
  });
}

test("a file that is not a photo is refused in plain words, and so is a seventh photo", async ({ page, service }) => {
  const { read } = await openNew(page, service);
  const [good] = await files("good.jpg");
  if (!good) throw new Error("there is a photo");
  await choose(page, [
    { ...good, name: "letter.pdf", buffer: Buffer.from("%PDF-1.7 and so on") },
    { ...good, name: "cut.jpg", buffer: good.buffer.subarray(0, good.buffer.length / 2) },
    good,
  ]);
  await expect(sheet(page).getByRole("alert").filter({ hasText: "Use a JPEG, PNG or WebP file." })).toBeVisible();
  await expect(sheet(page).getByRole("alert").filter({ hasText: "This photo cannot be read." })).toBeVisible();
  await expectAccessible(page);
  await expect(photos(page)).toHaveCount(1);
  // Refused files are not sent again, so closing the sheet does not ask.
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await expect(sheet(page)).toBeHidden();
  await page.goBack();
  await expect(photos(page)).toHaveCount(1);
  // They disappear on saving.
  await choose(page, [{ ...good, name: "broken.jpg", buffer: Buffer.from("no picture") }]);
  await expect(sheet(page).getByRole("button", { name: "Dismiss broken.jpg" })).toBeVisible();
  await sheet(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Pictured was saved.")).toBeVisible();
  await page.goBack();
  await expect(photos(page)).toHaveCount(1);
  // Noise does not compress: 17 MB, which the browser shrinks below the limit of 15 MB.
  const raw = { width: 2_800, height: 2_100, channels: 3 } as const;
  const large = await sharp(randomBytes(2_800 * 2_100 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(15_000_000);
  await choose(page, [{ name: "large.png", mimeType: "image/png", buffer: large }]);
  await expect(photos(page)).toHaveCount(2);
  expect((await read())[1]?.width).toBe(1_280);
  await choose(page, await files("3.jpg", "4.jpg", "5.jpg", "6.jpg", "7.jpg"));
  await expect(sheet(page).getByText("up to 6 photos: one was left out")).toBeVisible();
  await expect(photos(page)).toHaveCount(6);
  expect(await read()).toHaveLength(6);
});

test("a photo that no longer gets through is given up after a while and kept, and the next one is sent", async ({
  page,
  service,
}) => {
  await page.clock.install();
  const { id, read } = await openNew(page, service);
  const stalled = Promise.withResolvers<void>();
  await page.route(`**/v1/pets/${id}/photos`, () => stalled.resolve(), { times: 1 });
  await choose(page, await files("stalled.jpg", "next.jpg"));
  await stalled.promise;
  await page.clock.fastForward(61_000);
  const failed = sheet(page).getByRole("alert").filter({ hasText: "The photo may not have arrived." });
  await expect(failed).toBeVisible();
  await expect(photos(page)).toHaveCount(1);
  await sheet(page).getByRole("button", { name: "Try again: stalled.jpg" }).click();
  await expect(photos(page)).toHaveCount(2);
  expect((await read()).map(({ width }) => width)).toEqual([500, 400]);
});

test("a photo chosen while offline waits and is sent when the connection is back", async ({
  page,
  context,
  service,
}) => {
  const { read } = await openNew(page, service);
  await context.setOffline(true);
  await choose(page, await files("offline.jpg"));
  await expect(sheet(page).getByText("Sent when the connection is back.")).toBeVisible();
  await expect(sheet(page).getByRole("alert")).toHaveCount(0);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(photos(page)).toHaveCount(1);
  expect(await read()).toHaveLength(1);
});

test("when the network fails, a photo can be sent again and never arrives twice, or be cancelled", async ({
  page,
  service,
}) => {
  const { id, read } = await openNew(page, service);
  await choose(page, await files("first.jpg"));
  await expect(photos(page)).toHaveCount(1);
  const again = sheet(page).getByRole("button", { name: /^Try again/ });

  // The first photo arrives, but its answer does not. The second, of the same shape, does not arrive.
  await page.route(`**/v1/pets/${id}/photos`, (route) => route.abort());
  await loseAnswers(page, `**/v1/pets/${id}/photos`, { nth: 1 });
  const photo = async (name: string, colour: string) => ({
    name,
    mimeType: "image/jpeg",
    buffer: await plainPhoto(500, 300, colour).jpeg().toBuffer(),
  });
  await choose(page, [await photo("lost.jpg", "#a33"), await photo("never.jpg", "#33a")]);
  await expect(again).toHaveCount(2);
  await page.unroute(`**/v1/pets/${id}/photos`);
  await sheet(page).getByRole("button", { name: "Try again: never.jpg" }).click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
  await expect(photos(page)).toHaveCount(3);
  // The same picture would have the same URL.
  expect(new Set((await read()).map(({ urls }) => urls[320])).size).toBe(3);

  // An upload that never ends. Leaving asks first.
  await page.route(`**/v1/pets/${id}/photos`, () => {});
  await choose(page, await files("endless.jpg"));
  await expect(sheet(page).getByRole("progressbar", { name: "endless.jpg" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet(page).getByRole("alertdialog")).toContainText("Photos are still being sent");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await sheet(page).getByRole("button", { name: "Cancel endless.jpg" }).click();
  await expect(sheet(page).getByRole("progressbar")).toHaveCount(0);
  expect(await read()).toHaveLength(3);
});
