import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { db } from "@/lib/database/client";
import { setClock } from "@/lib/process/clock";
import { expectError } from "../support/answers";
import { expectOrder, storedOrders, suiteOrders } from "../support/order-suite";
import { changesOf, undoLatest } from "../support/records";

// What happens to an order after it was placed.
const { service, call, newPet, statusOf, post, act, newOrder, orderAfter } = suiteOrders();

afterEach(() => setClock(null));

describe("POST /v1/store/orders/{orderId}/complete, cancel and return", () => {
  test.each([
    ["complete", [], { status: "completed", complete: true }, "sold"],
    ["cancel", [], { status: "cancelled", complete: false }, "available"],
    ["return", ["complete"], { status: "returned", complete: false }, "available"],
  ] as const)("%s changes the order and the animal together", async (action, before, shown, petStatus) => {
    const order = await orderAfter(...before);
    const changed = expectOrder(await act(order.id, action));
    expect(changed).toEqual({ ...order, ...shown, version: String(Number(order.version) + 1) });
    expect(expectOrder(await call(`GET /v1/store/orders/${order.id}`))).toEqual(changed);
    expect(await statusOf(order.petId)).toBe(petStatus);
  });

  test("a return may say why, in up to 2,000 characters, and later answers have it", async () => {
    const order = await orderAfter("complete");
    expectError(await act(order.id, "return", { reason: "x".repeat(2_001) }), 400, "bad_request", "reason");
    expectError(await act(order.id, "complete", { reason: "No garden." }), 400, "bad_request", "reason");
    const reason = `It barked.\n${"🐾".repeat(1_989)}`;
    const returned = expectOrder(await act(order.id, "return", { reason }));
    expect(returned).toMatchObject({ status: "returned", complete: false, returnReason: reason });
    expect(expectOrder(await call(`GET /v1/store/orders/${order.id}`))).toEqual(returned);
  });

  // Which step follows which status is in lib/applications/status.test.ts.
  test.each([
    ["open", [], "return"],
    ["completed", ["complete"], "cancel"],
    ["cancelled", ["cancel"], "complete"],
    ["returned", ["complete", "return"], "return"],
  ])("the order is %s after %j, %s: 409, and nothing changes", async (state, actions, action) => {
    const order = await orderAfter(...actions);
    const before = await storedOrders(order.petId);
    expectError(await act(order.id, action), 409, "conflict", new RegExp(`^This order is (already )?${state}`));
    expect(await storedOrders(order.petId)).toBe(before);
  });

  test("of 20 concurrent completions and cancellations of one order, one succeeds, and the animal has its status", async () => {
    const order = await newOrder();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => act(order.id, n % 2 === 0 ? "complete" : "cancel")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409, "conflict");
    const { status } = expectOrder(await call(`GET /v1/store/orders/${order.id}`));
    expect(await statusOf(order.petId)).toBe(status === "completed" ? "sold" : "available");
  });

  test("an animal that is made available by hand came back: its order is returned, and undoing completes it again", async () => {
    const order = await orderAfter("complete");
    const read = async () => expectOrder(await call(`GET /v1/store/orders/${order.id}`));
    const path = `/v1/pets/${order.petId}`;
    expect((await call(`PATCH ${path}`, { status: "available" }, { "if-match": "*" })).status).toBe(200);
    expect(await read()).toMatchObject({ status: "returned", complete: false, returnReason: null });
    expectError(await act(order.id, "return"), 409, "conflict", "This order is already returned");
    expect((await undoLatest(service, order.petId)).status).toBe(200);
    expect([(await read()).status, await statusOf(order.petId)]).toEqual(["completed", "sold"]);
  });
});

describe("an open order", () => {
  test("the database itself refuses a second current order for an animal", async () => {
    const { petId } = await newOrder();
    for (const status of ["open", "completed"] as const)
      await expect(db().order.create({ data: { petId, status } })).rejects.toMatchObject({ code: "P2002" });
    const data = { petId, status: "cancelled" as const };
    await expect(db().order.create({ data })).resolves.toMatchObject(data);
  });
});

