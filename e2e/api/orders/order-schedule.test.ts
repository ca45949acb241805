import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { expectError } from "../support/answers";
import { expectOrder, suiteOrders } from "../support/order-suite";
import { changesOf } from "../support/records";

// When an animal is handed over.
const { call, act, newOrder } = suiteOrders();

describe("PATCH /v1/store/orders/{orderId}", () => {
  const schedule = (id: bigint, shipDate: string | null) => call(`PATCH /v1/store/orders/${id}`, { shipDate });

  test("the history of the animal says who moved the hand-over from when to when, and an edit is not stale", async () => {
    const { id, petId } = await newOrder();
    const path = `/v1/pets/${petId}`;
    const etag = String((await call(`GET ${path}`)).headers.etag);
    const [first, second] = ["2030-01-31T15:00:00.000Z", "2030-02-01T09:30:00.000Z"];
    for (const date of [first, second, second, null]) await schedule(id, date);
    const actor = { kind: "key", name: "test" };
    const moved = (from: string | null, to: string | null) => ({
      actor,
      action: "order.scheduled",
      changes: { shipDate: { from, to } },
    });
    const { json } = await call(`GET ${path}/history`);
    const steps = z.array(z.looseObject({ id: z.bigint(), action: z.string() })).parse(json);
    expect(steps).toMatchObject([
      moved(second, null),
      moved(first, second),
      moved(null, first),
      { action: "order.placed" },
      { action: "created" },
    ]);
    expect((await call(`PATCH ${path}`, { name: "Biscotti" }, { "if-match": etag })).status).toBe(200);
  });

  test("with the date that the caller has read, the change of somebody else is not replaced", async () => {
    const { id } = await newOrder();
    const [theirs, mine] = ["2030-01-31T15:00:00.000Z", "2030-02-01T15:00:00.000Z"];
    const scheduleAfter = (was: string | null, shipDate: string | null) =>
      call(`PATCH /v1/store/orders/${id}`, { shipDate, was });
    expect(expectOrder(await scheduleAfter(null, theirs)).shipDate).toBe(theirs);
    expectError(await scheduleAfter(null, mine), 412, "precondition_failed");
    expect(expectOrder(await scheduleAfter(null, theirs)).shipDate).toBe(theirs);
    expect(expectOrder(await scheduleAfter(theirs, mine)).shipDate).toBe(mine);
    await act(id, "cancel");
    expectError(await scheduleAfter(null, theirs), 412, "precondition_failed");
    expectError(await scheduleAfter(mine, theirs), 409, "conflict", /only while an order is open$/);
  });

  test("a page moves a hand-over there and back, and undoes one that was recorded by mistake", async () => {
    const { id, petId } = await newOrder();
    const path = `/v1/store/orders/${id}`;
    const [was, shipDate] = ["2030-03-11T19:30:00.000Z", "2030-03-12T20:30:00.000Z"];
    await schedule(id, was);
    await call(`PATCH ${path}`, { shipDate, was }, {}, "hand-over-moved");
    const undo = async (name: string) => {
      const [latest] = (await changesOf(petId)).toReversed();
      return call(`POST /v1/changes/${latest.set_id}/undo`, undefined, {}, name);
    };
    await undo("hand-over-moved-back");
    expect(expectOrder(await call(`GET ${path}`)).shipDate).toBe(was);
    expect(expectOrder(await act(id, "complete")).status).toBe("completed");
    expect((await undo("hand-over-undone")).status).toBe(200);
  });
});
