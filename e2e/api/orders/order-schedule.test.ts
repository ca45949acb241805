import { describe, expect, test } from "vitest";
import { expectError } from "../support/answers";
import { expectOrder, expectOrders, suiteOrders } from "../support/order-suite";
import { changesOf } from "../support/records";
import { newPerson } from "../support/service";

// When an animal is handed over.
const { service, call, act, newOrder } = suiteOrders();

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
    expect((await call(`GET ${path}/history`)).json).toMatchObject([
      moved(second, null),
      moved(first, second),
      moved(null, first),
      { action: "order.placed" },
      { action: "created" },
    ]);
    expect((await call(`PATCH ${path}`, { name: "Biscotti" }, { "if-match": etag })).status).toBe(200);
  });

  test("with the version that the caller has read, the change of somebody else is not replaced", async () => {
    const { id, petId, version } = await newOrder();
    const [theirs, mine] = ["2030-01-31T15:00:00.000Z", "2030-02-01T15:00:00.000Z"];
    const scheduleAt = (seen: string, shipDate: string) =>
      call(`PATCH /v1/store/orders/${id}`, { shipDate }, { "if-match": `"${seen}"` });
    const changed = expectOrder(await scheduleAt(version, theirs));
    expect(changed.shipDate).toBe(theirs);
    expectError(await scheduleAt(version, mine), 412, "precondition_failed");
    expect(expectOrders(await call(`GET /v1/store/orders?petId=${petId}`))).toEqual([changed]);
    const { version: latest } = expectOrder(await act(id, "cancel"));
    expectError(await scheduleAt(latest, mine), 409, "conflict", /only while an order is open$/);
  });

  test("pages move a hand-over, collide, undo one that was recorded by mistake, and hide an animal that is back", async () => {
    const { id, petId } = await newOrder();
    const path = `/v1/store/orders/${id}`;
    const move = (version: string, shipDate: string, name: string) =>
      call(`PATCH ${path}`, { shipDate }, { "if-match": `"${version}"` }, name);
    const undo = async (name: string) => {
      const [latest] = (await changesOf(petId)).toReversed();
      return call(`POST /v1/changes/${latest.set_id}/undo`, undefined, {}, name);
    };
    const { version } = expectOrder(await schedule(id, "2030-03-11T19:30:00.000Z"));
    const moved = expectOrder(await move(version, "2030-03-12T20:30:00.000Z", "hand-over-moved"));
    expect((await move(version, "2030-03-13T20:30:00.000Z", "hand-over-collided")).status).toBe(412);
    expect(expectOrder(await call(`GET ${path}`, undefined, {}, "hand-over-theirs"))).toEqual(moved);
    expectOrder(await move(moved.version, "2030-03-13T20:30:00.000Z", "hand-over-mine"));
    await undo("hand-over-moved-back");
    expect(expectOrder(await call(`GET ${path}`)).shipDate).toBe(moved.shipDate);
    expect(expectOrder(await act(id, "complete")).status).toBe("completed");
    expect((await undo("hand-over-undone")).status).toBe(200);
    await act(id, "complete");
    expectError(await act(id, "return", { hidden: "in_care" }), 403, "forbidden", /care:write$/);
    const { token: key } = await newPerson();
    await service.call(`POST ${path}/return`, { key, body: '{"hidden":"in_care"}', record: "returned-hidden" });
    expect((await service.call(`GET /v1/pets/${petId}/care`, { key })).json).toMatchObject({ hidden: "in_care" });
  });
});
