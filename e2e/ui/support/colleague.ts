import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { chooseFirstPassword, expect, fillSignIn, type Service } from "./service";

/**
 * Adds a person with the command line, who signs in, in another browser, and chooses a password. Returns their page,
 * with the list of animals.
 */
export async function newColleague(
  browser: Browser,
  { origin, launcher }: Service,
  args: [email: string, ...flags: string[]],
  device: BrowserContextOptions = {},
): Promise<Page> {
  const { output } = await launcher.runToEnd(["staff", "add", ...args]);
  const page = await (await browser.newContext({ ...device, baseURL: origin })).newPage();
  await page.goto("/staff/animals");
  await fillSignIn(page, { email: args[0], password: output.split("\n")[1] ?? "" });
  await chooseFirstPassword(page);
  await expect(page.getByRole("heading", { level: 1, name: "Animals" })).toBeVisible();
  return page;
}
