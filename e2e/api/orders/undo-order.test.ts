import { afterEach, describe, expect, test } from "vitest";
import type { ApplicationStatus } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { History } from "@/lib/pets/changes/history-schema";
import { setClock } from "@/lib/process/clock";
import type { SCOPES } from "@/lib/scopes";
import { personName } from "@/lib/values/person-name";
import { DAY_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { asApplicant, newPet, sentApplication } from "../support/applications";
import { expectOrder, storedOrders } from "../support/order-suite";
import { changesOf, undoLatest } from "../support/records";
import { type Answer, moveClocks, newKey } from "../support/service";

const { service, staff, change, read, send, undo: undoPet } = suiteApplications();
afterEach(() => setClock(null));

type Undoable = "completed" | "cancelled" | "returned";
const STEPS = {
  completed: ["complete"],
  cancelled: ["cancel"],
  returned: ["complete", "return"],
} as const satisfies Record<Undoable, readonly string[]>;
const BEFORE = { completed: "open", cancelled: "open", returned: "completed" } as const;
const PET_STATUS = { open: "pending", completed: "sold" } as const;
const PET_STATUS_AFTER = { completed: "sold", cancelled: "available", returned: "available" } as const;

type One = { id: bigint; petId: bigint };

/** Undoes the last step of an order that led to this status. */
async function undo({ id, petId }: One, status: Undoable, key = staff().token) {
  const steps = await changesOf(petId, "order");
  const step = steps.findLast((one) => one.action === `order.${status}` && one.subject_id === String(id));
  return service.call(`POST /v1/changes/${step.set_id}/undo`, { key });
}
const act = async (id: bigint, action: string) => {
  const body = action === "return" ? { reason: "Allergies" } : {};
  return expectOrder(await send(`POST /v1/store/orders/${id}/${action}`, body));
};
const place = async (petId: bigint) => expectOrder(await send("POST /v1/store/orders", { petId: Number(petId) }), 201);

/** An order with this status, for a new animal. */
async function orderThat(status: Undoable) {
  const order = await place((await newPet()).id);
  for (const action of STEPS[status]) await act(order.id, action);
  return order;
}

const expectUndone = (answer: Answer) => expect(answer, answer.text).toMatchObject({ status: 200 });

/** Checks that undoing is refused and changes nothing. */
async function expectRefused(order: One, status: Undoable, message: string | RegExp) {
  const before = await storedOrders(order.petId);
  expectError(await undo(order, status), 409, "conflict", message);
  expect(await storedOrders(order.petId)).toBe(before);
}

describe("POST /v1/changes/{changeSetId}/undo, of an order", () => {
  const STATUSES: Undoable[] = ["completed", "cancelled", "returned"];

  test.each(STATUSES)("it was %s: order and animal get their earlier statuses back, once", async (status) => {
    const { id, petId, version: _, ...order } = await orderThat(status);
    const read = async () => expectOrder(await service.call(`GET /v1/store/orders/${id}`, { key: staff().token }));
    expect((await undo({ id, petId }, status)).status).toBe(200);
    const to = BEFORE[status];
    expect(await read()).toMatchObject({ ...order, id, petId, status: to, complete: to === "completed" });
    expect(await statusOf(petId)).toBe(PET_STATUS[to]);
    const steps = await changesOf(petId, "order");
    const entry = (await changesOf(petId)).at(-1);
    for (const one of [steps.at(-1), entry])
      expect(one).toMatchObject({ action: "order.undone", author: `person:${staff().id}` });
    // The order has lost the reason for its return, which only the history of the animal still has.
    const reason = status === "returned" ? { from: "Allergies", to: null } : undefined;
    expect(entry?.changes).toEqual({
      status: { from: PET_STATUS_AFTER[status], to: PET_STATUS[to] },
      ...(reason && { returnReason: reason }),
    });
    // It has the original date of that status again, not that of undoing.
    const since = (await db().order.findUniqueOrThrow({ where: { id } })).changedAt?.toISOString();
    expect(steps.find(({ changes }) => changes.status.to === to)?.at.toISOString()).toBe(since);
    const { json } = await service.call(`GET /v1/store/orders?include=dates&petId=${petId}`, { key: staff().token });
    expect(json).toMatchObject([{ dates: { changedAt: since } }]);

    if (status === "returned") await expectRefused({ id, petId }, "completed", /^This was changed again since/);
    // What was undone can be done again, also by undoing that.
    expect((await undoPet(petId)).status).toBe(200);
    expect((await read()).status).toBe(status);
  });

  test("only a caller who may read orders sees in the history why the animal came back", async () => {
    const { id, petId } = await orderThat("returned");
    await undo({ id, petId }, "returned");
    const latestOf = async (scopes: (typeof SCOPES)[number][]) => {
      const answer = await service.call(`GET /v1/pets/${petId}/history?limit=1`, { key: await newKey({ scopes }) });
      return History.parse(answer.json)[0];
    };
    const shown = await latestOf(["history:read", "orders:read"]);
    expect(shown?.changes).toHaveProperty("returnReason.from", "Allergies");
    const withheld = await latestOf(["history:read"]);
    expect(withheld).toMatchObject({ action: "order.undone", changes: { status: { to: "sold" } } });
    expect(withheld?.changes).not.toHaveProperty("returnReason");
  });

  test("as long as nothing has changed, it does not matter how long ago that was", async () => {
    const { id, petId } = await orderThat("completed");
    // The token of the person is over by then. A step of an adoption needs no other scope.
    const key = await newKey({ scopes: ["orders:write"] });
    const other = await newKey({ scopes: ["pets:write"] });
    expectError(await undo({ id, petId }, "completed", other), 403, "forbidden", /orders:write$/);
    moveClocks(2 * DAY_MS);
    expect((await undo({ id, petId }, "completed", key)).status).toBe(200);
    expect(await statusOf(petId)).toBe("pending");
  });

  test("what has changed since is not undone: another status, a newer order, an animal changed by hand", async () => {
    const returned = await orderThat("returned");
    await expectRefused(returned, "completed", /^This was changed again since/);

    const cancelled = await orderThat("cancelled");
    const newer = await place(cancelled.petId);
    await act(newer.id, "cancel");
    await expectRefused(cancelled, "cancelled", /^This was changed again since \(animal status/);

    const completed = await orderThat("completed");
    for (const status of ["available", "sold"]) {
      const { version } = await db().pet.findUniqueOrThrow({ where: { id: completed.petId } });
      await send(`PATCH /v1/pets/${completed.petId}`, { status }, { "if-match": `"${version}"` });
      await expectRefused(completed, "completed", /^This was changed again since \(animal status/);
    }
  });
});

describe("the applications, when an order is undone", () => {
  /** An approved application, its order, and another applicant for the same animal. */
  async function approved() {
    const { id, petId } = await sentApplication();
    const { id: other } = await sentApplication(petId);
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    return { id, other, order: { id: orderId ?? 0n, petId } };
  }
  const statusesOf = async (...ids: string[]) => {
    const statuses: ApplicationStatus[] = [];
    for (const id of ids) statuses.push((await read(id)).status);
    return statuses;
  };

  test("returned: what was declined is declined again, and the history says so", async () => {
    const { id, other, order } = await approved();
    await act(order.id, "complete");
    await act(order.id, "return");
    expect(await statusesOf(id, other)).toEqual(["approved", "declined"]);
    await change(other, { status: "new" });
    expectUndone(await undo(order, "returned"));
    expect(await statusesOf(id, other)).toEqual(["approved", "declined"]);
    expect(await mailsOf(other)).toEqual(["application_received", "pet_adopted"]);
    const { history } = await read(id);
    expect(history.map(({ changes }) => changes)).toEqual([
      { order: { from: "returned", to: "completed" } },
      { order: { from: "completed", to: "returned" } },
      { order: { from: "open", to: "completed" } },
      { status: { from: "new", to: "approved" } },
    ]);
  });

  test("cancelled: the application is approved again, for the same order and without an e-mail", async () => {
    const { id, other, order } = await approved();
    const mails = await mailsOf(id);
    await act(order.id, "cancel");
    await change(id, { note: "A note does not matter" });
    expectUndone(await undo(order, "cancelled"));
    const application = await read(id);
    expect(application).toMatchObject({ status: "approved", orderId: order.id, order: { status: "open" } });
    expect(application.history[0]).toMatchObject({
      actor: { kind: "person", name: personName(staff().email) },
      changes: { status: { from: "talking", to: "approved" }, order: { from: "cancelled", to: "open" } },
    });
    expect([await mailsOf(id), (await read(other)).version]).toEqual([mails, "1"]);
  });

  test("what an application did to an order is undone with it, by those who may change applications", async () => {
    const { id, order } = await approved();
    await change(id, { status: "talking" });
    const key = await newKey({ scopes: ["pets:write", "orders:write"] });
    expectError(await undo(order, "cancelled", key), 403, "forbidden", /applications:write$/);
    expectUndone(await undo(order, "cancelled"));
    expect(await read(id)).toMatchObject({ status: "approved", orderId: order.id, order: { status: "open" } });
    // The e-mail about it was not sent yet, so it is taken back.
    expect(await mailsOf(id)).toEqual(["application_changed: approved", "application_received"]);

    const { secret, ...withdrawn } = await sentApplication();
    const { orderId } = expectChanged(await change(withdrawn.id, { status: "approved" }));
    expect((await asApplicant(service, withdrawn.id, "withdraw", secret ?? "")).status).toBe(200);
    const freed = { id: orderId ?? 0n, petId: withdrawn.petId };
    await expectRefused(freed, "cancelled", "A withdrawn application stays withdrawn");
    await service.call(`DELETE /v1/applications/${withdrawn.id}`, { key: staff().token });
    await expectRefused(freed, "cancelled", "A withdrawn application stays withdrawn");
  });

  test("the texts, the handler, the folder and the adopter of an application are set back", async () => {
    const { id, petId } = await sentApplication();
    const before = await read(id);
    for (const wanted of [{ note: "N", reply: "R", handledBy: staff().id }, { folder: "suspicious" }]) {
      expectChanged(await change(id, wanted));
      expect((await undoLatest(service, petId, { key: staff().token, subject: "application" })).status).toBe(200);
      const { version: _, changedAt: __, history: ___, ...after } = await read(id);
      expect(before).toMatchObject(after);
    }
  });

  test("cancelled, and the application has changed since: 409. It was deleted: the order is undone", async () => {
    const changed = await approved();
    await act(changed.order.id, "cancel");
    await change(changed.id, { status: "visit" });
    await expectRefused(changed.order, "cancelled", /^This was changed again since \(application .*status/);
    expect(await statusesOf(changed.id)).toEqual(["visit"]);

    const deleted = await approved();
    await act(deleted.order.id, "cancel");
    await service.call(`DELETE /v1/applications/${deleted.id}`, { key: staff().token });
    expectUndone(await undo(deleted.order, "cancelled"));
  });
});
