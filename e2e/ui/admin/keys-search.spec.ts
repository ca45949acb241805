import { expectAccessible } from "../support/accessibility";
import { createKey, fetchWithKey, openKey } from "../support/key-forms";
import { expect, signIn, test } from "../support/service";
import { callAs } from "../support/staff-calls";

test.describe("many API keys", () => {
  test("a key like another one starts with its name and settings, and asks for other permissions", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    await createKey(page, "Reader", { perMinute: "7", perDay: "70" });
    await openKey(page, "Reader");
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("To change what a key may do, create a new one and revoke this one.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create a key with these settings" }).click();
    const copy = page.getByRole("dialog", { name: "Create a key with these settings" });
    await expect(copy.getByLabel("Name")).toHaveValue("Reader");
    await expect(copy.getByLabel("Requests a minute")).toHaveValue("7");
    await expect(copy.getByRole("checkbox", { name: "Read animals" })).toBeChecked();
    await copy.getByRole("checkbox", { name: "Read adoptions" }).check();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expectAccessible(page);
    await copy.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("textbox", { name: "The new key" }).inputValue();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
    expect((await fetchWithKey(service, key, "/v1/store/orders")).status).toBe(200);
    expect((await fetchWithKey(service, key)).headers.get("x-ratelimit-limit")).toBe("7");
    // The dialog of a new key does not start with these settings.
    await page.goto("/staff/keys");
    await expect(page.getByRole("row", { name: /^Reader .+ Active Enterprise/ })).toHaveCount(2);
    await page.getByRole("button", { name: "Create a key" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("");
  });

  test("more than ten keys can be searched, also by a secret, which is not kept", async ({ page, service }) => {
    await signIn(page, service);
    const secret = await createKey(page, "Vet of Zoë");
    const keys = Array.from({ length: 10 }, (_, index) => ({ name: `Kennel camera ${index}` }));
    await callAs(
      page,
      keys.map((body) => ({ path: "/keys", method: "POST", body })),
    );
    await page.reload();
    const search = page.getByRole("searchbox", { name: "Search keys" });
    const names = page.getByRole("table").getByRole("link");
    await search.fill("zoe active");
    await expect(names).toHaveText(["Vet of Zoë"]);
    await expect(page.getByRole("status").filter({ hasText: /^1 of \d+ keys$/ })).toBeVisible();
    await search.fill(secret);
    await expect(search).toHaveValue(secret.slice(0, 13));
    await expect(names).toHaveText(["Vet of Zoë"]);
    await expect(page).toHaveURL(/\?q=pet_live_\w{4}$/);
    await page.reload();
    await expect(names).toHaveText(["Vet of Zoë"]);
    await search.fill("nothing like it");
    await expect(page.getByText("Nothing is found for “nothing like it”.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show all keys" }).click();
    await expect(page.getByRole("link", { name: "Kennel camera 9" })).toBeVisible();
    await expect(page).toHaveURL(/\/keys$/);
  });
});
