import { expect, test } from "./service";

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
          (section) => [section.querySelector("h3")?.id, section.textContent?.replace(/\s+/g, " ")] as const,
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
