import { shownOf, swipe } from "../support/find-page";
import { addWithPhotos } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

let path: string;
test.beforeAll(async ({ service }) => {
  path = await addWithPhotos(service, "Touched", 6);
});

test("a finger swipes from photo to photo", async ({ browser, service }) => {
  const viewport = { width: 360, height: 740 };
  const phone = await browser.newPage({ baseURL: service.origin, viewport, hasTouch: true, isMobile: true });
  await openHydrated(phone, path);
  const current = phone.locator("[data-part=thumbnails] [aria-current=true]");
  for (const number of [2, 3]) {
    await swipe(phone, phone.locator("[data-part=photos]"));
    await expect(current).toHaveAccessibleName(`Show photo ${number} of 6`);
    await expect.poll(() => shownOf(phone)).toBe(number);
  }
  await phone.close();
});

test("a finger pages by thumbnails, which are in view on any phone and leave room for the photo", async ({
  browser,
  service,
}) => {
  for (const [width, height, room] of [
    [320, 568, 360],
    [740, 360, 270],
  ] as const) {
    const phone = await browser.newPage({ baseURL: service.origin, viewport: { width, height }, hasTouch: true });
    await openHydrated(phone, path);
    await phone.getByRole("link", { name: "Enlarge: Asleep in a box" }).tap();
    const viewer = phone.getByRole("dialog", { name: "Photos of Touched" });
    for (const number of [1, 6])
      await expect(viewer.getByRole("link", { name: `Show photo ${number} of 6` })).toBeInViewport({ ratio: 1 });
    await viewer.getByRole("link", { name: "Show photo 4 of 6" }).tap();
    await expect(viewer.getByText("Photo 4 of 6")).toBeVisible();
    const strip = await viewer.getByRole("list").first().boundingBox();
    expect(strip?.height).toBeGreaterThan(room);
    await viewer.getByRole("button", { name: "Close" }).tap();
    await expect(viewer).toBeHidden();
    await phone.close();
  }
});
