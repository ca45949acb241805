import type { Locator } from "@playwright/test";
import pg from "pg";
import { NO_PROFILE } from "../../../lib/pets/profile/schema";
import { startPostgres } from "../../../server/postgres/postgres";
import { expectAccessible } from "../support/accessibility";
import { addPet, callWithKey, listPets, newKind, setProfile } from "../support/key-calls";
import { expect, openHydrated, test } from "../support/service";

test.describe("the page of an animal", () => {
  test("first shows others of its kind that are good with the same companions", async ({ page, service }) => {
    const kind = newKind();
    const add = async (name: string, goodWith: { children?: boolean; cats?: boolean }) => {
      const id = await addPet(service, name, { categoryId: kind });
      await setProfile(service, id, { goodWith: { ...NO_PROFILE.goodWith, ...goodWith } });
      return id;
    };
    await add("Oldest", { children: true, cats: true });
    await add("Older", { cats: true });
    await add("Old", { children: true });
    await add("Newer", { cats: false });
    await add("Newest", {});
    const id = await add("Compared", { children: true, cats: true });
    await page.goto(`/animals/${id}`);
    await expect(page.locator("[data-part=nearest] h3")).toHaveText(["Oldest", "Old", "Older", "Newest"]);
    // What the animal is not good with does not matter.
    await setProfile(service, id, { goodWith: { children: null, dogs: null, cats: false } });
    await page.reload();
    await expect(page.locator("[data-part=nearest] h3")).toHaveText(["Newest", "Newer", "Old", "Older"]);
  });

  test("first shows others of its kind that are about as old and as large", async ({ page, service }) => {
    const kind = newKind();
    const add = async (name: string, bornOn: string, size: "small" | "large") => {
      const id = await addPet(service, name, { categoryId: kind });
      await setProfile(service, id, { bornOn, size });
      return id;
    };
    await add("Old and small", "2001", "small");
    await add("Old and large", "2001", "large");
    const id = await add("Compared", "2002", "small");
    await add("Adult and small", String(new Date().getFullYear() - 5), "small");
    await add("Baby and large", new Date().toISOString().slice(0, 10), "large");
    await page.goto(`/animals/${id}`);
    await expect(page.locator("[data-part=nearest] h3")).toHaveText([
      "Old and small",
      "Adult and small",
      "Old and large",
      "Baby and large",
    ]);
  });

  test("opens from the list, with title, description and preview image for sharing", async ({ page, service }) => {
    await openHydrated(page, "/");
    const drawn = page.locator('img[alt$="drawn in a landscape"]');
    const card = page.locator("[data-part=card]").filter({ has: drawn }).first();
    const name = String(await card.getByRole("heading").textContent());
    // A part of the header is out of sight.
    await page.evaluate(() => window.scrollTo({ top: 40, behavior: "instant" }));
    await card.getByRole("link").evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(/\/animals\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page.getByText(/^(New here|Waiting for \d+ (day|week|month)s?) since \d+ \w+ \d{4}$/)).toBeVisible();
    await page.reload();
    await expect(page).toHaveTitle(new RegExp(`^${name}, `));
    const meta = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute("content");
    expect(await meta("og:title")).toContain(name);
    expect(await meta("og:description")).toContain(`${name} is waiting for a home. `);
    expect(await meta("og:url")).toBe(page.url());
    expect([await meta("og:image:width"), await meta("og:image:height")]).toEqual(["1200", "630"]);
    expect(await meta("og:image:alt")).toBe(`${name}, drawn in a landscape`);
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute("content", "summary_large_image");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", page.url());
    const image = String(await meta("og:image"));
    expect(image).toMatch(new RegExp(`^${service.origin}/photos/\\w+-card\\.jpg$`));
    expect((await page.request.get(image)).headers()["content-type"]).toBe("image/jpeg");
  });

  test("an adopted or pending animal says so and shows available animals of its kind", async ({ page, service }) => {
    const waiting = await listPets(service, "limit=100&status=available");
    for (const [status, words] of [
      ["sold", /has found a home/],
      ["pending", /^Somebody has asked to adopt/],
    ] as const) {
      const pet = (await listPets(service, `limit=100&status=${status}`)).find(({ categoryId }) =>
        waiting.some((other) => other.categoryId === categoryId),
      );
      await page.goto(`/animals/${pet?.id}`);
      await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByRole("link", { name: /^Adopt or ask about/ })).toHaveCount(0);
      await expect(page.getByRole("link", { name: /^See available (?!animals)/ })).toHaveAttribute("href", /\?kind=/);
      const others = await page.locator("[data-part=nearest] h3").allTextContents();
      // Where fewer than four are of its kind, others follow.
      const isSame = ({ categoryId }: { categoryId: number }) => categoryId === pet?.categoryId;
      const sameKind = waiting.filter(isSame).map(({ name }) => name);
      const expected = Array.from({ length: 4 }, (_, at) => at < sameKind.length);
      expect(others.map((name) => sameKind.includes(name))).toEqual(expected);
      await expectAccessible(page);
      if (status === "pending") {
        const write = page.getByRole("link", { name: `Write to us about ${pet?.name}` });
        await expect(write).toHaveAttribute("href", /^mailto:hello@pawhaven\.example\?subject=About/);
        await page.getByRole("button", { name: "Save as favourite" }).click();
        await page.goto("/favourites");
        await expect(page.locator("[data-part=favourites] [data-part=card]")).toContainText(["Pending"]);
      }
    }
  });

  test("a name written from right to left leaves the sentence around it alone", async ({ page, service }) => {
    for (const name of ["שלום", "\u202Eevil", "\u2069\u202Eevil"]) {
      await page.goto(`/animals/${await addPet(service, name)}`);
      const isolated = `\u2068${name.replace("\u2069", "")}\u2069`;
      await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText(name);
      await expect(page.getByRole("link", { name: /^Adopt or ask about/ }).locator("bdi")).toHaveText(name);
      expect(await page.title()).toBe(`${isolated}, cat – Pawhaven`);
      const description = page.locator('meta[name="description"]');
      expect(await description.getAttribute("content")).toContain(`${isolated} is waiting`);
      expect(await (await page.request.get("/feed.atom")).text()).toContain(`<title>${isolated}, cat</title>`);
    }
  });

  test("a changed animal shows its new name, a removed one answers 404, a restored one is back", async ({
    page,
    service,
  }) => {
    const id = await addPet(service, "Mistake");
    const call = <T>(method: string, path: string, body?: object) =>
      callWithKey<T>(service, `/pets/${id}${path}`, { method, ifMatch: "*", ...(body && { body }) });
    const expectPage = async (name: string | null) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { name: "Mistake" })).toHaveCount(name === "Mistake" ? 1 : 0);
      expect((await page.goto(`/animals/${id}`))?.status()).toBe(name === null ? 404 : 200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "This animal is not here");
    };
    await expectPage("Mistake");
    await call("PATCH", "", { name: "Correct" });
    await expectPage("Correct");
    await call("DELETE", "");
    await expectPage(null);
    const [removal] = await call<{ id: number }[]>("GET", "/history");
    await call("POST", `/history/${removal?.id}/undo`, {});
    await expectPage("Correct");
    // Other tests expect only the demo data.
    await call("DELETE", "");
  });

  test("an unknown animal answers 404", async ({ page }) => {
    for (const id of ["0", "999999", "abc", "9223372036854775808"]) {
      expect((await page.goto(`/animals/${id}`))?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "This animal is not here" })).toBeVisible();
      await expect(page).toHaveTitle("Animal not found – Pawhaven");
    }
    await page.getByRole("searchbox", { name: "Search by name" }).fill("Luna");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/\?q=Luna$/);
    await expect(page.locator("[data-part=card]").first()).toContainText("Luna");
  });
});

