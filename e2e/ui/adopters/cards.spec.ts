import { addPet, setProfile } from "../support/key-calls";
import { expect, type Service, test } from "../support/service";

const cards = "[data-part=card]";

/** Adds an available dog, with a profile if one is given. */
async function addDog(service: Service, name: string, profile?: Parameters<typeof setProfile>[2]): Promise<void> {
  const id = await addPet(service, name, { categoryId: 1 });
  if (profile) await setProfile(service, id, profile);
}

test("a card says kind, age, sex, size and companions, is as high as its row, and has one link and a heart", async ({
  page,
  service,
}) => {
  await addDog(service, "Blank");
  await addDog(service, "Known", {
    ...{ sex: "female", bornOn: String(new Date().getUTCFullYear() - 2), size: "medium" },
    goodWith: { children: true, dogs: true, cats: false },
  });
  await addDog(service, "Gentle", { goodWith: { children: true, dogs: true, cats: true } });
  await addDog(service, "Loner", { goodWith: { children: false, dogs: false, cats: false } });
  await addDog(service, "Shy", { goodWith: { children: false, dogs: false, cats: null } });
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/?kind=dog", { waitUntil: "networkidle" });
    const cardOf = (name: string) => page.locator(cards).filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(cardOf("Known").locator("p")).toHaveText([
      "Dog, about 2 years\nFemale, medium",
      "Good with children, good with dogs, not with cats",
    ]);
    await expect(cardOf("Gentle").locator("p")).toHaveText([
      "Dog",
      "Good with children, good with dogs, good with cats",
    ]);
    await expect(cardOf("Blank").locator("p")).toHaveText([
      "Dog",
      "Not known: children, not known: dogs, not known: cats",
    ]);
    await expect(cardOf("Loner").locator("p")).toHaveText(["Dog", "Not with children, not with dogs, not with cats"]);
    await expect(cardOf("Shy").locator("p")).toHaveText(["Dog", "Not with children, not with dogs, not known: cats"]);
    // The cards of a row are equally high, whatever is known about them.
    const boxes = await page.locator("main ul:has(> [data-part=card])").evaluate((list) =>
      [...list.children].map((card) => {
        const { top, height } = card.getBoundingClientRect();
        return { top, height };
      }),
    );
    for (const { top, height } of boxes) {
      const heights = boxes.filter((box) => box.top === top).map((box) => box.height);
      expect(new Set(heights), `${width}`).toEqual(new Set([height]));
    }
    // The companions are side by side, so that none is alone, and the bodies have no gaps.
    const lines = await page
      .locator("[data-part=companions]")
      .evaluateAll((all) =>
        all.map(({ children }) => new Set([...children].map((mark) => mark.getBoundingClientRect().top)).size),
      );
    expect(new Set(lines), `${width}`).toEqual(new Set([1]));
    // Nothing is cut off.
    const cut = await page
      .locator(`${cards} p`)
      .evaluateAll((lines) =>
        lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent),
      );
    expect(cut, `${width}`).toEqual([]);
    await expect(cardOf("Known").locator("a, button, [tabindex]")).toHaveCount(2);
  }
});

test("the photos and names of the first row are in view when the page opens", async ({ page }) => {
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const name = await page.locator(`${cards} h3`).first().boundingBox();
    expect((name?.y ?? 0) + (name?.height ?? 0), `${width}`).toBeLessThan(height);
    // A high window has room for a larger greeting, and still shows the whole first row.
    const card = await page.locator(cards).first().boundingBox();
    if (height === 900) expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan(height);
  }
});

test("in a list of one kind a card says the breed, of which a long one takes two lines", async ({ page, service }) => {
  const facts = { sex: "female", bornOn: String(new Date().getUTCFullYear() - 2), size: "medium" } as const;
  await addDog(service, "Brackcombe One", { ...facts, breed: "Collie cross" });
  await addDog(service, "Brackcombe Two", {
    ...facts,
    breed: "Staffordshire Bull Terrier crossed with American Bulldog mix",
  });
  await addDog(service, "Brackcombe Three", { ...facts, breed: "W".repeat(60) });
  await addDog(service, "Brackcombe Four", facts);
  await page.setViewportSize({ width: 360, height: 740 });
  const lines = page.locator(`${cards}:not([data-part=nearest] *) h3 + p`);
  // A chosen kind, and one that the search means.
  for (const query of ["kind=dog&q=brackcombe", "q=brackcombe+dog"]) {
    await page.goto(`/?${query}`);
    await expect(lines, query).toHaveText([
      "Dog, about 2 years Female, medium",
      `${"W".repeat(60)} About 2 years, female, medium`,
      "Staffordshire Bull Terrier crossed with American Bulldog mix About 2 years, female, medium",
      "Collie cross, about 2 years Female, medium",
    ]);
    const first = await lines
      .locator("span:first-child")
      .evaluateAll((all) =>
        all.map((line) => line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight)),
      );
    expect(Math.max(...first)).toBeLessThan(2.1);
  }
  await page.goto("/?q=brackcombe");
  await expect(lines).toHaveText(Array(4).fill("Dog, about 2 years Female, medium"));
});

test("one or two animals have wide cards on a large screen, with the text beside the photo", async ({
  page,
  service,
}) => {
  const boxOf = async (part: string) =>
    (await page.locator(`${cards} ${part}`).first().boundingBox()) ?? { x: 0, y: 0, width: 0 };
  for (const name of ["Quillfeather", "Quillfeather the Second", "Quillfeather the Third"]) {
    await addPet(service, name, { status: "pending" });
    const [photo, text] = ["> :nth-child(1)", "h3"];
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/?q=quillfeather&status=pending");
    // One is wider than half of the row.
    const [card, list] = [await boxOf(""), await page.locator(`ul:has(> ${cards})`).first().boundingBox()];
    if (name === "Quillfeather") expect(card.width).toBeGreaterThan((list?.width ?? 0) / 2);
    const isWide = (await boxOf(text)).x > (await boxOf(photo)).x + (await boxOf(photo)).width;
    expect(isWide, name).toBe(!name.endsWith("Third"));
    // On a smaller one, only a single animal has. On a phone, it is as a whole in view.
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const isBelow = (await boxOf(text)).y > (await boxOf(photo)).y + 100;
      expect(isBelow, name).toBe(name !== "Quillfeather");
      if (!isBelow) await expect(page.locator(cards).first()).toBeInViewport({ ratio: 1 });
    }
  }
});

test("a printed list has its heading and cards, and no controls", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto("/?good=children");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(cards).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const role of ["button", "searchbox", "combobox", "navigation"] as const)
    await expect(page.getByRole(role), role).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Remove filter|^Clear filters/ })).toHaveCount(0);
});

test("before the scripts arrive, cards below the first screen keep the height of a card free", async ({
  browser,
  service,
}) => {
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height }, javaScriptEnabled: false });
    await page.goto(`${service.origin}/`, { waitUntil: "networkidle" });
    const last = page.locator(cards).last();
    const reserved = (await last.boundingBox())?.height ?? 0;
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator("img, svg").first()).toBeInViewport();
    const actual = (await last.boundingBox())?.height ?? 0;
    expect(reserved, `${width}`).toBeGreaterThan(200);
    // Two lines of text at most.
    expect(Math.abs(actual - reserved), `${width}`).toBeLessThan(48);
    await page.close();
  }
});
