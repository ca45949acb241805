import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { ListedApplication } from "@/lib/applications/schema";
import { Inbox } from "./inbox";

const INBOX = ["inbox-open", "inbox-mine", "inbox-counts", "inbox-pets"];
const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

/** Opens the inbox as Ada, who handles one of the applications. */
async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  const [mine] = (await read("inbox-mine")).body as ListedApplication[];
  const me = mine?.handledBy?.id ?? "";
  await show(<Inbox replyDays={7} />, { path: "/staff/applications", person: me });
}

test("each row says what is next, and a long name fits on a phone", async () => {
  await open(...INBOX);
  await expect.element(page.getByRole("heading", { name: "5 open applications" })).toBeVisible();
  await expect.element(row("Iris Overdue")).toMatchTextContent("Overdue: no answer for 1 week");
  await expect.element(row("Wanda Mine")).toMatchTextContent("Handled by");
  await expect.element(row("Wanda Mine")).toMatchTextContent("You");
  await expect.element(row("Otis Adopting")).toMatchTextContent("Hand-over overdue");
  await expect.element(row("LongLong")).toMatchTextContent("Question about Elder");
  const filters = page.getByRole("navigation", { name: "Filter by status" });
  await expect.element(filters.getByRole("link", { name: "Open 5" })).toHaveAttribute("aria-current", "true");
  for (const name of ["To tell 1", "Mine 1", "All 6"])
    await expect.element(filters.getByRole("link", { name })).toBeVisible();
  await expectAccessible();
  await page.viewport(320, 640);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("keys lead through the rows and to the search", async () => {
  await open(...INBOX);
  await expect.element(page.getByRole("link", { name: "Iris Overdue" })).toBeVisible();
  await userEvent.keyboard("jj{ArrowDown}k");
  await expect.element(page.getByRole("link", { name: "Otis Adopting" })).toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox", { name: "Search names" })).toHaveFocus();
});

test("an inbox with nothing to do says so, and so does one that cannot be loaded", async () => {
  await network.refuse("GET /v1/applications", "unavailable");
  await open("nothing-open", "nothing-mine", "nothing-counts");
  await expect.element(page.getByText("The applications could not be loaded.")).toBeVisible();
  network.recover();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Nothing to do. New applications arrive here")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "No open applications" })).toBeVisible();
});
