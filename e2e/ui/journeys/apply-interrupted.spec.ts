import { counts, ENVIRONMENT, expect, expectArrived, FORM, fillIn, submit, test } from "../support/applicants";
import { loseAnswers } from "../support/breakable-network";
import { openHydrated } from "../support/service";

test("what is typed survives a reload, a lost answer and a service that is killed, and arrives once", async ({
  page,
  context,
  service,
}) => {
  test.slow();
  const before = await counts(service);
  await openHydrated(page, FORM);
  await fillIn(page, "Kept over a reload");
  await page.reload({ waitUntil: "networkidle" });
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await expect(page.getByLabel("what should we know?")).toHaveValue("Kept over a reload");

  // The service receives it, but the answer is lost.
  await loseAnswers(page, "**/v1/applications", { beforeLoss: () => context.setOffline(true) });
  await submit(page);
  await expect(page.getByText("It is sent again when your connection is back.")).toBeVisible();
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
  await page.unrouteAll({ behavior: "wait" });
  await service.launcher.kill();
  // It is sent again automatically, as the same application.
  await context.setOffline(false);
  await expect(page.getByRole("timer")).toBeVisible();
  await service.launcher.startService(ENVIRONMENT);
  await page.getByRole("button", { name: "Try again now" }).click();
  await expectArrived(page);
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
});
