import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { network } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { fetchCards } from "@/lib/pets/adopters/calls";
import { parseFilters } from "@/lib/pets/adopters/filters";
import type { PetCounts } from "@/lib/pets/list/schema";
import { PetBrowser } from "./pet-browser";
import type { First } from "./use-find";

const none = { count: 0, more: false, categories: [] };
const counts: PetCounts = { available: none, pending: none, sold: none };

/** Opens the list as the server renders it. */
async function open(path = "/", problem: First["problem"] = null): Promise<void> {
  await network.replay("adopters-available", "adopters-pending", "adopters-sold");
  const filters = parseFilters(new URL(path, location.href).searchParams);
  const found = { page: problem === null ? await fetchCards(filters) : null, problem };
  const props = { newSince: null, shelter: "Pawhaven", welcome: "Every animal needs a home.", drawings: null };
  await show(<PetBrowser first={{ ...found, filters, counts } as First} {...props} />, { path });
}

const pending = page.getByRole("link", { name: "Pending", exact: true });
const list = page.getByRole("region", { name: /animals|Animals/ });
/** The name of the first animal of the list. */
const first = page.getByRole("heading", { level: 3 }).first();

test("while a filter loads, the earlier heading and cards stay; then the heading has the focus", async () => {
  await open();
  await expect.element(first).toMatchTextContent("Gone");
  await expectAccessible();
  const release = network.hold("GET /v1/pets/search");
  const pushState = vi.spyOn(history, "pushState");
  await pending.click();
  await expect.element(list).toHaveAttribute("aria-busy", "true");
  await expect.element(pending).toHaveAttribute("aria-current", "true");
  await expect.element(page.getByRole("heading", { name: "Animals waiting for a home" })).toBeVisible();
  await expect.element(first).toMatchTextContent("Gone");
  release();
  const heading = page.getByRole("heading", { name: "Pending animals" });
  await expect.element(heading).toHaveFocus();
  await expect.element(first).toMatchTextContent("Tamsel");
  await expect.poll(() => document.title).toBe("Pending animals – Pawhaven");
  await expect.poll(() => location.search).toBe("?status=pending");
  // The same filter again adds no entry to the history.
  await pending.click();
  await expect.element(heading).toHaveFocus();
  expect(pushState).toHaveBeenCalledOnce();
  history.back();
  await expect.element(first).toMatchTextContent("Gone");
});

test("a list that could not be loaded is loaded when the connection is back", async () => {
  await open("/?status=pending", "unavailable");
  await expect.element(first).toMatchTextContent("Tamsel");
  network.setOnline(false);
  await page.getByRole("link", { name: "Adopted" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The animals could not be loaded.");
  await expectAccessible();
  network.setOnline(true);
  await expect.element(first).toMatchTextContent("Oddbrook");
});
