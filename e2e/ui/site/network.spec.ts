import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { plainPhoto } from "../../api/support/photos";
import { cancelEarlierAdoptions, openDay } from "../support/adoption-rows";
import { test } from "../support/breakable-network";
import { addPet, callWithKey, newKind } from "../support/key-calls";
import { expect, openHydrated, signIn } from "../support/service";
import { callAs } from "../support/staff-calls";
import { choose, nameOf, openSheet, save, sheet, statusOf } from "../support/staff-list";

// The network between the browser and the service fails while the browser says that it is online. Nothing is lost,
// nothing is done twice, and what promises to continue does so.

test("a change in the list is made when the service can be reached again", async ({ page, service, network }) => {
  const kind = newKind();
  const id = await addPet(service, "Cable", { categoryId: kind });
  await signIn(page, service, "/staff");
  await openHydrated(page, `/staff/animals?kind=${kind}`);
  await expect(statusOf(page, "Cable")).toHaveText("Available");
  network.stall();
  await choose(page, "Cable", "Pending");
  await expect(statusOf(page, "Cable")).toHaveText("Pending");
  await expect(statusOf(page, "Cable")).toHaveAttribute("aria-busy", "true");
  network.cut();
  const message = page.getByRole("alert").filter({ hasText: "Cable is not pending yet." });
  await expect(message).toContainText("This will be tried again when the connection is back.");
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect(statusOf(page, "Cable")).toHaveText("Pending");
  network.restore();
  await expect(page.getByText("Cable is now pending.")).toBeVisible({ timeout: 15_000 });
  await expect(message).toHaveCount(0);
  expect(await callWithKey<object[]>(service, `/pets/${id}/history`)).toHaveLength(2);
});

test("an edit stays in its sheet, and saving it again changes nothing twice", async ({ page, service, network }) => {
  const id = await addPet(service, "Socket");
  await signIn(page, service, "/staff");
  await openSheet(page, id);
  await nameOf(page).fill("Plug");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  network.stall();
  await save(page).click();
  await sent;
  // The list beside the sheet already shows it.
  await expect(page.locator("tbody tr", { hasText: "Plug" })).toBeVisible();
  network.cut();
  await expect(sheet(page).getByText(/We do not know whether your changes were saved/)).toBeVisible();
  await expect(nameOf(page)).toHaveValue("Plug");
  network.restore();
  await save(page).click();
  await expect(page.getByText("Plug was saved.")).toBeVisible();
  expect(await callWithKey<object[]>(service, `/pets/${id}/history`)).toHaveLength(2);
});

test("a photo that is stuck is given up and kept, and sent again", async ({ page, service, network }) => {
  await page.clock.install();
  const id = await addPet(service, "Antenna");
  await signIn(page, service, "/staff");
  await openSheet(page, id);
  network.stall();
  const buffer = await plainPhoto(400, 300, "#8a6").jpeg().toBuffer();
  await sheet(page)
    .getByLabel("Add photos")
    .setInputFiles([{ name: "mast.jpg", mimeType: "image/jpeg", buffer }]);
  // Everything was sent, and the page waits a minute for the answer.
  await expect(sheet(page).getByText("Almost done…")).toBeVisible();
  await page.clock.fastForward(61_000);
  const again = sheet(page).getByRole("button", { name: "Try again: mast.jpg" });
  await expect(again).toBeVisible();
  network.cut();
  network.restore();
  await again.click();
  await expect(sheet(page).getByRole("listitem", { name: /^Photo \d$/ })).toHaveCount(1);
  expect((await callWithKey<{ photos: object[] }>(service, `/pets/${id}/profile`)).photos).toHaveLength(1);
});

test("a photo that is cut in the middle is stored once after another try, and its removal is shown at once", async ({
  page,
  service,
  network,
}) => {
  const id = await addPet(service, "Halfway");
  const stored = async () => (await callWithKey<{ photos: object[] }>(service, `/pets/${id}/profile`)).photos.length;
  await signIn(page, service, "/staff");
  await openSheet(page, id);
  const buffer = await sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(400_000);
  network.cutAfter(200_000);
  await sheet(page)
    .getByLabel("Add photos")
    .setInputFiles([{ name: "half.jpg", mimeType: "image/jpeg", buffer }]);
  const again = sheet(page).getByRole("button", { name: "Try again: half.jpg" });
  await expect(again).toBeVisible();
  network.restore();
  expect(await stored()).toBe(0);
  await again.click();
  const photo = sheet(page).getByRole("listitem", { name: /^Photo \d$/ });
  await expect(photo).toHaveCount(1);
  expect(await stored()).toBe(1);

  const sent = page.waitForRequest((request) => request.method() === "DELETE");
  network.stall();
  await sheet(page).getByRole("button", { name: "Remove Photo 1" }).click();
  await sent;
  await expect(photo).toHaveCount(0);
  expect(await stored()).toBe(1);
  network.restore();
  await expect(page.getByText("The photo was removed.")).toBeVisible();
  expect(await stored()).toBe(0);
});

test("a hand-over stays in its field until it is saved", async ({ page, service, network }) => {
  const petId = await addPet(service, "Relay");
  await signIn(page, service, "/staff");
  await cancelEarlierAdoptions(page);
  await callAs(page, [{ path: "/store/orders", method: "POST", body: { petId } }]);
  await openHydrated(page, "/staff/adoptions");
  const relay = page.getByRole("listitem", { name: "Relay" });
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  const form = await openDay(relay);
  network.stall();
  await form.getByLabel("Hand-over").fill("2031-05-01");
  await form.getByRole("button", { name: "Save" }).click();
  await sent;
  network.cut();
  await expect(form.getByRole("alert")).toContainText("We do not know whether the hand-over was saved.");
  await expect(form.getByLabel("Hand-over")).toHaveValue("2031-05-01");
  network.restore();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The hand-over of Relay is set for")).toBeVisible();
  const [[order] = []] = await callAs<{ shipDate: string }[]>(page, [{ path: `/store/orders?petId=${petId}` }]);
  expect(order?.shipDate).toMatch(/^2031-0[45]-/);
});
