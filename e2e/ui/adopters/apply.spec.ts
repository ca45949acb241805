import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility";
import {
  addSought,
  counts,
  expect,
  expectArrived,
  FORM,
  fillIn,
  submit,
  test,
  WAITING,
  waitUntilPlausible,
} from "../support/applicants";
import { openHydrated, signIn } from "../support/service";

test("incomplete fields are listed with links, and a question asks for fewer", async ({ page }) => {
  await page.goto(FORM);
  await submit(page);
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Enter your name.");
  const overview = page.getByRole("alert").filter({ hasText: "5 fields need your attention" });
  await overview.getByRole("link", { name: /^Agree to the privacy notice/ }).click();
  await expect(page.getByLabel(/keeps what I write/)).toBeFocused();
  await page.getByLabel(/^I have a question about/).check();
  await expect(page.getByText("4 fields need your attention")).toBeVisible();
  await page.getByLabel(/^I would like to adopt/).check();
  await expect(overview).toBeVisible();
  await fillIn(page);
  await expect(page.getByText("need your attention")).toHaveCount(0);
});

test("an application from the page is not suspicious, and is not sent twice", async ({ page, service }) => {
  const before = await counts(service);
  await page.goto(FORM);
  // People who would rather talk see here how to.
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "+44 1632 960148" })).toHaveAttribute("href", "tel:+441632960148");
  await expect(main.getByRole("link", { name: "hello@pawhaven.example" })).toBeVisible();
  await fillIn(page);
  await waitUntilPlausible(page);
  await page.getByRole("button", { name: "Send to the shelter" }).dblclick();
  await expectArrived(page);
  expect(await counts(service)).toEqual({ ...before, inbox: before.inbox + 1 });
  // The draft has been removed, so the next application is a new one.
  await page.goto(FORM);
  await expect(page.getByLabel("Your name")).toHaveValue("");
});

test("the private page is only for the applicant, and offers to keep its link", async ({ page }) => {
  const email = await applyFromPage(page);
  await expect(page.getByText(/^Expect our reply by \w+day \d+ \w+\.$/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Progress of your application" })).toContainText("We decide together");
  await expect(page.getByLabel("Your private link")).toHaveValue(page.url());
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByText("The link was copied.")).toBeAttached();
  await page.getByText("What you sent us").click();
  await expect(page.getByText(email)).toBeVisible();
  const response = await page.reload();
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": expect.stringContaining("no-store"),
  });
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex, nofollow");
});

/** Applies for an animal. Returns the e-mail address. */
async function applyFromPage(page: Page): Promise<string> {
  await page.goto(FORM);
  const email = await fillIn(page);
  await submit(page);
  await expectArrived(page);
  return email;
}

test("staff who fill in the form read that nobody gets the link without mail, and open the application", async ({
  page,
  service,
}) => {
  await signIn(page, service);
  await page.goto(FORM);
  await fillIn(page, "She called us.");
  await submit(page);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "This service sends no mail, so nobody gets a link to follow it.",
  );
  // What applicants should know is not for them.
  await expect(page.getByText("You get a private link")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Good to know" })).toBeHidden();
  await page.getByRole("link", { name: "Open the application" }).click();
  await expect(page).toHaveURL(/\/staff\/applications\/[\da-f-]{36}$/);
  await expect(page.getByRole("main")).toContainText("She called us.");
});

test("only the tab remembers an application, until it has ended", async ({ page, context }) => {
  await applyFromPage(page);
  const link = page.url();
  const stored = () => page.evaluate(() => sessionStorage.getItem("applications"));
  expect(await page.evaluate(() => localStorage.getItem("applications"))).toBeNull();
  const linkIn = (tab: Page, name: string | RegExp) => tab.getByRole("link", { name }).filter({ visible: true });
  const [own, ask] = ["See your application", /^Adopt or ask about/] as const;
  const other = await context.newPage();

  await test.step("only the tab remembers it", async () => {
    await page.waitForFunction(() => sessionStorage.getItem("applications") !== null);
    await page.goto(`/animals/${WAITING}`);
    await expect(linkIn(page, own)).toBeVisible();
    await expect(linkIn(page, ask)).toHaveCount(0);
    await openHydrated(other, `/animals/${WAITING}`);
    await expect(linkIn(other, ask)).toBeVisible();
  });
  await test.step("the favourites lead to it", async () => {
    await openHydrated(page, "/favourites");
    const listed = page
      .getByRole("region", { name: "Your applications" })
      .getByRole("link", { name: /^Your application for / });
    await expect(listed).toHaveAttribute("href", new URL(link).pathname);
  });
  await test.step("who has applied may apply again", async () => {
    await page.goto(FORM);
    await expect(page.getByText(/^You have already applied for /)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel("Your name")).toBeHidden();
    await page.getByRole("button", { name: "Apply again" }).click();
    await expect(page.getByLabel("Your name")).toBeVisible();
    await linkIn(page, own).click();
    await expect(page).toHaveURL(link);
  });
  await test.step("an application that has ended is forgotten", async () => {
    await page.getByText("Withdraw my application").click();
    await page.getByRole("link", { name: "No, keep it" }).click();
    await expect(page.getByRole("button", { name: "Yes, withdraw it" })).toBeHidden();
    await page.getByText("Withdraw my application").click();
    await page.getByRole("button", { name: "Yes, withdraw it" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is withdrawn");
    await expect.poll(stored).toBe("[]");
    await openHydrated(page, `/animals/${WAITING}`);
    await expect(linkIn(page, ask)).toBeVisible();
  });
});

test("the form has its photo in the size of the page, and loads only the one that is shown", async ({
  page,
  service,
}) => {
  const { path } = await addSought(service, "photo");
  const loaded: string[] = [];
  page.on("request", (request) => request.url().includes("/photos/") && loaded.push(request.url()));
  for (const [width, count] of [
    [360, 1],
    [1280, 1],
  ] as const) {
    loaded.length = 0;
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${path}/apply`, { waitUntil: "networkidle" });
    expect(loaded, `${width}`).toHaveLength(count);
    for (const portrait of await page.locator("main img").all())
      await expect(portrait).toHaveAttribute("height", "300");
  }
});

test("for a pending or adopted animal, the page shows other animals instead of the form", async ({ page }) => {
  for (const [status, words] of [
    ["pending", "may have found a home"],
    ["sold", "has found a home"],
  ]) {
    await page.goto(`/?status=${status}`);
    const href = String(await page.locator("[data-part=card] h3 a").first().getAttribute("href"));
    await page.goto(`${href}/apply`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(String(words));
    await expect(page.getByRole("link", { name: "See available animals" })).toBeVisible();
    await expect(page.locator("form[method=post]")).toHaveCount(0);
    await expectAccessible(page);
  }
});
