import { loseAnswers } from "../support/breakable-network";
import { addButton, addSheet, countNamed, fillNewPet, nameBox } from "../support/new-pet";
import {
  chooseFirstPassword,
  chooseFromAccount,
  expect,
  fillSignIn,
  signIn,
  signInByForm,
  test,
} from "../support/service";
import { rowsBox } from "../support/staff-list";

/** The message after a lost answer: the request arrives, but the browser does not learn its outcome. */
const UNKNOWN = /We do not know whether the animal was added\./;

test.describe("adding one animal – the answer is lost", () => {
  test("a reload keeps the text, the message and the Idempotency-Key, and a retry adds the animal once", async ({
    page,
    service,
  }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page, "**/v1/pets");
    await fillNewPet(page, "Lost twice", "9223372036854775807");
    await addSheet(page).getByLabel("Status").selectOption("Pending");
    await addButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: UNKNOWN })).toBeVisible();
    await expect(page.getByText("was not added")).toHaveCount(0);
    answers.stop();
    await test.step("the text is still there after a reload", async () => {
      await page.reload();
      await expect(nameBox(page)).toHaveValue("Lost twice");
      await expect(addSheet(page).getByLabel("Kind")).toHaveValue(/9223372036854775807/);
      await expect(addSheet(page).getByLabel("Status")).toHaveValue("pending");
    });
    const next = page.getByRole("dialog", { name: "Edit Lost twice" });
    await test.step("a retry adds the animal once, and the sheet continues with what comes next", async () => {
      await addButton(page).click();
      await expect(page.getByText("Lost twice was added.")).toBeVisible();
      await expect(next.getByRole("heading", { name: "Photos" })).toBeVisible();
      await expect(next.getByLabel("Story")).toBeVisible();
      expect(new Set(answers.keys).size).toBe(1);
      expect(await countNamed(service, "Lost twice")).toBe(1);
    });
    await test.step("the addition can be undone", async () => {
      const toast = page.locator("[data-part=toast]", { hasText: "was added." });
      await toast.getByRole("button", { name: "Undo" }).click();
      await expect(next).toBeHidden();
      expect(await countNamed(service, "Lost twice")).toBe(0);
    });
    await test.step("the outcome is known, so nothing is left of the draft", async () => {
      await page.goto("/staff/animals?new");
      await expect(addButton(page)).toHaveAttribute("aria-disabled", "false");
      await expect(nameBox(page)).toHaveValue("");
      await expect(page.getByText(UNKNOWN)).toHaveCount(0);
    });
  });

  test("a reload while the request is pending counts as a lost answer", async ({ page, service }) => {
    await signIn(page, service);
    let held = true;
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/pets"));
    await page.route("**/v1/pets", async (route) => {
      if (route.request().method() !== "POST" || !held) return route.continue();
      await route.fetch(); // and nothing more
    });
    await fillNewPet(page, "Cut off");
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

  test("a refused retry does not clear the unknown outcome", async ({ page, context, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page, "**/v1/pets");
    await fillNewPet(page, "Doubtful");
    // While the browser is known to be offline, nothing is sent, so there is no doubt.
    await context.setOffline(true);
    await addButton(page).click();
    await expect(page.getByText("The animal was not added. You are offline.")).toBeVisible();
    await context.setOffline(false);
    await addButton(page).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    answers.stop();
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const json = { code: "payload_too_large", message: "Too large", status: 413 };
      return route.fulfill({ status: 413, json });
    });
    await addButton(page).click();
    await expect(page.getByText(/It is too large/)).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
  });

  test("another animal gets a new Idempotency-Key", async ({ page, service }) => {
    await signIn(page, service);
    const answers = await loseAnswers(page, "**/v1/pets");
    await fillNewPet(page, "Maybe one");
    await addButton(page).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    answers.stop();
    await nameBox(page).fill("Maybe two");
    // The message would be about the previous animal, not the one in the form.
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
    await addButton(page).click();
    await expect(page.getByText("Maybe two was added.")).toBeVisible();
    expect(new Set(answers.keys).size).toBe(2);
  });

  test("a certain refusal is reported as one", async ({ page, service }) => {
    await signIn(page, service);
    await page.route("**/v1/pets", (route) => {
      if (route.request().method() !== "POST") return route.continue();
      return route.fulfill({ status: 413, json: { code: "payload_too_large", message: "Too large", status: 413 } });
    });
    await fillNewPet(page, "Certain");
    await addButton(page).click();
    await expect(page.getByText("The animal was not added. It is too large.")).toBeVisible();
    await expect(page.getByText(UNKNOWN)).toHaveCount(0);
  });
});

