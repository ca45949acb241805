import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { HistorySheet } from "./history-sheet";

const entries = page.getByRole("list", { name: "Changes" }).getByRole("listitem");
/** What the sheet reads. */
const state = (name: string) => [name, `${name}-pet`, `${name}-returns`];

async function open(...exchanges: string[]): Promise<void> {
  await network.replay(...exchanges);
  await show(<HistorySheet petId={1n} onClose={vi.fn()} />, { path: "/staff/animals", person: "ada" });
}

test("each change is one entry, with its values, which is undone as one", async () => {
  await open(...state("history"), "history-profile-undone", ...state("history-undone"));
  await expect.element(page.getByRole("heading", { name: "History of Fancy" })).toHaveFocus();
  await expect.element(entries.first()).toMatchTextContent("changed story");
  await expect.element(entries.nth(1)).toMatchTextContent("changed name, kind and status");
  await expect.element(entries.nth(1)).toMatchTextContent("Available → Pending");
  await expect.element(entries.nth(2)).toMatchTextContent("Ada added this animal");
  await expectAccessible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.element(entries.first()).toMatchTextContent("undid a change of story");
  await expect.element(page.getByText("Undone.")).toBeVisible();
});

test("an older story can be read and set back, which can be undone", async () => {
  const back = ["history-set-back", ...state("history-back"), "history-back-undone", ...state("history-second")];
  await open(...state("history-told"), ...back);
  const story = (text: string) => entries.first().getByText(text, { exact: true }).first();
  await expect.element(story("Second.")).toBeVisible();
  await story("Second.").click();
  await expect.element(story("First.")).toBeVisible();
  // Undoing the latest change gives back the one before.
  await expect.element(entries.nth(1).getByRole("button")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Set back to this" }).last().click();
  await expect.element(page.getByText("Plain was set back.")).toBeVisible();
  await expect.element(story("Likes carrots.")).toBeVisible();
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("Undone.", { exact: true })).toBeVisible();
  await expect.element(story("Second.")).toBeVisible();
});

test("a change that cannot be undone now says why", async () => {
  await open(...state("history"));
  await network.refuse("POST /v1/changes", "shared-stale");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect
    .element(entries.first().getByRole("alert"))
    .toMatchTextContent(/^Nothing was undone. Somebody else has changed it/);
});
