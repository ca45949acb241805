import { expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { parseJson } from "@/lib/http/json";
import { fetchCards } from "@/lib/pets/adopters/calls";
import { parseFilters } from "@/lib/pets/adopters/filters";
import { PetCounts } from "@/lib/pets/list/schema";
import { PetBrowser } from "./pet-browser";
import type { First } from "./use-find";

const STATUSES = ["adopters-available", "adopters-pending", "adopters-sold"];

/** Shows the list as the server has rendered it. */
async function open(path = "/", exchanges = ["browse"], problem: First["problem"] = null): Promise<void> {
  // The pointer may be above this link, which then prefetches its list.
  await network.replay("browse-pending", ...exchanges);
  const filters = parseFilters(new URLSearchParams(path.slice(1)));
  const counts = PetCounts.parse(parseJson(JSON.stringify((await read("browse-counts")).body)));
  const cards = problem === null ? await fetchCards(filters) : null;
  const first = { page: cards, problem, filters, counts } as First;
  await show(
    <div className="grid grid-cols-[minmax(0,1fr)] px-gutter">
      <PetBrowser first={first} newSince={3n} shelter="Pawhaven" welcome={<h1>Find a friend</h1>} drawings={null} />
    </div>,
    { path },
  );
}

const pending = page.getByRole("link", { name: "Pending", exact: true });
const list = page.getByRole("region", { name: /animals|Animals/ });
/** The name of the first animal of the list. */
const first = page.getByRole("heading", { level: 3 }).first();

test("while a filter loads, the earlier heading and cards stay; then the heading has the focus", async () => {
  await open("/", STATUSES);
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
  await open("/?status=pending", STATUSES, "unavailable");
  await expect.element(first).toMatchTextContent("Tamsel");
  network.setOnline(false);
  await page.getByRole("link", { name: "Adopted" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The animals could not be loaded.");
  await expectAccessible();
  network.setOnline(true);
  await expect.element(first).toMatchTextContent("Oddbrook");
});

const PHONE = [360, 740] as const;
const age = page.getByLabelText("Age", { exact: true });
const statuses = page.getByRole("navigation", { name: "Filter by status" });

test("leaving a filter gives up its request", async () => {
  await open("/?status=sold&age=senior", ["browse-adopted-senior", "browse-senior"]);
  const fetched = vi.spyOn(window, "fetch");
  const release = network.hold("GET /v1/pets/search?limit=24&status=available&ageGroup=senior");
  await statuses.getByRole("link", { name: "Available" }).click();
  const request = () => fetched.mock.calls.find(([path]) => String(path).includes("status=available"))?.[1];
  await expect.poll(request).toBeDefined();
  expect(request()?.signal?.aborted).toBe(false);
  await statuses.getByRole("link", { name: "Adopted" }).click();
  await expect.poll(() => request()?.signal?.aborted).toBe(true);
  release();
  await expect.element(page.getByRole("heading", { name: /adopted/i })).toBeVisible();
  await expect.poll(() => location.search).toBe("?status=sold&age=senior");
});

/** Whether the page behind the sheet scrolls. */
const scrolling = () => getComputedStyle(document.documentElement).overflowY;

test("on a phone the filters are a dialog, which keeps the focus and gives it back", async () => {
  await page.viewport(...PHONE);
  await open("/", ["browse", "browse-senior", "browse-senior-counts", "browse-adopted-senior"]);
  await expect.element(age).not.toBeVisible();
  const opener = page.getByRole("button", { name: "Filters", exact: true });
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const close = sheet.getByRole("button", { name: "Close" });
  await expect.element(close).toHaveFocus();
  expect(scrolling()).toBe("hidden");
  await userEvent.tab({ shift: true });
  await expect.element(sheet.getByRole("button", { name: "Show" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(close).toHaveFocus();
  await age.selectOptions("senior");
  await expect.element(page.getByRole("button", { name: "Show 2 animals" })).toBeVisible();
  await expect.poll(() => location.search).toBe("?age=senior");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(age).not.toBeVisible();
  expect(scrolling()).toBe("visible");
  const active = page.getByRole("button", { name: "Filters (1)" });
  await expect.element(active).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const adopted = page.getByRole("link", { name: "Adopted" });
  await adopted.click();
  await expect.poll(() => location.search).toBe("?status=sold&age=senior");
  await expect.element(adopted).toHaveFocus();
  await sheet.getByRole("link", { name: "Clear filters" }).click();
  await expect.poll(() => location.search).toBe("");
});

test("nothing found says what to try instead, and shows other animals", async () => {
  await open("/?q=nobody", ["browse-nothing"]);
  await expect.element(page.getByRole("heading", { name: "No animals match “nobody”", level: 1 })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Search pending and adopted animals, too" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Show all available animals" })).toHaveAttribute("href", "/");
  await expectAccessible();
});

test("long, right-to-left and emoji names fit", async () => {
  await open();
  await expect.element(page.getByText("New", { exact: true }).first()).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.viewport(width, 800);
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width);
    for (const heading of document.querySelectorAll("h3")) {
      const lines = heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight);
      expect(lines, `${width}: ${heading.textContent}`).toBeLessThan(4.5);
    }
  }
});

test("with forced colours what is chosen differs from the rest, and with reduced motion nothing is animated", async () => {
  await open("/", ["browse", "browse-senior", "browse-senior-counts"]);
  const inMedia = (name: string, value: string) =>
    cdp().send("Emulation.setEmulatedMedia", { features: [{ name, value }] });
  const backgroundOf = (link: string) =>
    getComputedStyle(statuses.getByRole("link", { name: link }).element()).backgroundColor;
  await inMedia("forced-colors", "active");
  expect(backgroundOf("Available")).not.toBe(backgroundOf("Pending"));
  expect(getComputedStyle(page.getByLabelText("Sex", { exact: true }).element()).appearance).toBe("auto");
  await inMedia("prefers-reduced-motion", "reduce");
  const release = network.hold("GET /v1/pets/search");
  await age.selectOptions("senior");
  await page.getByRole("link", { name: /^Bartholomew/ }).hover();
  expect(document.getAnimations()).toEqual([]);
  release();
  await expect.element(page.getByText("2 animals", { exact: true })).toBeInTheDocument();
});
