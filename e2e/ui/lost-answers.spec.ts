import type { Page } from "@playwright/test";
import { chooseFromAccount, expect, type Service, signIn, signInByForm, test } from "./service";

/** Answers that were lost: the request arrives, and the browser learns nothing. */
const UNKNOWN = /We do not know whether the animal was added\./;

/** Drops the responses to POST requests until it is stopped. Returns the Idempotency-Keys that were sent. */
async function loseAnswers(page: Page, path = "**/v1/pets"): Promise<{ stop(): void; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  let losing = true;
  await page.route(path, async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    keys.push(request.headers()["idempotency-key"]);
    if (!losing) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return {
    stop: () => {
      losing = false;
    },
    keys,
  };
}

async function countNamed({ origin, key }: Service, name: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/pets?limit=100`, { headers: { Authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { name: string }[]).filter((pet) => pet.name.startsWith(name)).length;
}

const addButton = (page: Page) => page.getByRole("button", { name: "Add animal" });
const rowsBox = (page: Page) => page.getByLabel("Rows from a spreadsheet");

test.describe("adding one animal – the response is lost", () => {
  test("the form says that the outcome is unknown; a retry adds the animal once", async ({ page, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page);
    await page.getByLabel("Name").fill("Lost once");
    await addButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: UNKNOWN })).toBeVisible();
    await expect(page.getByText("was not added")).toHaveCount(0);
    answers.stop();
    await addButton(page).click();
    await expect(page.getByText("Lost once was added.")).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
    expect(await countNamed(service, "Lost once")).toBe(1);
  });

  test("a reload keeps the text, the message and the Idempotency-Key; a retry adds the animal once", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page);
    await page.getByLabel("Name").fill("Lost twice");
    await page.getByLabel("Category").selectOption("Another number…");
    await page.getByLabel("Category number").fill("9223372036854775807");
    await page.getByLabel("Status", { exact: true }).selectOption("Pending");
    await addButton(page).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    answers.stop();
    await page.reload();
    await expect(page.getByLabel("Name")).toHaveValue("Lost twice");
    await expect(page.getByLabel("Category number")).toHaveValue("9223372036854775807");
    await expect(page.getByLabel("Status", { exact: true })).toHaveValue("pending");
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    await addButton(page).click();
    await expect(page.getByText("Lost twice was added.")).toBeVisible();
    expect(new Set(answers.keys).size).toBe(1);
    expect(await countNamed(service, "Lost twice")).toBe(1);
    // It is known now: nothing is left of it.
    await page.reload();
    await expect(addButton(page)).toHaveAttribute("aria-disabled", "false");
    await expect(page.getByLabel("Name")).toHaveValue("");
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  });

  test("a reload while the request is pending counts as a lost response", async ({ page, service }) => {
    await signIn(page, service);
    let held = true;
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/pets"));
    await page.route("**/v1/pets", async (route) => {
      if (route.request().method() !== "POST" || !held) return route.continue();
      await route.fetch(); // and nothing more
    });
    await page.getByLabel("Name").fill("Cut off");
    await addButton(page).click();
    await sent;
    await expect.poll(() => countNamed(service, "Cut off")).toBe(1);
    held = false;
    await page.reload();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    await addButton(page).click();
    await expect(page.getByText("Cut off was added.")).toBeVisible();
    expect(await countNamed(service, "Cut off")).toBe(1);
  });

  test("a refused retry does not clear the unknown outcome", async ({ page, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page);
    await page.getByLabel("Name").fill("Doubtful");
    await addButton(page).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    answers.stop();
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const json = { code: "payload_too_large", message: "Too large", status: 413 };
      return route.fulfill({ status: 413, json });
    });
    await addButton(page).click();
    await expect(page.getByText(/Too large/)).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
  });

  test("another animal gets a new Idempotency-Key", async ({ page, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page);
    await page.getByLabel("Name").fill("Maybe one");
    await addButton(page).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    answers.stop();
    await page.getByLabel("Name").fill("Maybe two");
    // The message is about the previous animal, not about the one in the form.
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
    await addButton(page).click();
    await expect(page.getByText("Maybe two was added.")).toBeVisible();
    expect(new Set(answers.keys).size).toBe(2);
  });

  test("a definite refusal is reported as one", async ({ page, service }) => {
    await signIn(page, service);
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      return route.fulfill({ status: 413, json: { code: "payload_too_large", message: "Too large", status: 413 } });
    });
    await page.getByLabel("Name").fill("Certain");
    await addButton(page).click();
    await expect(page.getByText("The animal was not added. Too large.")).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  });
});

test("the next person in the same tab starts with an empty form", async ({ page, service }) => {
  const { output } = await service.launcher.runToEnd(["staff", "add", "next@shelter.example"]);
  const oneTime = String(output.split("\n")[1]);
  await signInByForm(page, service);
  const answers = await loseAnswers(page);
  await page.getByLabel("Name").fill("Of the first");
  await addButton(page).click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  answers.stop();
  await rowsBox(page).fill("Of the first too\tDog");
  await chooseFromAccount(page, "Sign out");

  await page.getByLabel("E-mail").fill("next@shelter.example");
  await page.getByLabel("Password").fill(oneTime);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("One-time password").fill(oneTime);
  await page.getByLabel("New password").fill("a password of my own");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("heading", { name: "Add an animal" })).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByText("Signed in as next@shelter.example")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(rowsBox(page)).toHaveValue("");
  await chooseFromAccount(page, "Sign out");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await signInByForm(page, service);
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expect(rowsBox(page)).toHaveValue("Of the first too\tDog");
  await addButton(page).click();
  await expect(page.getByText("Of the first was added.")).toBeVisible();
  expect(await countNamed(service, "Of the first")).toBe(1);
});

test.describe("adding many animals – a response is lost", () => {
  const rows = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name} ${index + 1}\tDog`).join("\n");

  test("on the first row, the form says so and keeps the rows, also after a reload", async ({ page, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page);
    await rowsBox(page).fill(rows("Rowlost", 3));
    await page.getByRole("button", { name: "Add all 3" }).click();
    const doubt = page.getByText("We do not know whether row 1 was added.");
    await expect(doubt).toBeVisible();
    // Other text would have other keys.
    await expect(rowsBox(page)).not.toBeEditable();
    answers.stop();
    await page.reload();
    await expect(doubt).toBeVisible();
    await expect(rowsBox(page)).not.toBeEditable();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("3 animals were added.")).toBeVisible();
    await expect(doubt).toHaveCount(0);
    expect(await countNamed(service, "Rowlost")).toBe(3);
  });

  test("a definite refusal leaves no unknown outcome", async ({ page, service }) => {
    await signIn(page, service);
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      return route.fulfill({ status: 413, json: { code: "payload_too_large", message: "Too large", status: 413 } });
    });
    await rowsBox(page).fill(rows("Rowrefused", 2));
    await page.getByRole("button", { name: "Add all 2" }).click();
    await expect(
      page.getByText(
        "Too large. 0 of 2 are added; the others are still here. If you continue within a day, none is added twice.",
      ),
    ).toBeVisible();
    await expect(page.getByText("We do not know")).toHaveCount(0);
    await expect(rowsBox(page)).toBeEditable();
  });
});

test("creating a key or a person – the form does not claim success or failure", async ({ page, service }) => {
  await signIn(page, service);
  await page.goto("/staff/keys");
  await loseAnswers(page, "**/v1/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Lost key");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("We do not know whether the key was created. If it is in the list")).toBeVisible();
  await expect(page.getByText("was not created")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Lost key" })).toBeVisible();

  await page.getByRole("link", { name: "Lost key" }).click();
  await loseAnswers(page, "**/v1/keys/*/rotate");
  await page.getByRole("button", { name: "Rotate: get a new secret" }).click();
  await expect(page.getByText("We do not know whether the key was rotated. If you rotate it again")).toBeVisible();

  await page.goto("/staff/people");
  await loseAnswers(page, "**/v1/people/invitations");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill("lost@x.example");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("We do not know whether the person was invited. If they are in the list")).toBeVisible();
  await expect(page.getByText("Nobody was invited")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listitem", { name: "lost@x.example" })).toBeVisible();
});
