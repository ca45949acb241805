import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import { newKind } from "../support/key-calls";
import { expect, openHydrated, type Service, signIn, test } from "../support/service";
import { addPets, callAs, numbered } from "../support/staff-calls";
import { ANIMALS, row } from "../support/staff-list";

// From the sheet of an animal to those before and after it in the list.

const title = (page: Page, name: string) => page.getByRole("heading", { name: `Edit ${name}`, exact: true });
const next = (page: Page) => page.getByRole("button", { name: "Next animal" });
const previous = (page: Page) => page.getByRole("button", { name: "Previous animal" });
/** The row of an animal behind the sheet, which hides the page from screen readers. */
const rowBehind = (page: Page, name: string) => page.locator("tr", { hasText: name });
const nameOf = (page: Page) => page.getByRole("dialog", { name: /^Edit/ }).getByLabel("Name");

/** Opens a list of new animals, oldest first, with the sheet of one of them. Returns their ids. */
async function openAt(page: Page, service: Service, count: number, name: string): Promise<number[]> {
  await signIn(page, service);
  const kind = newKind();
  const ids = await addPets(page, kind, numbered("Step", count));
  await openHydrated(page, `${ANIMALS}?kind=${kind}&status=available&sort=oldest`);
  await row(page, name).getByRole("link", { name }).click();
  await expect(title(page, name)).toBeFocused();
  return ids;
}

test("previous and next lead through the list as it is filtered and sorted, by button and by key", async ({
  page,
  service,
}) => {
  const ids = await openAt(page, service, 4, "Step 002");
  await page.keyboard.press("j");
  await expect(title(page, "Step 003")).toBeFocused();
  await expect(nameOf(page)).toHaveValue("Step 003");
  await page.getByRole("radio", { name: "Estimate" }).focus();
  await page.keyboard.press("k");
  await expect(title(page, "Step 002")).toBeFocused();
  await previous(page).click();
  await expect(nameOf(page)).toHaveValue("Step 001");
  // At the end the button keeps the focus and does nothing.
  await expect(previous(page)).toBeFocused();
  await expect(previous(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(nameOf(page)).toHaveValue("Step 001");
  await expectAccessible(page);

  // An animal that leaves the list meanwhile keeps its neighbours.
  await next(page).click();
  await expect(nameOf(page)).toHaveValue("Step 002");
  const [pet] = await callAs<{ version: string }[]>(page, [{ path: `/pets?ids=${ids[1]}&include=version` }]).then(
    ([pets]) => pets ?? [],
  );
  const body = { status: "pending" };
  await callAs(page, [{ path: `/pets/${ids[1]}`, method: "PATCH", body, ifMatch: `"${pet?.version}"` }]);
  await expect(rowBehind(page, "Step 002")).toHaveCount(0);
  await next(page).click();
  await expect(nameOf(page)).toHaveValue("Step 003");

  // "Back" closes the sheet, wherever the steps have led.
  await page.goBack();
  await expect(page.getByRole("dialog", { name: /^Edit/ })).toBeHidden();
  await expect(page.getByRole("checkbox", { name: "Select Step 003" })).toBeFocused();
});

test("unsaved text asks before the next animal, and letters are text while somebody types", async ({
  page,
  service,
}) => {
  await openAt(page, service, 3, "Step 001");
  await nameOf(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type("jk");
  await expect(nameOf(page)).toHaveValue("Step 001jk");
  await next(page).click();
  const question = page.getByRole("alertdialog", { name: "Your changes are not saved. Discard them?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(nameOf(page)).toBeFocused();
  await expect(nameOf(page)).toHaveValue("Step 001jk");
  await next(page).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(title(page, "Step 002")).toBeFocused();
  await expect(nameOf(page)).toHaveValue("Step 002");
  await expect(question).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(nameOf(page)).toHaveValue("Step 001");
});

test("the sheet has the facts before the photos, and its head fits on a phone", async ({ page, service }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAt(page, service, 2, "Step 001");
  await expect(nameOf(page)).toHaveValue("Step 001");
  const sheet = page.getByRole("dialog", { name: /^Edit/ });
  await expect(sheet.getByRole("heading", { level: 3 })).toHaveText(["Facts", "Photos"]);
  await expect(next(page)).toBeInViewport();
  await expect(sheet.getByRole("button", { name: "Close" })).toBeInViewport();
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  // The name, the arrows and "Close" are in one line.
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? Math.round(box.y + box.height / 2) : Number.NaN;
  };
  expect(await middleOf(next(page))).toBe(await middleOf(sheet.getByRole("button", { name: "Close" })));
  expect(Number((await sheet.getByRole("heading", { level: 2 }).boundingBox())?.y)).toBeLessThan(
    await middleOf(next(page)),
  );

  // Links lead to other views of the animal.
  const number = new URL(page.url()).searchParams.get("edit");
  await expect(sheet.getByRole("link", { name: "Public page" })).toHaveAttribute("href", `/animals/${number}`);
  await sheet.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`kind=\\d+.*history=${number}`));
  await expect(page.getByRole("list", { name: "Changes" })).toBeVisible();
});

test("in a low window, the head and the foot of the sheet leave most of it to the form", async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await openAt(page, service, 2, "Step 001");
  await expect(nameOf(page)).toHaveValue("Step 001");
  const sheet = page.getByRole("dialog", { name: /^Edit/ });
  const edges = () =>
    sheet.evaluate((element) => ({
      head: Number(element.querySelector("[data-makes-room]")?.getBoundingClientRect().top),
      foot: Number(element.querySelector("[data-bottom-bar]")?.getBoundingClientRect().top),
      overflow: element.scrollWidth - element.clientWidth,
    }));
  await expect(sheet.getByRole("button", { name: "Close" })).toBeInViewport();
  await expect(sheet.getByRole("heading", { name: "Edit Step 001" })).toBeInViewport();
  const low = await edges();
  expect(low.foot - low.head).toBeGreaterThan(380);
  expect(low.overflow).toBeLessThanOrEqual(0);
  await expect(sheet.getByText(/^Number \d+$/)).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(sheet.getByText(/^Number \d+$/)).toBeVisible();
});

test("an animal is saved and the next one opened, by button and by key", async ({ page, service }) => {
  await openAt(page, service, 3, "Step 001");
  await nameOf(page).fill("Step 001 saved");
  await page.getByRole("button", { name: "Save and next" }).click();
  await expect(title(page, "Step 002")).toBeFocused();
  const toast = page.locator("[data-part=toast]", { hasText: "Step 001 saved was saved." });
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  await nameOf(page).fill("");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(nameOf(page)).toHaveAttribute("aria-invalid", "true");
  await nameOf(page).fill("Step 002 saved");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(title(page, "Step 003")).toBeFocused();
  // At the end of the list there is only "Save".
  await expect(page.getByRole("button", { name: "Save and next" })).toHaveCount(0);
  await nameOf(page).fill("Step 003 saved");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(page.getByRole("dialog", { name: /^Edit/ })).toBeHidden();
  for (const name of ["Step 001 saved", "Step 002 saved", "Step 003 saved"])
    await expect(row(page, name)).toBeVisible();
});
