import { loseAnswers } from "../support/breakable-network";
import { changesOf, newKind, numbered, petsOf } from "../support/calls";
import { rowsBox, toast } from "../support/pages";
import { expect, signIn, test } from "../support/service";

// The service is killed in the middle of changes of many animals.

const NAMES = numbered("Survivor", 26);

test("an import and a bulk change continue after kill -9, and nothing happens twice", async ({ page, service }) => {
  const kind = newKind();
  await signIn(page, service, "/staff/animals/import");
  await rowsBox(page).fill(NAMES.map((name) => `${name}\t${kind}`).join("\n"));
  let sent = 0;
  const tenth = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/v1/pets") && ++sent === 10,
  );
  await page.getByRole("button", { name: "Add 26" }).click();
  await tenth;
  await service.launcher.kill();
  await expect(page.getByText(/It stopped after \d+ of 26 rows/)).toBeVisible();
  await service.restart();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("26 added")).toBeVisible();

  await page.goto(`/staff/animals?kind=${kind}`);
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Select all 26 that match" }).click();
  // The animals are changed, but the service dies before it can say so.
  await loseAnswers(page, "**/v1/pets/batch", { nth: 1, beforeLoss: () => service.launcher.kill() });
  await page.getByRole("button", { name: "Change status" }).click();
  await page.getByRole("menuitem", { name: "Pending" }).click();
  await expect(page.getByText(/no animal is changed twice/)).toBeVisible();
  await service.restart();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "26 animals are now pending.")).toBeVisible();
  const pets = await petsOf(service, kind);
  expect(pets.map(({ status }) => status)).toEqual(NAMES.map(() => "pending"));
  for (const { id } of pets) expect(await changesOf(service, id)).toBe(2);
});
