import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, show } from "@/e2e/components/page";
import { rememberList } from "@/lib/tab-storage";
import { AroundPet } from "./around-pet";

const around = (petId: string) =>
  show(
    <>
      <AroundPet petId={petId} />
      <h1>Animal</h1>
    </>,
    { path: `/animals/${petId}` },
  );

const link = (name: string) => page.getByRole("link", { name });

test("the last list of the tab leads to the neighbours of an animal and back, also from one that is not in it", async () => {
  const entries = ["7", "5", "3"].map((id) => ({ id }));
  rememberList("/animals", { href: "/?status=pending", label: "Pending animals", entries });
  const { unmount } = await around("5");
  await expect.element(link("Previous animal")).toHaveAttribute("href", "/animals/7");
  await expect.element(link("Next animal")).toHaveAttribute("href", "/animals/3");
  await expect.element(link("Pending animals")).toHaveAttribute("href", "/?status=pending");
  await page.viewport(360, 740);
  await expectAccessible();
  await unmount();
  const { unmount: leave } = await around("3");
  await expect.element(link("Previous animal")).toHaveAttribute("href", "/animals/5");
  await expect.element(link("Next animal")).not.toBeInTheDocument();
  await leave();
  await around("9");
  await expect.element(link("Pending animals")).toBeVisible();
  await expect.element(link("Previous animal")).not.toBeInTheDocument();
});

test("the heading of an animal that a link has led to has the focus, and back in a list the card of the animal", async () => {
  const { rerender } = await around("5");
  await expect.element(page.getByRole("heading", { name: "Animal" })).toHaveFocus();
  history.replaceState(null, "", "/");
  (document.activeElement as HTMLElement).blur();
  await rerender(
    <main>
      <div data-part="card">
        <a href="/animals/5">Wrenlow</a>
      </div>
    </main>,
  );
  await expect.element(link("Wrenlow")).toHaveFocus();
});
