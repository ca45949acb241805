import { afterEach, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { network, read } from "@/e2e/components/network";
import { expectAccessible, show } from "@/e2e/components/page";
import type { Order } from "@/lib/orders/schema";
import { AdoptionRow } from "./adoption-row";

const inZone = (timezoneId: string) => cdp().send("Emulation.setTimezoneOverride", { timezoneId });
afterEach(() => inZone(""));

/** Shows the adoption that the recorded exchanges are about. */
async function open(order: Pick<Order, "status" | "shipDate">): Promise<void> {
  const moves = ["moved", "collided", "theirs", "mine", "moved-back", "undone"].map((name) => `hand-over-${name}`);
  await network.replay("shelter", ...moves, "returned-hidden");
  const { target } = (await read("hand-over-moved")).request;
  const [, set = ""] = /changes\/(\d+)/.exec((await read("hand-over-undone")).request.target) ?? [];
  const now = new Date().toISOString();
  const dates = { placedAt: now, changedAt: now, recordedAt: now, changeSetId: BigInt(set) };
  const id = BigInt(target.split("/").at(-1) ?? "");
  const complete = order.status === "completed";
  const rest = { petId: 1n, quantity: 1n, complete, returnReason: null, dates, version: "2" } as const;
  await show(
    <>
      <h1>Adoptions</h1>
      <ul>
        <AdoptionRow
          order={{ id, ...rest, ...order }}
          isFirst
          pet={undefined}
          adopter={null}
          next={() => null}
          onRecord={() => {}}
        />
      </ul>
    </>,
    { path: "/staff/adoptions" },
  );
}

test("a hand-over is set in the reader's time zone, not in the hour that the clocks skip, and can be undone", async () => {
  await inZone("America/New_York");
  await open({ status: "open", shipDate: "2030-03-11T19:30:00.000Z" });
  await expect.element(page.getByRole("listitem")).toMatchTextContent("15:30");
  await page.getByRole("button", { name: "Change the day" }).click();
  const [day, time] = [page.getByLabelText("Hand-over", { exact: true }), page.getByLabelText("Time")];
  const save = page.getByRole("button", { name: "Save" });
  await expect.element(day).toHaveValue("2030-03-11");
  await expect.element(time).toHaveValue("15:30");
  await day.fill("2030-03-10");
  await time.fill("02:30");
  await save.click();
  await expect.element(page.getByText("There is no 02:30 on that day: the clocks go forward.")).toBeVisible();
  await expectAccessible();
  await day.fill("2030-03-12");
  await time.fill("16:30");
  await save.click();
  await expect.element(page.getByText(/is set for Tuesday,? 12 March 2030 at 16:30/)).toBeVisible();
  // The row does not know of that yet, so this is a collision.
  await page.getByRole("button", { name: "Change the day" }).click();
  await day.fill("2030-03-13");
  await time.fill("16:30");
  await save.click();
  const question = page.getByRole("alert").filter({ hasText: "Somebody else has changed it" });
  await expect.element(question).toMatchTextContent(/Theirs.*12 March 2030 at 16:30.*Yours.*13 March 2030 at 16:30/);
  await question.getByRole("button", { name: "Use mine" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("Undone.")).toBeVisible();
  expect(network.writes().map(({ ifMatch }) => ifMatch)).toEqual(['"2"', '"2"', '"3"', null]);
});

test("from its menu, a hand-over that was recorded by mistake is undone, and an animal that is back is hidden", async () => {
  await open({ status: "completed", shipDate: null });
  await expect.element(page.getByText("Without an application")).toBeVisible();
  await page.getByRole("button", { name: "More for" }).click();
  await page.getByRole("menuitem", { name: "Undo the hand-over" }).click();
  await expect.element(page.getByText("Undone.")).toBeVisible();
  await page.getByRole("button", { name: "More for" }).click();
  await page.getByRole("menuitem", { name: "Record return…" }).click();
  await page.getByRole("checkbox", { name: "Keep hidden until I have looked" }).click();
  await page.getByRole("button", { name: "Record the return" }).click();
  await expect.element(page.getByText(/is back, and available again/)).toBeVisible();
  expect(network.writes().map(({ body }) => body)).toEqual([null, { hidden: "in_care" }]);
});
