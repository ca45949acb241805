import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { test } from "../support/breakable-network";
import { addPet, callWithKey } from "../support/key-calls";
import { expect, signIn } from "../support/service";
import { nameOf, openSheet, save, sheet } from "../support/staff-list";

// The network between the browser and the service fails while the browser says that it is online. Nothing is lost,
// nothing is done twice, and what promises to continue does so.

test("edits and photos are kept while the network stalls and breaks, and arrive once", async ({
  page,
  service,
  network,
}) => {
  test.slow();
  const id = await addPet(service, "Socket");
  await signIn(page, service, "/staff");
  await openSheet(page, id);

  await test.step("an edit stays in its sheet", async () => {
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
  await test.step("a photo that is cut in the middle is stored once", async () => {
    const stored = async () => (await callWithKey<{ photos: object[] }>(service, `/pets/${id}/profile`)).photos.length;
    const noise = { raw: { width: 900, height: 600, channels: 3 } } as const;
    const buffer = await sharp(randomBytes(900 * 600 * 3), noise)
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(400_000);
    await openSheet(page, id);
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
});
