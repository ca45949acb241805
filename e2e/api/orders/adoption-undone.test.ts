import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/lib/database/client";
import { claimJob, settleJob } from "@/lib/jobs/store";
import { personName } from "@/lib/values/person-name";
import { MINUTE_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { expectChanged, statusOf, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";
import { expectOrder } from "../support/order-suite";
import { holdingTransaction, waiting } from "../support/transaction";

const { service, staff, change, read, send, patch, undo } = suiteApplications();

describe("an adoption that is undone", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet()).id;
  });

  const adopted = (id: string) => ({ about: `application:${id}`, template: "pet_adopted" });
  const isTold = async (id: string) => (await db().job.count({ where: adopted(id) })) > 0;
  /** Makes the e-mail about an adoption the next one to be sent, as if its minute were over. */
  const makeDue = (id: string) => db().job.updateMany({ where: adopted(id), data: { dueAt: new Date(0) } });
  const sell = async () => expect((await patch(petId, { status: "sold" })).status).toBe(200);
  test("within a minute: what it declined is open again, and nobody is told", async () => {
    const { id: fresh } = await sentApplication(petId);
    const { id: talking } = await sentApplication(petId);
    await change(talking, { status: "talking" });
    const spam = applicationBody(petId, { homepage: "https://spam.example" });
    await apply(service, spam);
    const { id: refused } = await sentApplication(petId);
    await change(refused, { status: "declined" });
    const { id: noted } = await sentApplication(petId);
    await sell();
    const [mail] = await db().job.findMany({ where: adopted(fresh) });
    expect(Number(mail?.dueAt) - Number(mail?.createdAt)).toBe(MINUTE_MS);
    await change(noted, { note: "Has called", handledBy: staff().id });

    expect((await undo(petId)).status).toBe(200);
    expect(await statusOf(petId)).toBe("available");
    for (const [id, status, version] of [
      [fresh, "new", "3"],
      [talking, "talking", "4"],
      [spam.id, "new", "3"],
      [noted, "new", "4"],
    ] as const) {
      const application = await read(id);
      expect(application).toMatchObject({ status, version });
      expect(application.history[0]).toMatchObject({
        actor: { kind: "person", name: personName(staff().email) },
        changes: { status: { from: "declined", to: status }, pet: { from: "sold", to: null } },
      });
      expect(await isTold(id)).toBe(false);
    }
    // One that was declined before stays so.
    expect(await read(refused)).toMatchObject({ status: "declined", version: "2" });
  });

  test("after one of its e-mails was sent: 409, and everything stays declined", async () => {
    const [{ id: told }, { id: other }] = [await sentApplication(petId), await sentApplication(petId)];
    await sell();
    await makeDue(told);
    const mail = await claimJob("mail");
    if (mail) await settleJob(mail, "done", {});
    expectError(await undo(petId), 409, "conflict", "An applicant was told about this by e-mail");
    expect([await statusOf(petId), (await read(other)).status, await isTold(other)]).toEqual([
      "sold",
      "declined",
      true,
    ]);
  });

  test("while its e-mail is being taken for sending: it is sent, and the application stays declined", async () => {
    const { id } = await sentApplication(petId);
    await sell();
    const taken = { sql: "UPDATE jobs SET tries = 1 WHERE about = $1", values: [adopted(id).about] };
    const { undone } = await holdingTransaction(taken, async () => {
      const undone = undo(petId);
      await waiting(1);
      return { undone };
    });
    expectError(await undone, 409, "conflict", "An applicant was told about this by e-mail");
    expect([(await read(id)).status, await isTold(id)]).toEqual(["declined", true]);
  });

  test("while it is being undone: the e-mail is not taken for sending", async () => {
    const { id } = await sentApplication(petId);
    await db().job.deleteMany();
    await sell();
    await makeDue(id);
    // The last thing that undoing does has to wait.
    const { undone } = await holdingTransaction({ sql: "LOCK changes IN SHARE MODE" }, async () => {
      const undone = undo(petId);
      await waiting(1);
      expect(await claimJob("mail")).toBeNull();
      return { undone };
    });
    expect((await undone).status).toBe(200);
    expect([(await read(id)).status, await isTold(id)]).toEqual(["new", false]);
  });
});

describe("an order of an approved application that is cancelled", () => {
  const outcome = (id: string) => ({ about: `application:${id}`, template: "adoption_cancelled" });
  const isTold = async (id: string) => (await db().job.count({ where: outcome(id) })) > 0;
  const cancel = (orderId: bigint | null) => send(`POST /v1/store/orders/${orderId}/cancel`);

  test("the applicant gets an e-mail after a minute, until then undoing takes it back, and then it is refused", async () => {
    const { id, petId } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    expectOrder(await cancel(orderId));
    expect(await read(id)).toMatchObject({ status: "talking", toTell: false });
    const [mail] = await db().job.findMany({ where: outcome(id) });
    expect(Number(mail?.dueAt) - Number(mail?.createdAt)).toBe(MINUTE_MS);
    expect((await undo(petId)).status).toBe(200);
    expect([await read(id), await isTold(id)]).toMatchObject([{ status: "approved", toTell: false }, false]);

    expectOrder(await cancel(orderId));
    await db().job.updateMany({ where: outcome(id), data: { dueAt: new Date(0) } });
    expect(await claimJob("mail")).toMatchObject(outcome(id));
    expectError(await undo(petId), 409, "conflict", "An applicant was told about this by e-mail");
    expect([(await read(id)).status, await isTold(id), await statusOf(petId)]).toEqual(["talking", true, "available"]);
  });

  test.each([
    ["visit", false],
    ["approved", false],
    ["declined", false],
    ["new", true],
  ])("%s within the minute: the e-mail that was held back is still sent: %s", async (status, isStillSent) => {
    const { id } = await sentApplication();
    await cancel(expectChanged(await change(id, { status: "approved" })).orderId);
    await change(id, { note: "A note does not matter" });
    expect(await isTold(id)).toBe(true);
    expectChanged(await change(id, { status }));
    expect(await isTold(id)).toBe(isStillSent);
  });
});
