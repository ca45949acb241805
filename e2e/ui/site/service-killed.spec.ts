import { freePort } from "../../../server/port";
import { loseAnswers } from "../support/breakable-network";
import { expect, signInByForm, startService, test } from "../support/service";
import { callAs } from "../support/staff-calls";

// The service is killed in the middle of changes of many animals.

type Survivor = { id: number; status: string };
const NAMES = Array.from({ length: 26 }, (_, index) => `Survivor ${index + 1}`);

test("an import and a bulk change continue after kill -9, and nothing happens twice", async ({ page }) => {
  const environment = { PORT: String(await freePort()) };
  const service = await startService("killed", environment);
  /** Starts the service again once the page says that it has stopped, and continues. */
  const restart = async (says: RegExp) => {
    await expect(page.getByText(says)).toBeVisible();
    await service.launcher.startService(environment);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  try {
    await signInByForm(page, service);
    await page.goto(`${service.origin}/staff/animals/import`);
    await page.getByLabel("Rows from a spreadsheet").fill(NAMES.map((name) => `${name}\tHamster`).join("\n"));
    let sent = 0;
    const tenth = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/v1/pets") && ++sent === 10,
    );
    await page.getByRole("button", { name: "Add 26" }).click();
    await tenth;
    await service.launcher.kill();
    await restart(/It stopped after \d+ of 26 rows/);
    await expect(page.getByText("26 added")).toBeVisible();

    await page.goto(`${service.origin}/staff/animals?q=survivor`);
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Select all 26 that match" }).click();
    // The animals are changed, but the service dies before it can say so.
    await loseAnswers(page, "**/v1/pets/batch", { nth: 1, beforeLoss: () => service.launcher.kill() });
    await page.getByRole("button", { name: "Change status" }).click();
    await page.getByRole("menuitem", { name: "Pending" }).click();
    await restart(/no animal is changed twice/);
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("26 animals are now pending.");
    const [pets = []] = await callAs<Survivor[]>(page, [{ path: "/pets?q=survivor&limit=100" }]);
    expect(pets.map(({ status }) => status)).toEqual(NAMES.map(() => "pending"));
    const histories = await callAs<object[]>(
      page,
      pets.map(({ id }) => ({ path: `/pets/${id}/history` })),
    );
    expect(histories.map(({ length }) => length)).toEqual(NAMES.map(() => 2));
  } finally {
    await page.goto("about:blank");
    await service.launcher.clean();
  }
});
