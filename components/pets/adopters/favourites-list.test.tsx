import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import { parseJson } from "@/lib/http/json";
import { toPage } from "@/lib/pets/adopters/card";
import { FoundPets } from "@/lib/pets/list/schema";
import { FavouritesList } from "./favourites-list";

const cards = page.getByRole("list").first().getByRole("listitem");
const cardOf = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
const suggested = page.getByRole("region", { name: "waiting for a home" });
const comparison = page.getByRole("table");
const count = (words: string) => page.getByRole("status").filter({ hasText: words });

/** Returns the ids for which an exchange asks. */
async function idsOf(exchange: string): Promise<string[]> {
  const { target } = (await read(exchange)).request;
  return new URL(target, location.href).searchParams.get("ids")?.split(",") ?? [];
}

async function open(ids: readonly string[]): Promise<void> {
  localStorage.setItem("favourites", JSON.stringify(ids));
  const { body } = await read("adopters-available");
  const found = FoundPets.parse(parseJson(JSON.stringify(body)));
  const { pets } = toPage({}, { ...found, next: null, prev: null });
  await show(
    <>
      <h1>Favourites</h1>
      <FavouritesList longest={pets} newSince={null} fees={{ ofKinds: { 1: "£180", 2: "£90" }, currency: "GBP" }} />
    </>,
    { path: "/favourites" },
  );
}

test("favourites are read in one request, say what is next, and a removed one can be restored", async () => {
  await network.replay("favourites");
  const release = network.hold("GET /v1/pets");
  await open(await idsOf("favourites"));
  expect(page.getByRole("heading", { level: 3 }).elements()).toEqual([]);
  release();
  await expect.element(count("4 favourites")).toBeVisible();
  expect(cards.elements().map((card) => card.querySelector("h3")?.textContent)).toEqual([
    "Oddbrook",
    "Tamsel",
    "Wrenlow",
    undefined,
  ]);
  await expect.element(cardOf("Oddbrook")).toMatchTextContent("Adopted");
  await expect.element(cardOf("Oddbrook").getByRole("link", { name: "See similar cats" })).toBeVisible();
  await expect.element(cardOf("Tamsel")).toMatchTextContent("Pending");
  await expect.element(cardOf("Wrenlow")).toMatchTextContent("Lurcher");
  const ask = cardOf("Wrenlow").getByRole("link", { name: "Adopt or ask about Wrenlow" });
  await expect.element(ask).toHaveAttribute("href", `/animals/${await idsOf("favourites-one")}/apply`);
  await expectAccessible();

  await expect.element(cards.last()).toMatchTextContent("This animal is no longer listed.");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect.element(count("3 favourites")).toBeVisible();
  const heart = cardOf("Oddbrook").getByRole("button", { name: "Favourite: Oddbrook" });
  await heart.click();
  await expect.element(heart).toHaveAttribute("aria-pressed", "false");
  await expect.element(count("2 favourites")).toBeVisible();
  await heart.click();
  await expect.element(heart).toHaveAttribute("aria-pressed", "true");
  await expect.element(count("3 favourites")).toBeVisible();
});

test("animals that can still be chosen are compared, on a phone with the facts above the values", async () => {
  await network.replay("favourites");
  await open(await idsOf("favourites"));
  await expect.element(page.getByRole("link", { name: "Compare", exact: true })).toHaveAttribute("href", "#compare");
  const texts = (role: "columnheader" | "rowheader") =>
    comparison
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  expect(texts("columnheader")).toEqual(["Tamsel", "Wrenlow"]);
  expect(texts("rowheader")).toContain("Good with dogs");
  const row = (name: string) => comparison.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect.element(row("Status")).toMatchTextContent("Pending");
  await expect.element(row("Breed")).toMatchTextContent(/Not known yet.*Lurcher/);
  await expect.element(row("Adoption fee")).toMatchTextContent(/£90.*£180/);
  await page.viewport(360, 740);
  const box = page.getByRole("region", { name: "Compare", exact: true }).element();
  expect(box.scrollWidth).toBe(box.clientWidth);
  const name = row("Kind").getByText("Kind").element().getBoundingClientRect();
  expect(name.bottom).toBeLessThanOrEqual(row("Kind").getByText("Dog").element().getBoundingClientRect().top);
  await expectAccessible();
});

test("damaged storage counts as no favourites, and a suggestion that becomes one stays in place", async () => {
  await open([]);
  localStorage.setItem("favourites", "{not json");
  window.dispatchEvent(new StorageEvent("storage"));
  await expect.element(page.getByRole("heading", { name: "No favourites yet" })).toBeVisible();
  const heart = suggested.getByRole("button", { name: "Favourite: Wrenlow" });
  await heart.click();
  await expect.element(heart).toHaveAttribute("aria-pressed", "true");
  await expect.element(page.getByRole("heading", { name: "1 favourite", exact: true })).toBeVisible();
  expect(JSON.parse(localStorage.getItem("favourites") ?? "")).toEqual(await idsOf("favourites-one"));
  // Another tab has removed it.
  localStorage.setItem("favourites", "[]");
  window.dispatchEvent(new StorageEvent("storage"));
  await expect.element(heart).toHaveAttribute("aria-pressed", "false");
});
