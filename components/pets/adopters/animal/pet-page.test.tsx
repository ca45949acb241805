import { afterEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import type { Shelter } from "@/lib/shelter/schema";
import { KennelCard } from "./kennel-card";
import { AskBar, PetPage } from "./pet-page";

const pet: PetPageData = {
  id: 1n,
  name: "Wrenlow",
  categoryId: 1n,
  status: "available",
  profile: {
    ...NO_PROFILE,
    story: Array(9).fill("A calm dog who likes long walks, and longer naps beside somebody. ".repeat(6)).join("\n\n"),
    breed: "Lurcher",
    sex: "female",
    bornOn: "2020",
    ageGroup: "adult",
    size: "large",
    neutered: true,
    energy: "low",
    specialNeeds: "Needs a pill every day.",
    goodWith: { children: true, dogs: false, cats: null },
    photos: [],
  },
  addedAt: new Date("2026-01-01"),
  arrivedAt: new Date("2026-01-01"),
  bonded: [],
  isAskedFor: false,
};

const shelter = (await read("shelter")).body as Shelter;
const similar = { href: "/", words: "See available dogs" };
const url = "https://pets.example/animals/1";

const open = (shown = pet) =>
  show(
    <>
      <PetPage pet={shown} url={url} email={shelter.email} fee="90 pounds" similar={similar} />
      <AskBar pet={shown} />
      <KennelCard pet={shown} url={url} shelter={shelter} />
    </>,
    { path: "/animals/1" },
  );

const print = (media: "" | "print") => cdp().send("Emulation.setEmulatedMedia", { media, features: [] });
afterEach(async () => {
  await print("");
  vi.useRealTimers();
});

const ask = page.getByRole("link", { name: "Adopt or ask about Wrenlow" });

test("on a phone, the link to apply is always in view and never covers the focus", async () => {
  await page.viewport(360, 640);
  await open();
  for (const top of [0, 600, 1_200]) {
    scrollTo({ top, behavior: "instant" });
    await expect.element(ask).toBeInViewport({ ratio: 1 });
  }
  await expect.element(ask).toHaveAttribute("href", "/animals/1/apply");
  await expectAccessible();
  const bar = document.querySelector("[data-part=ask-bar]");
  scrollTo({ top: 0, behavior: "instant" });
  for (const name of ["Favourite: Wrenlow", "Share", "Print", "Visit us"]) {
    const control = page.getByRole(name === "Visit us" ? "link" : "button", { name }).element();
    // To a place behind the bar.
    scrollBy({ top: control.getBoundingClientRect().bottom - innerHeight, behavior: "instant" });
    await userEvent.tab();
    await expect.element(control).toHaveFocus();
    const covered = bar?.getBoundingClientRect().top ?? 0;
    await expect.poll(() => control.getBoundingClientRect().bottom, { message: name }).toBeLessThanOrEqual(covered);
  }
});

test("a pending animal can be kept and asked about by e-mail", async () => {
  await open({ ...pet, status: "pending", isAskedFor: true });
  await expect.element(page.getByText(/^Somebody has asked to adopt/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See available dogs" })).toBeVisible();
  const write = page.getByRole("link", { name: "Write to us about Wrenlow" });
  await expect
    .element(write)
    .toHaveAttribute("href", expect.stringMatching(/^mailto:hello@pawhaven\.example\?subject=About/));
  const save = page.getByRole("button", { name: "Save as favourite" });
  await save.click();
  await expect.element(save).toHaveAttribute("aria-pressed", "true");
});

test("printed, the page is a kennel card on one sheet of A4, with its facts, a code and the shelter", async () => {
  await open({ ...pet, bonded: [{ id: "2", name: "Bo" }] });
  const card = page.getByRole("article", { name: "Kennel card" });
  await expect.element(card).not.toBeInTheDocument();
  // A sheet of A4 without its margins, at 96 pixels an inch.
  const [width, height] = [(186 / 25.4) * 96, (273 / 25.4) * 96];
  await page.viewport(Math.floor(width), 1_000);
  await print("print");
  await expect.element(card.getByRole("heading", { name: "Wrenlow" })).toBeVisible();
  await expect.element(card.getByRole("img", { name: `QR code for ${url}` })).toBeVisible();
  for (const text of [
    "Lurcher",
    "Low energy",
    "Bonded withBo",
    "90 pounds",
    shelter.name,
    shelter.telephone,
    shelter.email,
  ])
    await expect.element(card).toMatchTextContent(String(text));
  expect(card.element().scrollHeight).toBeLessThanOrEqual(height);
  expect(card.element().scrollWidth).toBeLessThanOrEqual(width);
  expect(getComputedStyle(card.element()).color).toBe("rgb(0, 0, 0)");
  for (const role of ["link", "button"] as const) expect(page.getByRole(role).elements()).toEqual([]);
});
