import { exec } from "node:child_process";
import { promisify } from "node:util";
import { expectAccessible } from "../support/accessibility";
import { createKey, fetchWithKey, openKey } from "../support/key-forms";
import { expect, signIn, test } from "../support/service";

test.describe("API keys", () => {
  test("a created key is shown once, whole, with a command that works as it is pasted", async ({
    page,
    service,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, service, "/staff/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("Website");
    // A reload keeps what was typed.
    await page.reload();
    await page.getByRole("button", { name: "Create a key" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Website");
    await page.getByRole("button", { name: "Create key" }).click();
    const field = page.getByRole("textbox", { name: "The new key" });
    await expect(field).toBeFocused();
    const key = await field.inputValue();
    expect(key).toMatch(/^pet_live_\w+$/);
    const isWhole = (element: Element) => element.scrollHeight <= element.clientHeight + 1;
    expect(await field.evaluate(isWhole)).toBe(true);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByText("Copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.getByRole("button", { name: "Copy: Try it in a terminal" }).click();
    await expect(page.getByText("Copied.")).toHaveCount(2);
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await promisify(exec)(command);
    expect(JSON.parse(stdout)).toHaveLength(3);
    // The first attempt to leave asks. After the second one, the secret is gone.
    await page.keyboard.press("Escape");
    await expect(page.getByText("Have you stored the key?")).toBeVisible();
    await expect(field).toBeVisible();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("button", { name: "Create a key" })).toBeFocused();
    await expect(page.getByRole("row").filter({ hasText: "Website" })).toContainText(
      "Animals (read only); never expires",
    );
    expect(await page.content()).not.toContain(key);
  });

  test("the page of a key shows both windows live, as in the headers, and today's usage", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Live", { perMinute: "40", perDay: "50" });
    await openKey(page, "Live");
    await expect(page.getByText("50 of 50 left", { exact: true })).toBeVisible();
    let last = await fetchWithKey(service, key);
    last = await fetchWithKey(service, key, "/v1/pets/1");
    expect(last.headers.get("x-ratelimit-limit")).toBe("40");
    await expect(page.getByText("48 of 50 left, full again in")).toBeVisible();
    const seen = Number(await page.getByRole("meter", { name: "This minute" }).getAttribute("value"));
    // By now, a new minute may have begun.
    expect([Number(last.headers.get("x-ratelimit-remaining")), 40]).toContain(seen);
    await expect(page.getByText("which is deprecated: 1.")).toBeVisible();
    await expect(page).toHaveTitle("Live – Pawhaven");
    await expect(page.locator("figure [aria-hidden=true] span").nth(2)).toHaveText("0");
    await expectAccessible(page);
    await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", /\s2, .+\s0$/);
  });

  test("a ban shows its reason, start and end, and can be lifted once a day", async ({ page, service }) => {
    await signIn(page, service);
    const key = await createKey(page, "Patient", { perMinute: "1000", perDay: "1000000" });
    const hasty = await createKey(page, "Hasty", { perMinute: "1", perDay: "1" });
    await openKey(page, "Hasty");
    await expect(page.getByText("never banned")).toBeVisible();
    const codeOf = async () => (await (await fetchWithKey(service, hasty)).json()).code;
    /** Sends requests until the key is banned: the one that fits, a 429, and ten strikes. */
    const getBanned = async () => {
      const codes: string[] = [];
      while (codes.length < 12 && codes.at(-1) !== "key_suspended") codes.push(await codeOf());
      expect(codes.at(-1)).toBe("key_suspended");
    };
    await getBanned();
    await expect(page.getByText(/It kept sending requests after a 429/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Lift the ban now" }).click();
    await expect(page.getByText("The ban is lifted.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Bans" })).toBeFocused();
    // The service notices within a second, which is how long it caches a verification.
    await expect.poll(codeOf, { intervals: [50] }).toBe("rate_limited");
    await getBanned();
    await expect(page.getByText(/can be lifted once in 24 hours/)).toBeVisible();
    // A ban of one key does not affect another.
    expect((await fetchWithKey(service, key)).status).toBe(200);
  });
});
