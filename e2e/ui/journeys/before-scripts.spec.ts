import type { Page } from "@playwright/test";
import { expect, fillSignIn, test } from "../support/service";

/** Holds the scripts of the next pages until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/_next\/.*\.js/, (route) => arrived.then(() => route.continue()));
  return async () => {
    arrive();
    await page.locator("html[data-ready]").waitFor();
    await page.unrouteAll({ behavior: "wait" });
  };
}

test("what is chosen and typed before the scripts arrive is kept, and nothing is sent without them", async ({
  page,
  service,
}) => {
  test.slow();
  await test.step("filters and words of a search", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const release = await holdScripts(page);
    await page.goto("/?kind=dog", { waitUntil: "commit" });
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Age", { exact: true }).selectOption("senior");
    await page.getByLabel("Children").check();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("searchbox").fill("a");
    await release();
    await expect(page).toHaveURL("/?q=a&kind=dog&age=senior&good=children");
    await expect(page.locator("section[aria-busy=false]")).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("the sign-in, whose password is never in the URL", async () => {
    const release = await holdScripts(page);
    await page.goto("/staff/animals", { waitUntil: "commit" });
    await fillSignIn(page, service.staff);
    await page.getByLabel("Password").press("Enter");
    await release();
    await expect(page).toHaveURL(/\/staff\/animals$/);
    await expect(page.getByLabel("E-mail")).toHaveValue(service.staff.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
  });
  await test.step("a form that begins with what is stored", async () => {
    const release = await holdScripts(page);
    await page.goto("/staff/account", { waitUntil: "commit" });
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Typed early");
    await page.getByRole("button", { name: "Save name" }).click();
    await name.press("Enter");
    await release();
    await expect(page).toHaveURL(/\/staff\/account$/);
    await expect(name).toHaveValue("Typed early");
    // The form has it too.
    const names: unknown[] = [];
    await page.route("**/v1/people/me", (route) => {
      names.push(route.request().postDataJSON());
      return route.abort();
    });
    await page.getByRole("button", { name: "Save name" }).click();
    await expect.poll(() => names).toEqual([{ name: "Typed early" }]);
  });
});
