import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeOrder } from "@/lib/adoptions/store";
import { findPrivatePage } from "@/lib/applications/private-store";
import { type Application, Applications } from "@/lib/applications/schema";
import type { ApplicationStatus } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { personName } from "@/lib/values/person-name";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { sentApplication } from "../support/applications";
import { changesOf, storedRows, undoLatest } from "../support/records";
import { newPerson } from "../support/service";

// What the shelter does with an application. The applicant's side is in application-page.test.ts.
const { service, staff, change, read } = suiteApplications();
const OPERATOR = { kind: "operator" } as const;

/** An application with this status, for a new animal. */
async function withStatus(status: ApplicationStatus): Promise<Application> {
  const { id } = await sentApplication();
  return status === "new" ? read(id) : expectChanged(await change(id, { status }));
}

describe("PATCH /v1/applications/{applicationId} – status", () => {
  // Every step is in lib/applications/status.test.ts.
  test.each<[from: ApplicationStatus, to: ApplicationStatus]>([
    ["new", "talking"],
    ["new", "approved"],
    ["approved", "visit"],
    ["declined", "new"],
  ])("%s to %s: 200", async (from, to) => {
    const { id, petId, version } = await withStatus(from);
    const answer = await change(id, { status: to });
    const changed = expectChanged(answer);
    expect(changed).toMatchObject({ status: to, version: String(Number(version) + 1) });
    expect(answer.headers.etag).toBe(`"${changed.version}"`);
    expect(changed.history[0]).toEqual({
      at: changed.changedAt,
      actor: { kind: "person", name: personName(staff().email) },
      changes: { status: { from, to } },
      changeSetId: expect.any(BigInt),
    });
    expect(changed.orderId === null).toBe(to !== "approved");
    expect(await statusOf(petId)).toBe(to === "approved" ? "pending" : "available");
  });

  test("the applicant gets an e-mail about each new status except `new`", async () => {
    const { id } = await sentApplication();
    for (const status of ["talking", "visit", "declined", "new", "approved", "withdrawn"]) await change(id, { status });
    expect(await mailsOf(id)).toEqual([
      "application_changed: approved",
      "application_changed: declined",
      "application_changed: talking",
      "application_changed: visit",
      "application_changed: withdrawn",
      "application_received",
    ]);
  });

  test("approving can set the hand-over, which goes only with an approval", async () => {
    const { id } = await sentApplication();
    const shipDate = "2031-05-01T15:30:00.000Z";
    expectError(await change(id, { status: "visit", shipDate }), 400, "bad_request", "shipDate goes only with");
    const { order } = expectChanged(await change(id, { status: "approved", shipDate }));
    expect(order).toEqual({ status: "open", shipDate });
    const later = { status: "approved", shipDate: "2031-05-02T15:30:00.000Z" };
    expectError(await change(id, later), 409, "conflict", "This application is already approved");
    expect((await read(id)).order).toEqual({ status: "open", shipDate });
  });

  test("a visit has a day and a time until its status ends, and the applicant is told", async () => {
    const { id, petId, secret } = await sentApplication();
    const visitAt = "2031-05-01T15:30";
    expectError(await change(id, { visitAt }), 409, "conflict", "Only an application with the status visit");
    for (const wrong of ["2031-05-01T15:30:00Z", "2031-02-29", "1999-05-01", "2031-05-01T24:00"])
      expectError(await change(id, { status: "visit", visitAt: wrong }), 400, "bad_request", /^visitAt must be a day/);
    await change(id, { status: "visit" });
    const { history, ...arranged } = expectChanged(await change(id, { visitAt }));
    expect([arranged.visitAt, history[0]?.changes]).toEqual([visitAt, { visitAt: { from: null, to: visitAt } }]);
    expect((await findPrivatePage({ applicationId: id, secret }))?.visitAt).toBe(visitAt);
    const told = ["application_changed: visit", "application_changed: visit", "application_received"];
    expect(await mailsOf(id)).toEqual(told);
    expect(expectChanged(await change(id, { status: "new" })).visitAt).toBeNull();
    expect((await undoLatest(service, petId, { key: staff().token, subject: "application" })).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: "visit", visitAt });
    expect(await mailsOf(id)).toEqual(told);
  });

  test("approving places an order by the same person", async () => {
    const { id, petId, orderId } = await withStatus("approved");
    expect(await db().order.findMany({ where: { petId } })).toMatchObject([{ id: orderId, status: "open" }]);
    const [placed] = await changesOf(petId, "order");
    expect(placed.author).toBe(`person:${staff().id}`);
    expect((await read(id)).status).toBe("approved");
  });

  test.each(["pending", "sold"] as const)(
    "approving while the animal is %s: 409, and nothing changes",
    async (status) => {
      const { id, petId } = await withStatus("visit");
      await pool().query('UPDATE pets SET status = $2::"PetStatus" WHERE id = $1', [petId, status]);
      const before = await storedRows();
      expectError(await change(id, { status: "approved" }), 409, "conflict", `This animal is ${status}`);
      expect(await storedRows()).toEqual(before);
    },
  );

  test.each(["completed", "returned"])(
    "after the adoption is %s, the status stays approved, the history says so, and the note can change",
    async (what) => {
      const { id, orderId } = await withStatus("approved");
      await changeOrder(OPERATOR, orderId ?? 0n, "complete");
      if (what === "returned") await changeOrder({ kind: "person", id: staff().id }, orderId ?? 0n, "return");
      const { history, order } = await read(id);
      expect(order).toEqual({ status: what, shipDate: null });
      for (const status of ["open", "completed", "returned"]) {
        const list = `GET /v1/applications?orderStatus=${status}&limit=100`;
        const { json } = await service.call(list, { key: staff().token });
        expect(Applications.parse(json).some((listed) => listed.id === id)).toBe(status === what);
      }
      expect(history.map(({ actor, changes }) => [actor.kind, actor.name, changes])).toEqual([
        ...(what === "returned"
          ? [["person", personName(staff().email), { order: { from: "completed", to: "returned" } }]]
          : []),
        ["operator", null, { order: { from: "open", to: "completed" } }],
        ["person", personName(staff().email), { status: { from: "new", to: "approved" } }],
      ]);
      for (const status of ["talking", "declined", "withdrawn"]) {
        expectError(await change(id, { status }), 409, "conflict", `This order is ${what}`);
      }
      expect(expectChanged(await change(id, { note: "Came back" }))).toMatchObject({
        status: "approved",
        note: "Came back",
      });
    },
  );
});

