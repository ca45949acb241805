import { expectAccessible } from "../support/accessibility";
import { expectFocusInList, row, toast } from "../support/adoption-rows";
import { addPet } from "../support/key-calls";
import { expect, signIn, test } from "../support/service";
import { callAs, sendApplication } from "../support/staff-calls";

/** The call that places an adoption. */
const placing = (petId: number) => ({ method: "POST", path: "/store/orders", body: { petId } });

test("a hand-over that was recorded by mistake is undone after its message is gone, or it says why not", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  const handOver = async (petId: number, body = {}) => {
    const [{ id }] = (await callAs<{ id: number }>(page, [placing(petId)])) as [{ id: number }];
    await callAs(page, [{ method: "POST", path: `/store/orders/${id}/complete`, body }]);
  };
  const [petId, earlier] = [await addPet(service, "Skerry"), await addPet(service, "Shoal")];
  await handOver(petId);
  await handOver(earlier, { tookPlaceAt: "2026-01-02T12:00:00.001Z" });
  await page.goto("/staff/adoptions?status=completed");
  const undo = page.getByRole("menuitem", { name: "Undo the hand-over" });
  // It counts when a hand-over was recorded, not when it took place.
  await row(page, "Shoal").getByRole("button", { name: "More for Shoal" }).click();
  await expect(undo).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(undo).toHaveCount(0);
  // Somebody else changes the animal before it is chosen.
  await row(page, "Skerry").getByRole("button", { name: "More for Skerry" }).click();
  const change = (status: string) => ({ method: "PATCH", path: `/pets/${petId}`, ifMatch: "*", body: { status } });
  await callAs(page, [change("available")]);
  await undo.click();
  const reason = "Other applicants know that the animal is adopted, or something has changed since.";
  await expect(toast(page, `It was not undone. ${reason} Record its return instead.`)).toBeVisible();
  await expect(row(page, "Skerry")).toBeVisible();

  const other = await addPet(service, "Tombolo");
  await handOver(other);
  await page.goto("/staff/adoptions?status=completed");
  await row(page, "Tombolo").getByRole("button", { name: "More for Tombolo" }).click();
  await expectAccessible(page);
  await undo.click();
  await expect(toast(page, "Undone.")).toBeVisible();
  await expect(row(page, "Tombolo")).toHaveCount(0);
  await expectFocusInList(page);
  await page.getByRole("link", { name: "Open" }).click();
  await expect(row(page, "Tombolo").getByRole("button", { name: "Hand over" })).toBeVisible();

  await page.clock.setFixedTime(Date.now() + 86_400_000);
  await page.goto("/staff/adoptions?status=completed");
  await row(page, "Shoal").getByRole("button", { name: "More for Shoal" }).click();
  await expect(page.getByRole("menuitem", { name: "Record return" })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test("on an application, a hand-over that was recorded by mistake is undone", async ({ page, service }) => {
  await signIn(page, service);
  const id = await sendApplication(page, await addPet(service, "Isthmus"), { name: "Nils Mistaken" });
  const approval = { path: `/applications/${id}`, method: "PATCH", ifMatch: "*", body: { status: "approved" } };
  const [{ orderId }] = (await callAs<{ orderId: number }>(page, [approval])) as [{ orderId: number }];
  await callAs(page, [{ method: "POST", path: `/store/orders/${orderId}/complete`, body: {} }]);
  await page.goto(`/staff/applications/${id}`);
  await expect(page.getByRole("button", { name: "Record return" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo the hand-over" }).click();
  await expect(page.getByText("The adoption is open until the animal is handed over.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What next?" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Undo the hand-over" })).toHaveCount(0);
});

test("a return within a minute names whose application is open again", async ({ page, service }) => {
  await signIn(page, service);
  const petId = await addPet(service, "Estuary", { categoryId: 1 });
  const other = await sendApplication(page, petId, { name: "Nora Reopened" });
  const id = await sendApplication(page, petId, { name: "Otis Keeper" });
  const approval = { path: `/applications/${id}`, method: "PATCH", ifMatch: "*", body: { status: "approved" } };
  const [{ orderId }] = (await callAs<{ orderId: number }>(page, [approval])) as [{ orderId: number }];
  await callAs(page, [{ method: "POST", path: `/store/orders/${orderId}/complete`, body: {} }]);
  await page.goto(`/staff/applications/${id}`);
  await page.getByRole("button", { name: "Record return" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Record the return" }).click();
  const words = /Estuary is back, and available again. The application of .?Nora Reopened.? is open again./;
  await expect(page.locator("[data-part=toast]")).toContainText(words);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open it" }).click();
  await expect(page).toHaveURL(new RegExp(`/staff/applications/${other}$`));
  await page.getByText("History", { exact: true }).click();
  await expect(page.getByText("New again, because Estuary came back")).toBeVisible();
});
