import { expectAccessible } from "../support/accessibility";
import {
  addSought,
  counts,
  ENVIRONMENT,
  expect,
  expectArrived,
  FORM,
  fillIn,
  submit,
  test,
  WAITING,
} from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { addByForm } from "../support/new-pet";
import { openHydrated, signIn } from "../support/service";

test("what is typed survives a reload, a lost connection and a lost answer, and arrives once", async ({
  page,
  context,
  service,
}) => {
  const before = await counts(service);
  await openHydrated(page, FORM);
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("what should we know?")).toHaveValue("");
  await expect(page.getByText("We kept what you wrote.")).toBeHidden();
  // It stays as long as there is text, and a form that was emptied by hand has none.
  await page.getByLabel("Your name").fill("Kept");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await page.getByLabel("Your name").fill("Kept and changed");
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await page.getByLabel("Your name").fill("");
  await expect(page.getByText("We kept what you wrote.")).toBeHidden();
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByLabel("what should we know?")).toHaveValue("Kept over a reload");

  // The service receives it, but the answer is lost.
  await loseAnswers(page, "**/v1/applications", { beforeLoss: () => context.setOffline(true) });
  await submit(page);
  await expect(page.getByText("We could not reach the shelter.")).toBeVisible();
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
  await page.unrouteAll({ behavior: "wait" });
  // It is sent again automatically, as the same application.
  await context.setOffline(false);
  await expectArrived(page);
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
});

test("after a 429 the form says how long to wait, counts down and sends again", async ({ page }) => {
  test.slow();
  await page.goto(FORM);
  await fillIn(page);
  let refusals = 1;
  await page.route("**/v1/applications", (route) =>
    refusals-- > 0
      ? route.fulfill({
          status: 429,
          headers: { "retry-after": "3" },
          json: { code: "rate_limited", message: "Too many applications", status: 429 },
        })
      : route.continue(),
  );
  await submit(page);
  await expect(page.getByText("Your message was not sent yet.")).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/[123] seconds?/);
  await expectArrived(page);
  await page.unrouteAll({ behavior: "wait" });
});

test("when the service fails, the page says so near the button and sends the application again automatically", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.clock.install();
  await page.goto(FORM);
  await fillIn(page);
  let failures = 1;
  await page.route("**/v1/applications", (route) =>
    failures-- > 0
      ? route.fulfill({ status: 503, json: { code: "unavailable", message: "Away", status: 503 } })
      : route.continue(),
  );
  await page.clock.runFor(4_000);
  await submit(page);
  await expect(page.getByText("The shelter’s service has a problem.")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Try again now" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Send to the shelter" })).toHaveCount(0);
  await page.clock.runFor(31_000);
  await expectArrived(page);
  await page.unrouteAll({ behavior: "wait" });
});

test("when the service is killed, the text stays, and is sent once the service is back, with the animals added before", async ({
  page,
  browser,
  service,
}) => {
  test.slow();
  const staff = await (await browser.newContext({ baseURL: service.origin })).newPage();
  await signIn(staff, service);
  await page.goto(FORM);
  await fillIn(page);
  await addByForm(staff, "Biscuit");
  await service.launcher.kill();
  await submit(page);
  await expect(page.getByText("We could not reach the shelter.")).toBeVisible();
  await service.launcher.startService(ENVIRONMENT);
  await page.getByRole("button", { name: "Try again now" }).click();
  await expectArrived(page);
  await staff.goto("/");
  await expect(staff.locator("[data-part=card]").first()).toContainText("Biscuit");
  await staff.context().close();
});

test("when the animal is taken while somebody types, the text can still be read", async ({ page, service }) => {
  const { path, take } = await addSought(service);
  await openHydrated(page, `${path}/apply`);
  await fillIn(page, "We have a sofa.");
  await take();
  await submit(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("has found a home");
  const text = page.getByRole("textbox", { name: "What you wrote" });
  await expect(text).toHaveValue("We have a sofa.\n\nHome: A house with a garden");
  await expect(page.getByText("It was not sent.")).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue(/^We have a sofa\./);
  await expectAccessible(page);
  await page.goto(`/animals/${WAITING}/apply`);
  await expect(text).toHaveCount(0);
});
