import { exec } from "node:child_process";
import { promisify } from "node:util";
import { addPet } from "../support/calls";
import { expect, signIn, test } from "../support/service";

test("an admin creates a key, sees what a program does with it, and lifts a ban once a day", async ({
  page,
  service,
  context,
}) => {
  const petId = await addPet(service, "Counted");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, service, "/staff/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Website");
  // A reload keeps what was typed.
  await page.reload();
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Website");
  await page.getByText("Limits", { exact: true }).click();
  await page.getByLabel("Plan").selectOption("enterprise");
  await page.getByLabel("Requests a minute").fill("11");
  await page.getByLabel("Requests a day").fill("12");
  await page.getByRole("button", { name: "Create key" }).click();
  const field = page.getByRole("textbox", { name: "The new key" });
  await expect(field).toBeFocused();
  const key = await field.inputValue();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole("button", { name: "Copy: Try it in a terminal" }).click();
  await expect(page.getByText("Copied.")).toHaveCount(2);
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("table").getByRole("link", { name: "Website" }).click();
  await expect(page.getByText("12 of 12 left", { exact: true })).toBeVisible();
  await expect(page.getByText("never banned")).toBeVisible();
  expect(await page.content()).not.toContain(key);

  // The command works as it is pasted, and the page shows both windows live, as in the headers.
  const { stdout } = await promisify(exec)(command);
  expect(JSON.parse(stdout)).toHaveLength(3);
  const ask = (path: string) => fetch(service.origin + path, { headers: { Authorization: `Bearer ${key}` } });
  const { headers } = await ask(`/v1/pets/${petId}`);
  expect(headers.get("x-ratelimit-limit")).toBe("11");
  await expect(page.getByText("10 of 12 left, full again in")).toBeVisible();
  await expect(page.getByText("which is deprecated: 1.")).toBeVisible();

  const codeOf = async () => (await (await ask("/v1/pets?limit=1")).json()).code;
  /** Sends requests until the key is banned: those that fit, a 429, and ten strikes. */
  const getBanned = async () => {
    const codes: string[] = [];
    while (codes.length < 30 && codes.at(-1) !== "key_suspended") codes.push(await codeOf());
    expect(codes.at(-1)).toBe("key_suspended");
  };
  await getBanned();
  await expect(page.getByText(/It kept sending requests after a 429/)).toBeVisible();
  await page.getByRole("button", { name: "Lift the ban now" }).click();
  await expect(page.getByText("The ban is lifted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bans" })).toBeFocused();
  // The service notices within a second, which is how long it caches a verification.
  await expect.poll(codeOf, { intervals: [50] }).toBe("rate_limited");
  await getBanned();
  await expect(page.getByText(/can be lifted once in 24 hours/)).toBeVisible();
});
