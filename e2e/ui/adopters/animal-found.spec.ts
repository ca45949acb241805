import type { Locator } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { addKnown, callWithKey, KNOWN_NAME } from "../support/key-calls";
import { expect, type Service, test } from "../support/service";

// How an animal is found, shared and reached: structured data, sharing, the shelter.

/** The newest animals that are waiting for a home, with their profiles. */
const waiting = (
  service: Service,
): Promise<{ id: number; profile: { photos: { width: number; height: number }[] } }[]> =>
  callWithKey(service, "/pets?limit=50&status=available&include=profile");

test("the page shows what is known, and nothing of what is not", async ({ page, service }) => {
  const path = await addKnown(service);
  await page.goto(path);
  const facts = await page
    .locator("article dl:not([data-part=kennel-card] *)")
    .evaluateAll((lists) =>
      lists.flatMap((list) =>
        [...list.children].map((pair) => [...pair.querySelectorAll("dt, dd")].map((e) => e.textContent).join(": ")),
      ),
    );
  expect(facts).toEqual([
    "Kind: Hamster",
    expect.stringMatching(/^Age: about \d+ years$/),
    "Sex: Female",
    "Size: Extra large",
    "Children: Yes",
    "Dogs: No",
  ]);
  // A narrow page has a line for the facts, and a heart on the photo.
  const [wide, line] = [
    page.getByRole("article").getByText("Kind", { exact: true }),
    page.locator("article p", { hasText: /^Hamster · about \d+ years/ }),
  ];
  const heart = page.getByRole("article").getByRole("button", { name: /^Favourite/ });
  await expect(line).toBeHidden();
  await expect(heart).toHaveText("Favourite");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(line).toHaveText(/ · Female · Extra large · Fee /);
  await expect(wide).toBeHidden();
  await expect(heart).toHaveAccessibleName(`Favourite: ${KNOWN_NAME}`);
  const story = page.getByRole("region", { name: /^About/ }).locator("p");
  await expect(story).toHaveText(["First <b>paragraph</b>.\nA new line.", "\u202Eפסקה שנייה", "Third."]);
  expect(await story.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual([
    "ltr",
    "rtl",
    "ltr",
  ]);
});

test("structured data describes a page of an animal shelter, whatever the name of the animal", async ({
  page,
  service,
}) => {
  const path = await addKnown(service);
  await page.goto(path);
  const scripts = page.locator('script[type="application/ld+json"]');
  const data = JSON.parse(String(await scripts.textContent()));
  expect(data).toMatchObject({
    "@type": "WebPage",
    url: service.origin + path,
    name: `${KNOWN_NAME}, hamster`,
    publisher: {
      "@type": "AnimalShelter",
      name: "Pawhaven",
      telephone: "+44 1632 960148",
      address: { "@type": "PostalAddress", streetAddress: "14 Orchard Lane" },
    },
  });
  const pet = (await waiting(service)).find(({ profile }) => profile.photos.length > 0);
  const { width, height } = pet?.profile.photos[0] ?? {};
  await page.goto(`/animals/${pet?.id}`);
  const { primaryImageOfPage } = JSON.parse(String(await scripts.textContent()));
  expect(primaryImageOfPage).toMatchObject({ "@type": "ImageObject", width, height });
  expect((await page.request.get(primaryImageOfPage.contentUrl)).headers()["content-type"]).toBe("image/webp");
});

test("each list says where it is and what it shows, and search engines leave out searches and later pages", async ({
  page,
}) => {
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`);
  const urlOf = async (element: Locator, name: string) => new URL(String(await element.getAttribute(name))).href;
  const lists = [
    ["/", "Animals waiting for a home at Pawhaven."],
    ["/?kind=dog", "Dogs waiting for a home at Pawhaven."],
    ["/?status=sold", "Adopted animals at Pawhaven."],
    ["/?kind=cat&age=senior&good=children", "Senior cats, good with children, at Pawhaven."],
    ["/?q=Luna", "Animals matching “Luna” at Pawhaven."],
  ];
  const expectIndexed = (isIndexed: boolean) => expect(meta("robots")).toHaveCount(isIndexed ? 0 : 1);
  for (const [path = "", words = ""] of lists) {
    await page.goto(path);
    expect(await urlOf(page.locator("link[rel=canonical]"), "href")).toBe(page.url());
    expect(await urlOf(meta("og:url"), "content")).toBe(page.url());
    await expect(meta("description")).toHaveAttribute("content", words);
    await expectIndexed(!path.includes("q="));
  }
  await expect(meta("robots")).toHaveAttribute("content", "noindex");
  await page.goto("/?status=all");
  await page.goto(String(await page.getByRole("link", { name: "Next page" }).getAttribute("href")));
  await expectIndexed(false);
});

test("sharing opens the sheet of the system, or copies the link, or shows it", async ({ page, context }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/animals/1");
  const name = await page.getByRole("heading", { level: 1 }).textContent();
  const share = page.getByRole("button", { name: "Share" });
  await share.click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.evaluate(() => {
    const value = (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data }));
    Object.defineProperty(navigator, "share", { value, configurable: true });
  });
  await share.click();
  await page.waitForFunction(() => "shared" in window);
  expect(await page.evaluate(() => (window as unknown as { shared: ShareData }).shared)).toEqual({
    title: name,
    url: page.url(),
  });
  // Neither works where the browser allows no page to copy.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await share.click();
  await expect(page.locator("[data-part=toast]")).toContainText(`Copy this link: ${page.url()}`);
  await page.getByRole("button", { name: "Dismiss" }).hover();
  await expectAccessible(page);
});

test("on a phone, the link to apply is always in view and never covers the focus", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const path = `/animals/${(await waiting(service))[0]?.id}`;
  await page.goto(path);
  const ask = page.getByRole("link", { name: /^Adopt or ask about/ });
  for (const place of [0, 600, 1_200]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), place);
    await expect(ask).toBeInViewport({ ratio: 1 });
    expect((await page.locator("[data-part=ask-bar]").boundingBox())?.height).toBeLessThanOrEqual(64);
  }
  await expect(ask).toHaveAttribute("href", `${path}/apply`);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // What gets the focus is scrolled to a place above the bar.
  const room = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom),
  );
  expect(room).toBeGreaterThan(64);
  const hidden: string[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const [focused, bar] = [document.activeElement, document.querySelector("[data-part=ask-bar]")];
      if (!focused || !bar || bar.contains(focused) || focused === document.body) return null;
      const [box, edge] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
      return box.top >= edge.top && box.top < edge.bottom ? focused.outerHTML.slice(0, 80) : null;
    });
    if (covered) hidden.push(covered);
  }
  expect(hidden).toEqual([]);
});

test("the shelter has its address on a map, telephone, e-mail, and the hours of the week with today highlighted", async ({
  page,
}) => {
  // This time is on a Wednesday in the browser's time zone.
  await page.clock.setFixedTime(new Date(2026, 10, 25, 12));
  await page.goto("/animals/1");
  await page.getByRole("link", { name: "Visit us: address and opening hours" }).click();
  const shelter = page.getByRole("region", { name: "Visit us" });
  await expect(shelter).toBeInViewport();
  const map = new URL(String(await shelter.getByRole("link", { name: /^On a map: / }).getAttribute("href")));
  expect(map.searchParams.get("query")).toMatch(/^14 Orchard Lane, /);
  await expect(shelter.getByRole("link", { name: /^Telephone/ })).toHaveAttribute("href", "tel:+441632960148");
  await expect(shelter.getByRole("link", { name: /^E-mail/ })).toHaveAttribute("href", "mailto:hello@pawhaven.example");
  await expect(shelter.locator("[data-part=today]")).toHaveText(/^Tuesday to Friday\s+\(today\)\s*13:00 to 18:00$/, {
    useInnerText: true,
  });
});
