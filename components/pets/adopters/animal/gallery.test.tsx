import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, show } from "@/e2e/components/page";
import type { Photo } from "@/lib/pets/photos/schema";
import { Gallery } from "./gallery";

const SIZES = [
  [1200, 900],
  [700, 1400],
  [300, 300],
] as const;

const photos: Photo[] = SIZES.map(([width, height], at) => {
  const file = (name: string) =>
    `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' id='${name}'/>`;
  const urls = { 96: file("thumb"), 320: file("small"), 640: file("middle"), 1280: file("large"), card: file("card") };
  return { id: BigInt(at + 1), alt: at === 0 ? "Asleep in a box" : "", width, height, urls };
});

async function open(name = "Six", count = photos.length): Promise<void> {
  await show(
    <>
      <h1>{name}</h1>
      <Gallery photos={photos.slice(0, count)} name={name} />
      <button type="button">After</button>
    </>,
    { path: "/animals/1" },
  );
}

const strip = page.getByRole("region", { name: "Photos" }).getByRole("list").first();
const link = (name: string) => strip.getByRole("link", { name: `Enlarge: ${name}`, exact: true });
const viewer = page.getByRole("dialog", { name: "Photos of Six" });
const shown = () => Math.round(strip.element().scrollLeft / strip.element().clientWidth) + 1;

test("thumbnails and arrow keys reach every photo, and all photos are one tab stop", async () => {
  await open();
  await page.getByRole("link", { name: "Show photo 3 of 3" }).click();
  await expect.poll(shown).toBe(3);
  await expect.element(page.getByRole("link", { name: "Show photo 3 of 3" })).toHaveAttribute("aria-current", "true");
  (link("Six, photo 3 of 3").element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}{ArrowRight}");
  await expect.element(link("Six, photo 2 of 3")).toHaveFocus();
  await expect.poll(shown).toBe(2);
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "After" })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(link("Six, photo 2 of 3")).toHaveFocus();
  const loading = [...strip.element().querySelectorAll("img[srcset]")].map((image) => image.getAttribute("loading"));
  expect(loading).toEqual(["eager", "lazy", "lazy"]);
  await expectAccessible();
});

test("the large view pages, and every way to close it leads back to its last photo", async () => {
  await open();
  const pushState = vi.spyOn(history, "pushState");
  const press = async (name: string) => {
    (link(name).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(viewer).toBeVisible();
  };
  await press("Asleep in a box");
  await expect.element(viewer.getByRole("list").first()).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(viewer.getByText("Photo 2 of 3")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(link("Six, photo 2 of 3")).toHaveFocus();

  await press("Six, photo 2 of 3");
  await viewer.getByRole("button", { name: "Next photo" }).click();
  await expect.element(viewer.getByText("Photo 3 of 3")).toBeVisible();
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect.element(link("Six, photo 3 of 3")).toHaveFocus();

  await press("Six, photo 3 of 3");
  history.back();
  await expect.element(viewer).not.toBeInTheDocument();
  await expect.element(link("Six, photo 3 of 3")).toHaveFocus();
  expect(location.pathname).toBe("/animals/1");
  expect(pushState).toHaveBeenCalledTimes(3);
});

test("one photo has neither thumbnails nor arrows, and a name from right to left is isolated", async () => {
  await open("שלום", 1);
  expect(strip.getByRole("link").elements()).toHaveLength(1);
  expect(page.getByRole("link", { name: /^Show photo/ }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Next photo", includeHidden: true }).elements()).toEqual([]);
  await link("Asleep in a box").click();
  await expect.element(page.getByRole("dialog")).toHaveAttribute("aria-label", "Photos of \u2068שלום\u2069");
});