test("the Atom feed lists available animals, and every page links to it", async ({ page, service }) => {
  await page.goto("/");
  const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  const answer = await page.request.get(String(await link.getAttribute("href")));
  expect(answer.headers()["content-type"]).toBe("application/xml; charset=utf-8");
  const entries = await page.evaluate(
    (text) => {
      const feed = new DOMParser().parseFromString(text, "application/xml");
      if (feed.querySelector("parsererror")) throw new Error(feed.documentElement.textContent ?? "");
      return [...feed.querySelectorAll("entry > id")].map((id) => id.textContent);
    },
    await answer.text(),
  );
  const waiting = (await listPets(service, "limit=100&status=available")).slice(0, 50);
  expect(entries).toEqual(waiting.map(({ id }) => `${service.origin}/animals/${id}`));
});

test("a page that failed to render says so, and retrying renders it", async ({ context, service }) => {
  const { url } = await startPostgres({ dataDir: service.launcher.dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Not the fixture's page, which fails on errors, because this test causes one.
  const page = await context.newPage();
  try {
    await client.query("ALTER TABLE pets RENAME TO pets_away");
    await page.goto("/animals/1");
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  } finally {
    await client.query("ALTER TABLE pets_away RENAME TO pets");
    await client.end();
  }
  // The first retry may still be in progress, and may succeed now that the table is back.
  const tryAgain = page.getByRole("button", { name: "Try again" });
  const printCard = page.getByRole("button", { name: "Print" });
  await expect(async () => {
    if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 });
    await expect(printCard).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test("on a phone, the story follows the facts, and Good with takes one line", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/animals/1");
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  const story = await boxOf(page.getByRole("heading", { name: /^About / }));
  expect(story.y).toBeLessThan(740);
  for (const name of ["Share", "Print"])
    expect((await boxOf(page.getByRole("button", { name }))).y).toBeGreaterThan(story.y);
  const goodWith = page.getByRole("region", { name: "Good with" });
  const chips = await Promise.all((await goodWith.locator("dl > div").all()).map(boxOf));
  expect(new Set(chips.map(({ y }) => y)).size).toBe(1);
  expect((await boxOf(goodWith)).y).toBeLessThan(story.y);
  // The words stay for screen readers.
  await expect(goodWith.getByRole("definition").first()).toHaveText(/^(Yes|No)$/);
});