describe("GET /v1/store/orders?include=dates", () => {
  test("says when an order was placed, when it got its current status, and when that was recorded", async () => {
    const { id } = await newOrder();
    const read = async () => {
      const answer = await call("GET /v1/store/orders?limit=1&include=dates");
      const dates = z.object({ placedAt: z.string(), changedAt: z.string(), recordedAt: z.string() });
      return z.array(z.object({ id: z.bigint(), dates })).parse(answer.json)[0];
    };
    const placed = await read();
    const at = placed?.dates.placedAt;
    expect(placed).toMatchObject({ id, dates: { changedAt: at, recordedAt: at } });
    await call(`PATCH /v1/store/orders/${id}`, { shipDate: "2030-01-31T15:00:00Z" });
    expect(await read()).toEqual(placed);
    setClock(() => Date.now() + 3_600_000);
    await act(id, "complete");
    const completed = await read();
    expect(completed?.dates.placedAt).toBe(at);
    const hour = Date.parse(completed?.dates.changedAt ?? "") - Date.parse(at ?? "");
    expect(hour).toBeGreaterThanOrEqual(3_600_000);
    expect(completed?.dates.recordedAt).toBe(completed?.dates.changedAt);
  });
});

describe("a step that took place earlier", () => {
  const NOW = Date.parse("2027-05-20T10:00:00Z");
  const DAY = "2027-05-03T12:00:00.001Z";

  /** An order that was placed on 1 May 2027. */
  async function placedOrder() {
    const petId = await newPet();
    setClock(() => Date.parse("2027-05-01T10:00:00Z"));
    const order = expectOrder(await post(petId), 201);
    setClock(() => NOW);
    return order;
  }
  const datesOf = async (petId: bigint) => {
    const { json } = await call(`GET /v1/store/orders?petId=${petId}&include=dates`);
    return (json as { dates: { changedAt: string; recordedAt: string } }[])[0]?.dates;
  };
  const changedAtOf = async (petId: bigint) => (await datesOf(petId))?.changedAt;

  test("lists, both histories, the overview's changes and the wait have its day, and undoing restores it", async () => {
    const { id, petId } = await placedOrder();
    expectOrder(await act(id, "complete", { tookPlaceAt: DAY }));
    expect(await datesOf(petId)).toMatchObject({ changedAt: DAY, recordedAt: new Date(NOW).toISOString() });
    expect((await changesOf(petId)).at(-1).at).toEqual(new Date(DAY));
    const { json } = await call(`GET /v1/pets/${petId}/history?limit=1`);
    expect(json).toMatchObject([{ action: "order.completed", changes: { tookPlaceAt: { from: null, to: DAY } } }]);
    const back = "2027-05-10T08:00:00.000Z";
    expectOrder(await act(id, "return", { reason: "Too lively", tookPlaceAt: back }));
    expect(await changedAtOf(petId)).toBe(back);
    expect((await call(`GET /v1/pets?ids=${petId}&include=arrivedAt`)).json).toMatchObject([{ arrivedAt: back }]);
    expect((await undoLatest(service, petId)).status).toBe(200);
    expect(await changedAtOf(petId)).toBe(DAY);
  });

  test("a return before the order was completed: 409. The same day, and today as a day, are possible", async () => {
    const { id, petId } = await placedOrder();
    expectOrder(await act(id, "complete", { tookPlaceAt: "2027-05-01T12:00:00.001Z" }));
    const early = await act(id, "return", { tookPlaceAt: "2027-04-29T12:00:00.001Z" });
    expectError(early, 409, "conflict", /not completed yet/);
    expectOrder(await act(id, "return", { tookPlaceAt: "2027-05-20T12:00:00.001Z" }));
    expect(await changedAtOf(petId)).toBe(new Date(NOW).toISOString());
    expectError(await act(id, "cancel", { tookPlaceAt: DAY }), 400, "bad_request");
  });
});
