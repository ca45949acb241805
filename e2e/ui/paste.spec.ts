import type { Page } from "@playwright/test";
import { apiRequests, expect, signIn, test } from "./service";

const box = (page: Page) => page.getByLabel("Rows from a spreadsheet");
const preview = (page: Page) => page.getByRole("region", { name: "Preview" }).locator("tbody tr");
const rows = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\tDog\tavailable`).join("\n");

async function countNamed(service: { origin: string; key: string }, prefix: string): Promise<number> {
  const answer = await fetch(`${service.origin}/v1/pets?limit=100`, {
    headers: { Authorization: `Bearer ${service.key}` },
  });
  return ((await answer.json()) as { name: string }[]).filter(({ name }) => name.startsWith(`${prefix} `)).length;
}

test.describe("pasted rows", () => {
  test("are previewed with errors in their cells, and added only when all are valid", async ({ page, service }) => {
    await signIn(page, service);
    const requests = apiRequests(page);
    await box(page).fill("Name\tCategory\tStatus\nRow 1\tDragon\tavailable\nRow 2\tCat\tasleep\nRow 3\t12\tadopted");
    await expect(preview(page)).toHaveCount(3);
    await expect(preview(page).nth(0)).toContainText("It must be a known category or a whole number.");
    await expect(preview(page).nth(1)).toContainText("It must be one of available, pending, sold.");
    await expect(page.getByText("2 of 3 rows have errors. Correct them first.")).toBeVisible();
    // The button is announced as disabled, and a click does nothing.
    await page.getByRole("button", { name: "Add all 3" }).dispatchEvent("click");
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);

    await box(page).fill("Row 1\tDog\tavailable\nRow 2\tCat\t\nRow 3\t12\tadopted");
    await page.getByRole("button", { name: "Add all 3" }).click();
    await expect(page.getByText("3 animals were added.")).toBeVisible();
    await expect(box(page)).toHaveValue("");
    await expect(page.locator("main tbody tr").first()).toContainText("Row 3");
    expect(await countNamed(service, "Row")).toBe(3);
  });

  test("a network failure with a lost response: a retry continues and adds nothing twice", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    let posts = 0;
    await page.route("**/v1/pets", async (route) => {
      if (route.request().method() !== "POST" || ++posts < 4) return route.continue();
      // The fourth arrives, but its answer does not; then nothing goes through at all.
      if (posts === 4) await route.fetch();
      return route.abort();
    });
    await box(page).fill(rows("Broken", 8));
    await page.getByRole("button", { name: "Add all 8" }).click();
    await expect(
      page.getByText("We do not know whether row 4 was added. 3 of 8 are known to be added; the others are still here"),
    ).toBeVisible();
    expect(await countNamed(service, "Broken")).toBe(4);

    // Even a reload loses nothing.
    await page.unroute("**/v1/pets");
    await page.reload();
    await expect(preview(page)).toHaveCount(8);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("8 animals were added.")).toBeVisible();
    expect(await countNamed(service, "Broken")).toBe(8);
  });

  test("when the session ends, the form asks to sign in again and continues", async ({ page, service }) => {
    await signIn(page, service);
    let posts = 0;
    let refuse = true;
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST" || !refuse || ++posts < 3) return route.continue();
      return route.fulfill({ status: 401, json: { code: "unauthorized", message: "No longer", status: 401 } });
    });
    await box(page).fill(rows("Again", 4));
    await page.getByRole("button", { name: "Add all 4" }).click();
    await expect(page.getByText("You were signed out. Sign in below and continue.")).toBeVisible();
    refuse = false;
    await page.getByLabel("E-mail").fill(service.staff.email);
    await page.getByLabel("Password").fill(service.staff.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("4 animals were added.")).toBeVisible();
    expect(await countNamed(service, "Again")).toBe(4);
  });
});

test("staff can sign in, add one, add many and sign out with the keyboard alone", async ({ page, service }) => {
  const type = (text: string) => page.keyboard.insertText(text);
  const tabTo = async (name: RegExp) => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
        return element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
      });
    for (let presses = 0; presses < 80 && !name.test(await focused()); presses++) await page.keyboard.press("Tab");
    expect(await focused()).toMatch(name);
  };
  await page.goto("/staff/animals/forms");
  await tabTo(/^E-mail$/);
  await type(service.staff.email);
  await page.keyboard.press("Tab");
  await type(service.staff.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Add an animal" })).toBeVisible();

  await tabTo(/^Name$/);
  await type("Keys 1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Keys 1 was added.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await type("Keys 2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Keys 2 was added.")).toBeVisible();

  await tabTo(/^Rows from a spreadsheet$/);
  await type("Keys 3\tDog\nKeys 4\tCat\tpending");
  await tabTo(/^Add all 2$/);
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 animals were added.")).toBeVisible();
  expect(await countNamed(service, "Keys")).toBe(4);

  await tabTo(/^Account$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Your account" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Password")).toBeVisible();
});
