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
  for (const width of [360, 1440]) {
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
