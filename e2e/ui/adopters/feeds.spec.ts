import type { Page } from "@playwright/test";
import { addKnown, KNOWN_NAME, listPets } from "../support/key-calls";
import { expect, test } from "../support/service";

// How search engines and feed readers find the animals.

const read = async (page: Page, path: string) => (await page.request.get(path)).text();

test("the feed is valid, has photos, and is shown by browsers with links", async ({ page, service }) => {
  await addKnown(service);
  await page.goto("/feed.atom");
  await expect(page.getByText("Pawhaven: animals waiting for a home")).toBeVisible();
  await expect(page.locator("feed > author > name")).toBeVisible();
  await expect(page.locator("feed > author > email")).toBeHidden();
  const photo = page.getByRole("img", { name: /drawn in a landscape$/ }).first();
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  await expect(page.getByText("First <b>paragraph</b>.").filter({ visible: true }).first()).toBeVisible();
  const ask = page.getByRole("link", { name: `Adopt or ask about ${KNOWN_NAME}` }).first();
  await expect(ask).toHaveAttribute("href", /\/animals\/\d+\/apply$/);
  // As on the site.
  expect(await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check("600 20px Fraunces")))).toBe(
    true,
  );
  await expect(page.locator("feed > title")).toHaveCSS("font-family", /^"Fraunces Extended", Fraunces,/);
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(background).toBe("rgb(253, 248, 241)");
  await page
    .getByRole("link", { name: `Meet ${KNOWN_NAME}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(KNOWN_NAME);
});

test("a phone shows the feed as wide as its screen", async ({ browser, service }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${service.origin}/feed.atom`);
  expect(await page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth])).toEqual([360, 360]);
  await context.close();
});

test("robots.txt excludes private pages and names the sitemap, which lists every waiting animal", async ({
  page,
  service,
}) => {
  const robots = await read(page, "/robots.txt");
  for (const path of ["/staff", "/applications", "/v1"]) expect(robots).toContain(`Disallow: ${path}\n`);
  expect(robots).not.toMatch(/^Disallow: \/(animals)?$/m);
  const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => String(address));
  const index = addresses(await read(page, String(/^Sitemap: (.*)$/m.exec(robots)?.[1])));
  expect(index[0]).toBe(`${service.origin}/sitemaps/pages.xml`);
  expect(addresses(await read(page, String(index[0])))).toContain(`${service.origin}/privacy`);
  const pets = addresses(await read(page, String(index[1])));
  const [adopted] = await listPets(service, "limit=100&status=sold");
  expect(pets).toContain(`${service.origin}/animals/1`);
  expect(pets).not.toContain(`${service.origin}/animals/${adopted?.id}`);
  expect((await page.request.get("/sitemaps/animals-2.xml")).status()).toBe(404);
  expect((await page.request.get("/sitemaps/nonsense")).status()).toBe(404);
});
