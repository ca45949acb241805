import { expect, type Service, test } from "./service";

const cards = "[data-part=card]";

/** Adds an available dog, with a profile if one is given. */
async function addDog({ origin, key }: Service, name: string, profile?: object): Promise<void> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${origin}/v1/pets${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return (await answer.json()) as { id: number };
  };
  const { id } = await send("POST", "", { name, categoryId: 1 });
  if (profile) await send("PUT", `/${id}/profile`, { story: null, sex: null, bornOn: null, ...profile });
}

test("a card says size and companions in lines that all cards have, and has one link and a heart", async ({
  page,
  service,
}) => {
  await addDog(service, "Blank");
  await addDog(service, "Known", { size: "medium", goodWith: { children: true, dogs: true, cats: false } });
  await addDog(service, "Gentle", { size: null, goodWith: { children: true, dogs: true, cats: true } });
  await addDog(service, "Loner", { size: null, goodWith: { children: false, dogs: false, cats: false } });
  await addDog(service, "Shy", { size: null, goodWith: { children: false, dogs: false, cats: null } });
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/?kind=dog", { waitUntil: "networkidle" });
    const cardOf = (name: string) => page.locator(cards).filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(cardOf("Known").locator("p")).toHaveText(["Dog · Medium", "Good with children, dogs"]);
    await expect(cardOf("Gentle").locator("p")).toHaveText(["Dog", "Good with everyone"]);
    await expect(cardOf("Blank").locator("p")).toHaveText(["Dog", ""]);
    await expect(cardOf("Loner").locator("p")).toHaveText(["Dog", "Best as only animal"]);
    await expect(cardOf("Shy").locator("p")).toHaveText(["Dog", ""]);
    // A row is as high as its highest card, which may be that of another test. So the lines are compared.
    const heights = ["Known", "Gentle", "Blank"].map((name) =>
      cardOf(name)
        .locator("p")
        .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().height)).join()),
    );
    expect(await Promise.all(heights), `${width}`).toEqual(Array(3).fill(await heights[0]));
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

test("the first row of photos is in view when the page opens", async ({ page }) => {
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const photo = await page.locator(`${cards} > :first-child`).first().boundingBox();
    // Some of the text below it is in view too.
    expect((photo?.y ?? 0) + (photo?.height ?? 0), `${width}`).toBeLessThan(height - 64);
  }
});
