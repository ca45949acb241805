import { expectAccessible } from "../support/accessibility";
import { expect, openHydrated, test } from "../support/service";

type Document = {
  paths: Record<string, Record<string, { operationId: string; summary: string; responses: Record<string, object> }>>;
};

test.describe("the API reference", () => {
  test.use({ javaScriptEnabled: false });

  test("shows every operation of the OpenAPI document without JavaScript, with its path, summary and statuses", async ({
    page,
    request,
    service,
  }) => {
    const document: Document = await (await request.get(`${service.origin}/openapi.json`)).json();
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        line: `${method.toUpperCase()} /v1${path}`,
      })),
    );
    expect(operations.length).toBeGreaterThan(20);
    await page.goto("/docs");
    // Commands can be copied as they are.
    const addresses = (await page.locator("pre").allTextContents()).join().match(/https?:[^\s"]+\/v1/g);
    expect(new Set(addresses)).toEqual(new Set([`${service.origin}/v1`]));
    await expect(page.locator("[data-part=operation]")).toHaveCount(operations.length);
    const printed = await page
      .locator("[data-part=operation]")
      .evaluateAll((sections) =>
        sections.map(
          (section) => [section.querySelector("h4")?.id, section.textContent?.replace(/\s+/g, " ")] as const,
        ),
      );
    const texts = new Map(printed);
    for (const { operationId, summary, line, responses } of operations) {
      const text = texts.get(operationId) ?? "";
      for (const part of [summary, line, ...Object.keys(responses)]) expect(text, operationId).toContain(part);
    }
  });

  test("a link to an operation leads to its heading", async ({ page }) => {
    await page.goto("/docs#createPet");
    await expect(page.getByRole("heading", { name: "Add an animal" })).toBeInViewport();
    await page.goto("/docs#getPet");
    await expect(page.getByRole("heading", { name: "Get an animal (deprecated)" })).toBeInViewport();
  });

  test("the groups are folded until somebody opens one, or a link leads to it", async ({ page }) => {
    await page.goto("/docs");
    const create = page.getByRole("heading", { name: "Create an API key" });
    await expect(create).toBeHidden();
    await page.locator("summary", { hasText: "API keys" }).click();
    await expect(create).toBeVisible();
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "People" }).click();
    await expect(page.getByRole("heading", { name: "People", exact: true })).toBeInViewport();
    await expect(page.locator("#people > [data-part=operation]").first()).toBeInViewport();
  });

  test("is printed whole: no line of code and no table is cut at the edge of the paper", async ({ page }) => {
    // The width of A4 within its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.goto("/docs");
    await page.emulateMedia({ media: "print" });
    const cut = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((parts) =>
          parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
        );
    for (const operation of await page.locator("[data-part=operation] h4").all()) await expect(operation).toBeVisible();
    expect(await page.locator("article pre").count()).toBeGreaterThan(3);
    expect(await cut("article pre")).toEqual([]);
    expect(await cut("[data-part=limits]")).toEqual([]);
  });

  test("shows bounds and defaults", async ({ page }) => {
    await page.goto("/docs");
    const list = page.locator("[data-part=operation]", { has: page.locator("#listPets") });
    await expect(list.locator("dl").first()).toContainText(
      "limitin the query; optional; whole number, 1 to 100; 20 when absent",
    );
    const create = page.locator("[data-part=operation]", { has: page.locator("#createPet") });
    await expect(create).toContainText("namerequired; text, 1 to 255 characters");
  });
});

test("the fields of an answer are listed once, and the operations after it refer to them", async ({ page }) => {
  await page.goto("/docs#getPet");
  const operationOf = (id: string) => page.locator(`[data-part=operation]:has(> #${id})`);
  await expect(operationOf("createPet").locator("details dt")).toHaveText(["id", "name", "categoryId", "status"]);
  await expect(operationOf("getPet").locator("details")).toHaveCount(0);
  await operationOf("getPet").getByRole("link", { name: "Add an animal" }).click();
  await expect(page.locator("#createPet")).toBeInViewport();
});

test("the way back to the contents is a separate bar, which covers no part of a line", async ({ page }) => {
  for (const width of [360, 768, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await openHydrated(page, "/docs");
    await page.getByRole("heading", { name: "Errors", exact: true }).evaluate((heading) => heading.scrollIntoView());
    const link = page.getByRole("link", { name: "Contents" });
    await expect(link).toBeInViewport({ ratio: 1 });
    const [bar, text] = [await link.boundingBox(), await page.locator("article").boundingBox()];
    expect(bar?.x).toBeLessThanOrEqual(text?.x ?? 0);
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(800);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Contents" }).click();
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeInViewport();
});
