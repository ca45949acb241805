import { expectAccessible } from "../support/accessibility";
import { expect, FORM, test } from "../support/applicants";
import { openHydrated } from "../support/service";

test("a field says what is wrong when it is left after typing, and an e-mail address with a typing error can be corrected", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHydrated(page, FORM);
  const [name, email, telephone] = [page.getByLabel("Your name"), page.getByLabel("E-mail"), page.getByLabel("Teleph")];
  // Tabbing through an empty field is not a mistake.
  await name.focus();
  await page.keyboard.press("Tab");
  await expect(email).toBeFocused();
  await expect(name).not.toHaveAttribute("aria-invalid");
  const suggestion = page.getByRole("button", { name: "x@gmail.com" });
  await page.keyboard.type("x@gmail.co");
  await expect(suggestion).toHaveCount(0);
  await page.keyboard.type("n");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("status").filter({ hasText: "Did you mean" })).toBeVisible();
  await expect(email).not.toHaveAttribute("aria-invalid");

  await telephone.pressSequentially("abc");
  await expect(telephone).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Tab");
  const problem = "Enter a telephone number, such as +44 20 7946 0123.";
  await expect(page.getByRole("alert").filter({ hasText: problem })).toBeVisible();
  await expect(telephone).toHaveAccessibleDescription(problem);
  await expectAccessible(page);
  await telephone.fill("020 7946 0123");
  await expect(telephone).not.toHaveAttribute("aria-invalid");

  await suggestion.click();
  await expect(email).toHaveValue("x@gmail.com");
  await expect(email).toBeFocused();
  await expect(suggestion).toHaveCount(0);
});

test("an empty form that is sent on a phone shows the first wrong field, and a list of all", async ({
  browser,
  service,
}) => {
  const viewport = { width: 360, height: 640 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, baseURL: service.origin });
  const page = await context.newPage();
  await openHydrated(page, FORM);
  await page.getByRole("button", { name: "Send to the shelter" }).tap();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.locator("#apply-name-error")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const box = page.locator("[data-part=field-problems]");
  await expect(box).toHaveText(/^5 fields need your attention/);
  const links = box.getByRole("link");
  await expect(links).toHaveCount(5);
  await links.nth(2).tap();
  await expect(page.getByLabel("what should we know?")).toBeFocused();
  // Further down, the field alone is in view.
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@home.example");
  await page.getByRole("button", { name: "Send to the shelter" }).tap();
  await expect(page.getByLabel("what should we know?")).toBeFocused();
  await expect(page.locator("#apply-message-error")).toBeInViewport({ ratio: 1 });
  await context.close();
});

test("an error of a field that is left does not move what is being clicked", async ({ page }) => {
  await openHydrated(page, FORM);
  const telephone = page.getByLabel("Telephone");
  const consent = page.getByRole("checkbox", { name: /keeps what I write/ });
  await telephone.fill("abc");
  await consent.scrollIntoViewIfNeeded();
  const { x, y } = (await consent.boundingBox()) as { x: number; y: number };
  await page.mouse.move(x + 8, y + 8);
  await page.mouse.down();
  await expect(telephone).not.toBeFocused();
  expect((await consent.boundingBox())?.y).toBe(y);
  await page.mouse.up();
  await expect(consent).toBeChecked();
  await expect(telephone).toHaveAttribute("aria-invalid", "true");
});
