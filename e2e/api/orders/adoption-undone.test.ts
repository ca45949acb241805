import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { db } from "@/lib/database/client";
import { claimMail, recordSent } from "@/lib/mail/outbox-store";
import { placeOrder } from "@/lib/orders/store";
import { setClock } from "@/lib/process/clock";
import { setSettings, settings } from "@/lib/process/settings";
import { personName } from "@/lib/values/person-name";
import { MINUTE_MS } from "@/lib/values/time";
import { petCallsOfStaff, statusOf, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "../support/applications";
import { moveClocks } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const suite = suiteApplications();
const { service, staff, change, read } = suite;
const { send, patch, batch, undo } = petCallsOfStaff(suite);
const OPERATOR = { kind: "operator" } as const;

describe("an adoption that is undone", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet()).id;
  });
  afterEach(() => setClock(null));

  const adopted = (id: string) => ({ about: `application:${id}`, template: "pet_adopted" });
  const isTold = async (id: string) => (await db().mail.count({ where: adopted(id) })) > 0;
  /** Makes the e-mail about an adoption the next one to be sent, as if its minute were over. */
  const makeDue = (id: string) => db().mail.updateMany({ where: adopted(id), data: { nextTryAt: new Date(0) } });
  const sell = async () => expect((await patch(petId, { status: "sold" })).status).toBe(200);
  const undoInBatch = async () => {
    const { version } = await db().pet.findUniqueOrThrow({ where: { id: petId } });
    return batch([{ id: Number(petId), ifMatch: String(version), undo: String(version) }]);
  };
  const returnOrder = async () => {
    const { id } = await db().order.findFirstOrThrow({ where: { petId } });
    return send(`POST /v1/store/orders/${id}/return`, {});
  };
  const sellByOrder = async () => {
    const { id } = await placeOrder(OPERATOR, { petId });
    await changeOrderAndApplications(OPERATOR, id, "complete");
  };

  test.each([
    ["undoChange", sell, () => undo(petId), null],
    ["changePets", sell, undoInBatch, null],
    ["returning the order", sellByOrder, returnOrder, "available"],
  ] as const)(
    "within a minute, by %s: what it declined is open again, and nobody is told",
    async (_, adopt, takeBack, petStatus) => {
      const { id: fresh } = await sentApplication(petId);
      const { id: talking } = await sentApplication(petId);
      await change(talking, { status: "talking" });
      const spam = applicationBody(petId, { homepage: "https://spam.example" });
      await apply(service, spam);
      const { id: refused } = await sentApplication(petId);
      await change(refused, { status: "declined" });
      const { id: noted } = await sentApplication(petId);
      const { id: reopened } = await sentApplication(petId);
      await adopt();
      const [mail] = await db().mail.findMany({ where: adopted(fresh) });
      expect(Number(mail?.nextTryAt) - Number(mail?.createdAt)).toBe(MINUTE_MS);
      await change(noted, { note: "Has called", handledBy: staff().id });
      await change(reopened, { status: "visit" });

      expect((await takeBack()).status).toBe(200);
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
          changes: { status: { from: "declined", to: status }, pet: { from: "sold", to: petStatus } },
        });
        expect(await isTold(id)).toBe(false);
      }
      // Applications whose status somebody changed before or since stay as they are.
      expect(await read(refused)).toMatchObject({ status: "declined", version: "2" });
      expect(await read(reopened)).toMatchObject({ status: "visit", version: "3" });
      expect(await isTold(reopened)).toBe(false);
    },
  );

  test.each([true, false])("after a minute, with mail (%s): everything stays declined", async (isMailOn) => {
    const atFirst = settings();
    const { SMTP_URL: _off, ...others } = atFirst;
    if (!isMailOn) setSettings(others);
    try {
      const { id } = await sentApplication(petId);
      await sell();
      expect((await undo(petId)).status).toBe(200);
      expect((await read(id)).status).toBe("new");
      await sell();
      moveClocks(MINUTE_MS / 2);
      await change(id, { note: "A note does not make the minute longer" });
      moveClocks(MINUTE_MS);
      expect((await undo(petId)).status).toBe(200);
      expect(await statusOf(petId)).toBe("available");
      expect([(await read(id)).status, await isTold(id)]).toEqual(["declined", isMailOn]);
    } finally {
      setSettings(atFirst);
    }
  });

  test("after one of its e-mails was sent: that application stays declined, the others are open again", async () => {
    const [{ id: told }, { id: other }] = [await sentApplication(petId), await sentApplication(petId)];
    await sell();
    await makeDue(told);
    const mail = await claimMail();
    if (mail) await recordSent(mail);
    expect((await undo(petId)).status).toBe(200);
    expect([(await read(told)).status, (await read(other)).status]).toEqual(["declined", "new"]);
    expect([await isTold(told), await isTold(other)]).toEqual([true, false]);
  });

  test("while its e-mail is being taken for sending: it is sent, and the application stays declined", async () => {
    const { id } = await sentApplication(petId);
    await sell();
    const taken = { sql: "UPDATE mail SET tries = 1 WHERE about = $1", values: [adopted(id).about] };
    const { undone } = await holdingTransaction(taken, async () => {
      const undone = undo(petId);
      await waiting(1);
      return { undone };
    });
    expect((await undone).status).toBe(200);
    expect([(await read(id)).status, await isTold(id)]).toEqual(["declined", true]);
  });

  test("while it is being undone: the e-mail is not taken for sending", async () => {
    const { id } = await sentApplication(petId);
    await db().mail.deleteMany();
    await sell();
    await makeDue(id);
    // The last thing that undoing does has to wait.
    const { undone } = await holdingTransaction({ sql: "LOCK application_changes IN SHARE MODE" }, async () => {
      const undone = undo(petId);
      await waiting(1);
      expect(await claimMail()).toBeNull();
      return { undone };
    });
    expect((await undone).status).toBe(200);
    expect([(await read(id)).status, await isTold(id)]).toEqual(["new", false]);
  });
});