test("the next person in the same tab starts with an empty form", async ({ page, service }) => {
  test.slow();
  const { output } = await service.launcher.runToEnd(["staff", "add", "next@shelter.example"]);
  const oneTime = String(output.split("\n")[1]);
  await signInByForm(page, service);
  const answers = await loseAnswers(page, "**/v1/pets");
  await fillNewPet(page, "Of the first");
  await addButton(page).click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  answers.stop();
  await page.goto("/staff/animals/import");
  await rowsBox(page).fill("Of the first too\tDog");
  await chooseFromAccount(page, "Sign out");

  await fillSignIn(page, { email: "next@shelter.example", password: oneTime });
  await chooseFirstPassword(page);
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByText("Signed in as next@shelter.example")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/staff/animals/import");
  await expect(rowsBox(page)).toHaveValue("");
  await page.goto("/staff/animals?new");
  await expect(nameBox(page)).toBeFocused();
  await expect(nameBox(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await chooseFromAccount(page, "Sign out");
  await expect(page.getByRole("heading", { name: "Staff sign-in" })).toBeVisible();

  await signInByForm(page, service);
  await page.goto("/staff/animals/import");
  await page.getByRole("button", { name: "Change the text" }).click();
  await expect(rowsBox(page)).toHaveValue("Of the first too\tDog");
  await page.goto("/staff/animals?new");
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await addButton(page).click();
  await expect(page.getByText("Of the first was added.")).toBeVisible();
  expect(await countNamed(service, "Of the first")).toBe(1);
});

test("when the answer to creating or rotating a key is lost, the form claims neither success nor failure", async ({
  page,
  service,
}) => {
  await signIn(page, service, "/staff/keys");
  await loseAnswers(page, "**/v1/keys");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name").fill("Lost key");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("We do not know whether the key was created. Try again")).toBeVisible();
  await expect(page.getByText("No key was created")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Lost key" })).toBeVisible();

  await page.getByRole("link", { name: "Lost key" }).click();
  const rotations = await loseAnswers(page, "**/v1/keys/*/rotate");
  await page.getByRole("button", { name: "Create a new secret" }).click();
  const rotate = page.getByRole("button", { name: "Create new secret" });
  await rotate.click();
  await expect(page.getByText("We do not know whether a new secret was created. Try again")).toBeVisible();
  rotations.stop();
  await rotate.click();
  await expect(page.getByText("A new secret was created, but it was lost on the way.")).toBeVisible();
  await rotate.click();
  await expect(page.getByLabel("The new secret of this key")).toBeVisible();
  expect(rotations.keys[1]).toBe(rotations.keys[0]);
  expect(new Set(rotations.keys).size).toBe(2);
});

test("when the answer to an invitation is lost, the form claims neither success nor failure", async ({
  page,
  service,
}) => {
  await signIn(page, service, "/staff/people");
  await loseAnswers(page, "**/v1/people/invitations");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("E-mail").fill("lost@x.example");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("We do not know whether the person was invited. If they are in the list")).toBeVisible();
  await expect(page.getByText("Nobody was invited")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: "lost@x.example" })).toBeVisible();
});
