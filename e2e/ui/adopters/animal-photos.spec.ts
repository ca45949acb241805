import { expectAccessible } from "../support/accessibility";
import { shownOf, swipe } from "../support/find-page";
import { addWithPhotos } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

test.describe("the photos of an animal", () => {
  let path: string;
  test.beforeAll(async ({ service }) => {
    path = await addWithPhotos(service, "Six", 6);
  });

  test("are reached by thumbnails, arrow keys and scrolling, and nothing moves", async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await openHydrated(page, path);
    const current = page.locator("[data-part=thumbnails] [aria-current=true]");
    await page.getByRole("link", { name: "Show photo 3 of 6" }).click();
    await expect.poll(() => shownOf(page)).toBe(3);
    await expect(current).toHaveAccessibleName("Show photo 3 of 6");
    await page.getByRole("link", { name: "Enlarge: Six, photo 3 of 6" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => shownOf(page)).toBe(4);
    await expect(page.getByRole("link", { name: "Enlarge: Six, photo 4 of 6" })).toBeFocused();
    // All photos together are one tab stop.
    await page.keyboard.press("Tab");
    await expect(page.getByRole("region", { name: "Photos" }).locator(":focus")).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("link", { name: "Enlarge: Six, photo 4 of 6" })).toBeFocused();
    await page.keyboard.press("End");
    await expect.poll(() => shownOf(page)).toBe(6);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Home");
    await expect.poll(() => shownOf(page)).toBe(1);
    await page.locator("[data-part=photos]").hover();
    await page.mouse.wheel(2_000, 0);
    await expect(current).not.toHaveAccessibleName("Show photo 1 of 6");
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.005);
    expect(new URL(page.url()).hash).toBe("");
  });

  test("the first one loads with priority, the others when needed, and all reserve their space", async ({ page }) => {
    await page.goto(path);
    const photos = page.locator("[data-part=photos] img[srcset]");
    const attributes = await photos.evaluateAll((images) =>
      images.map((image) => [image.getAttribute("loading"), image.getAttribute("fetchpriority")].join()),
    );
    expect(attributes).toEqual(["eager,high", ...Array<string>(5).fill("lazy,auto")]);
    await expect(photos.nth(1)).toHaveAttribute("height", /^\d+$/);
    await expect(photos.nth(0)).toHaveAttribute("alt", "Asleep in a box");
    await expect(photos.nth(1)).toHaveAttribute("alt", "Six, photo 2 of 6");
  });

  test("one of another shape is shown whole, over a blurred copy of itself", async ({ page }) => {
    await page.goto(path);
    const frames = page.locator("[data-part=photos] > li");
    const copies = await frames.evaluateAll((all) =>
      all.map((frame) =>
        [...frame.querySelectorAll<HTMLImageElement>("img:not([srcset])")].map(({ alt, src }) => alt + src.slice(-9)),
      ),
    );
    // The first one has the shape of the frame, and the fifth almost.
    expect(copies).toEqual([[], ["-320.webp"], ["-320.webp"], ["-320.webp"], [], ["-320.webp"]]);
    await expect(frames.nth(1).locator("img").first()).toHaveCSS("filter", /^blur/);
    await expect(frames.nth(1).locator("img").last()).toHaveCSS("object-fit", "contain");
  });

  test("the viewer zooms and pages, and closing it keeps the place and returns the focus", async ({ page }) => {
    await openHydrated(page, path);
    await page.getByRole("link", { name: "Enlarge: Asleep in a box" }).press("Enter");
    const viewer = page.getByRole("dialog", { name: "Photos of Six" });
    await expect(viewer.getByText("Photo 1 of 6")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("ArrowRight");
    await expect(viewer.getByText("Photo 2 of 6")).toBeVisible();
    const photo = viewer.getByRole("img", { name: "Six, photo 2 of 6" });
    // Until the large file is there, its thumbnail is.
    await expect(photo.locator("..")).toHaveCSS("background-image", /-320\.webp/);
    const box = async () => (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const width = page.viewportSize()?.width ?? 0;
    // The strip scrolls smoothly.
    const offCentre = ({ x, width: shown }: { x: number; width: number }) => Math.abs(x - (width - shown) / 2);
    await expect.poll(async () => offCentre(await box())).toBeLessThan(1);
    // Only the photo that is shown is a tab stop.
    await expect(viewer.locator("ul button:not([tabindex='-1'])")).toHaveAccessibleName("Zoom in: Six, photo 2 of 6");
    const whole = await box();
    expect(whole.width).toBeLessThanOrEqual(width);
    // The keyboard enlarges the middle of the photo.
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await box()).width).toBeCloseTo(2 * whole.width, 0);
    const middle = await box();
    expect(middle.y + middle.height / 2).toBeCloseTo(whole.y + whole.height / 2, -1);
    await viewer.getByRole("button", { name: "Zoom out", exact: true }).click();
    await expect.poll(async () => (await box()).width).toBeCloseTo(whole.width, 0);
    // The mouse enlarges the point under it.
    const point = { x: whole.x + whole.width / 4, y: whole.y + whole.height / 4 };
    await page.mouse.click(point.x, point.y);
    await expect.poll(async () => (await box()).width).toBeCloseTo(2 * whole.width, 0);
    const enlarged = await box();
    expect((point.y - enlarged.y) / enlarged.height).toBeCloseTo(0.25, 1);
    await viewer.getByRole("button", { name: "Zoom out", exact: true }).click();
    await viewer.getByRole("button", { name: "Next photo" }).click();
    await expect(viewer.getByText("Photo 3 of 6")).toBeVisible();
    await viewer.getByRole("link", { name: "Show photo 5 of 6" }).click();
    await expect(viewer.getByText("Photo 5 of 6")).toBeVisible();
    await expect(viewer.locator("[aria-current=true]")).toHaveAccessibleName("Show photo 5 of 6");
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(page.getByRole("link", { name: "Enlarge: Six, photo 5 of 6" })).toBeFocused();
    expect(await shownOf(page)).toBe(5);
  });

  for (const device of ["computer", "phone"] as const) {
    test(`on a ${device}, Back closes the large photo, and no other way to close it leaves an entry`, async ({
      browser,
      service,
    }) => {
      const size = device === "phone" ? { width: 360, height: 740 } : { width: 1280, height: 720 };
      const page = await browser.newPage({
        baseURL: service.origin,
        viewport: size,
        hasTouch: device === "phone",
        isMobile: device === "phone",
      });
      await page.goto("/privacy");
      await openHydrated(page, path);
      const entries = () => page.evaluate(() => window.history.length);
      const before = await entries();
      const viewer = page.getByRole("dialog", { name: "Photos of Six" });
      const strip = viewer.getByRole("list").first();
      const photo = (name: string) => page.getByRole("link", { name: `Enlarge: ${name}` });
      if (device === "phone") await photo("Asleep in a box").tap();
      else await photo("Asleep in a box").click();
      await expect(viewer.getByText("Photo 1 of 6")).toBeVisible();
      if (device === "phone") {
        await swipe(page, strip);
      } else await page.keyboard.press("ArrowRight");
      await expect(viewer.getByText("Photo 2 of 6")).toBeVisible();
      await page.goBack();
      await expect(viewer).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await expect(photo("Six, photo 2 of 6")).toBeFocused();
      expect(await shownOf(page)).toBe(2);

      const isClosed = () => page.evaluate(() => window.history.state.photo === undefined);
      for (const [close, number] of [
        ["Escape", 3],
        ["Close", 4],
      ] as const) {
        await page.keyboard.press("Enter");
        await expect(viewer).toBeVisible();
        await page.keyboard.press("ArrowRight");
        await expect(viewer.getByText(`Photo ${number} of 6`)).toBeVisible();
        if (close === "Escape") await page.keyboard.press(close);
        else await viewer.getByRole("button", { name: close }).click();
        await expect(photo(`Six, photo ${number} of 6`)).toBeFocused();
        await expect.poll(isClosed).toBe(true);
      }
      expect(await entries()).toBe(before + 1);
      await page.goBack();
      await expect(page).toHaveURL("/privacy");
      await page.close();
    });
  }

  test("a name written from right to left leaves the texts of its photos alone", async ({ page, service }) => {
    await openHydrated(page, await addWithPhotos(service, "שלום", 2));
    const second = page.locator("[data-part=photos] img[srcset]").nth(1);
    await expect(second).toHaveAttribute("alt", "\u2068שלום\u2069, photo 2 of 2");
    await page
      .getByRole("link", { name: /^Enlarge/ })
      .first()
      .click();
    await expect(page.locator("dialog")).toHaveAttribute("aria-label", "Photos of \u2068שלום\u2069");
  });

  test("one photo has neither thumbnails nor arrows, and without photos there is a drawing", async ({
    page,
    service,
  }) => {
    await page.goto(await addWithPhotos(service, "One", 1));
    await expect(page.locator("[data-part=photos]").getByRole("img")).toHaveAttribute("alt", "Asleep in a box");
    await expect(page.locator("[data-part=thumbnails]")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Next photo", includeHidden: true })).toHaveCount(0);
    await page.goto(await addWithPhotos(service, "None", 0));
    await expect(page.locator("article svg.picture").first()).toBeVisible();
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /\/cards\/cat\.png/);
  });

  test("prints as a kennel card: one sheet of A4 with photo, code and shelter, black on white", async ({ page }) => {
    await page.goto(path);
    const card = page.getByRole("article", { name: "Kennel card" });
    await expect(card).toBeHidden();
    await page.emulateMedia({ colorScheme: "dark" });
    // The page as it would be printed.
    await page.evaluate(() => {
      const print = () => {
        const photo = document.querySelector<HTMLImageElement>("[data-part=kennel-card] img");
        Object.assign(window, { printed: photo?.complete && photo.naturalWidth });
      };
      Object.assign(window, { print });
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.waitForFunction(() => "printed" in window);
    expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1200);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    // As wide as the sheet without its margins.
    await page.setViewportSize({ width: 703, height: 1000 });
    await expect(card.getByRole("heading", { name: "Six" })).toBeVisible();
    await expect(card.getByRole("img", { name: /^QR code for http/ })).toBeVisible();
    await expect(card.getByText("Pawhaven", { exact: true })).toBeVisible();
    for (const contact of ["+44 1632 960148", "hello@pawhaven.example"])
      await expect(card.getByText(contact, { exact: true })).toBeVisible();
    await expect(card.locator("dt", { hasText: "Adoption fee" }).locator("+ dd")).toHaveText("£90");
    // Photo, table and code have the same edges.
    const edgesOf = async (part: string) => {
      const { x = 0, width = 0 } = (await card.locator(part).boundingBox()) ?? {};
      return [x, x + width];
    };
    const [left, right] = await edgesOf("dl");
    expect(await edgesOf("img >> nth=0")).toEqual([left, right]);
    expect((await edgesOf("svg"))[0]).toBe(left);
    for (const role of ["link", "button", "navigation"] as const) await expect(page.getByRole(role)).toHaveCount(0);
    const { color, height } = await card.evaluate((sheet) => getComputedStyle(sheet));
    expect(color).toBe("rgb(0, 0, 0)");
    expect(Number.parseFloat(height)).toBeGreaterThan(1_000);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the photos are a row that scrolls, and like the thumbnails, each is a link to its file", async ({
    page,
    service,
  }) => {
    await page.goto(await addWithPhotos(service, "Plain", 3));
    const row = page.locator("[data-part=photos]");
    await expect(row.getByRole("link").first()).toHaveAttribute("href", /^\/photos\/\w+-1280\.webp$/);
    expect(await row.evaluate((strip) => strip.scrollWidth / strip.clientWidth)).toBeCloseTo(3, 1);
    const file = await row.getByRole("link").nth(1).getAttribute("href");
    await expect(page.getByRole("link", { name: "Show photo 2 of 3" })).toHaveAttribute("href", String(file));
    await expect(page.getByRole("link", { name: "Adopt or ask about Plain" })).toHaveAttribute(
      "href",
      /\/animals\/\d+\/apply$/,
    );
    for (const name of ["Share", "Favourite", "Print"])
      await expect(page.getByRole("button", { name, exact: true })).toBeHidden();
  });
});