describe("PATCH /v1/applications/{applicationId} – note and handledBy", () => {
  test("both can be set, changed and removed, and the history says so", async () => {
    const { id } = await sentApplication();
    const other = await newPerson();
    await change(id, { note: "Has a garden", handledBy: staff().id });
    // As it is read.
    await change(id, { handledBy: { id: other.id, name: "Somebody" } });
    const changed = expectChanged(await change(id, { note: null, handledBy: null }, "*", other.token));
    expect(changed).toMatchObject({ note: null, handledBy: null, status: "new", version: "4" });
    const [third, second, first] = changed.history;
    expect(first?.changes).toEqual({
      note: { from: null, to: "Has a garden" },
      handledBy: { from: null, to: personName(staff().email) },
    });
    expect(second?.changes).toEqual({ handledBy: { from: personName(staff().email), to: personName(other.email) } });
    expect(third?.changes).toEqual({
      note: { from: "Has a garden", to: null },
      handledBy: { from: personName(other.email), to: null },
    });
    expect(third?.actor).toEqual({ kind: "person", name: personName(other.email) });
    expect(await mailsOf(id)).toEqual(["application_received"]);
  });

  test("handledBy is an unknown or disabled person: 409, and nothing changes", async () => {
    const { id } = await sentApplication();
    const disabled = await newPerson();
    await db().user.update({ where: { id: disabled.id }, data: { disabledAt: new Date() } });
    const before = await storedRows();
    for (const handledBy of [randomUUID(), disabled.id]) {
      expectError(await change(id, { note: "x", handledBy }), 409, "conflict", "handledBy must be the id of a person");
    }
    expect(await storedRows()).toEqual(before);
  });
});
