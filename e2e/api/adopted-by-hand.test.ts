import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noteUntold } from "@/lib/applications/mail-store";
import { changeOrderAndApplications } from "@/lib/applications/outcome-store";
import { Applications } from "@/lib/applications/schema";
import { setClock } from "@/lib/clock";
import { db } from "@/lib/database/client";
import { claimMail, recordFailure, recordSent } from "@/lib/mail/outbox-store";
import { placeOrder } from "@/lib/orders/store";
import { readOverview } from "@/lib/overview/store";
import { personName } from "@/lib/person-name";
import { setSettings, settings } from "@/lib/settings";
import { MINUTE_MS } from "@/lib/time";
import { expectError } from "./support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "./support/application-suite";
import { applicationBody, apply, newPet, sentApplication } from "./support/applications";
import { moveClocks } from "./support/clock";
import { holdingTransaction, waiting } from "./support/transaction";

const { service, staff, change, read } = suiteApplications();
const OPERATOR = { kind: "operator" } as const;

/** Sends a request as the person of the shelter. */
const send = (target: string, body: object, headers: Record<string, string> = {}) =>
  service.call(target, { key: staff().token, body: JSON.stringify(body), headers });
const patch = (petId: bigint, body: object) => send(`PATCH /v1/pets/${petId}`, body, { "if-match": "*" });
const batch = (changes: object[], mode = "each") => send("POST /v1/pets/batch", { mode, changes });
const sold = (petId: bigint) => ({ id: Number(petId), ifMatch: "*", status: "sold" });

/** Undoes the latest change of an animal. */
async function undo(petId: bigint) {
  const history = await service.call(`GET /v1/pets/${petId}/history?limit=1`, { key: staff().token });
  const [latest] = JSON.parse(history.text) as { id: number }[];
  return send(`POST /v1/pets/${petId}/history/${latest?.id}/undo`, {}, { "if-match": "*" });
}

/** Undoes the return of an adoption, so that the animal is sold again. */
async function undoReturn(petId: bigint) {
  expect((await patch(petId, { status: "available" })).status).toBe(200);
  return undo(petId);
}

describe("an animal that becomes sold without an order", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet()).id;
  });

  test.each([
    ["PATCH", "available", () => patch(petId, { status: "sold", name: "Sold" })],
    ["a batch", "available", () => batch([sold(petId)])],
    ["a batch of all or none", "pending", () => batch([sold(petId)], "all")],
    ["undoing", "sold", () => undoReturn(petId)],
  ] as const)("%s: the open applications are declined, and their applicants are notified", async (_, before, sell) => {
    const sent = await sentApplication(petId);
    const talking = await sentApplication(petId);
    await change(talking.id, { status: "talking" });
    const withdrawn = await sentApplication(petId);
    await change(withdrawn.id, { status: "withdrawn" });
    const spam = applicationBody(petId, { homepage: "https://spam.example" });
    await apply(service, spam);
    const { id: elsewhere } = await sentApplication();
    if (before === "sold") {
      // Adopted, and applied for again after it came back.
      const order = await placeOrder(OPERATOR, { petId });
      await changeOrderAndApplications(OPERATOR, order.id, "complete");
      for (const { id } of [sent, talking]) await change(id, { status: "new" });
    } else if (before === "pending") await patch(petId, { status: "pending" });
    const told = (await mailsOf(sent.id)).filter((mail) => mail === "pet_adopted").length;

    expect((await sell()).status).toBe(200);
    expect(await statusOf(petId)).toBe("sold");
    for (const { id } of [sent, talking]) {
      const application = await read(id);
      expect(application.status).toBe("declined");
      expect(application.history[0]).toMatchObject({
        actor: { kind: "person", name: personName(staff().email) },
        changes: { status: { to: "declined" }, pet: { from: null, to: "sold" } },
      });
      expect((await mailsOf(id)).filter((mail) => mail === "pet_adopted")).toHaveLength(told + 1);
    }
    expect(await read(withdrawn.id)).toMatchObject({ status: "withdrawn", version: "2" });
    expect((await read(spam.id)).status).toBe("declined");
    expect(await mailsOf(spam.id)).toEqual([]);
    expect(await read(elsewhere)).toMatchObject({ status: "new", version: "1" });
  });

  test("a batch declines those of each animal that became sold, and of no other", async () => {
    const [second, refused] = [(await newPet()).id, (await newPet()).id];
    const ids: string[] = [];
    for (const id of [petId, second, refused]) ids.push((await sentApplication(id)).id);
    const answer = await batch([sold(petId), sold(second), { ...sold(refused), ifMatch: "99" }]);
    expect(answer.json).toMatchObject({ results: [{ status: 200n }, { status: 200n }, { status: 412n }] });
    const statuses: string[] = [];
    for (const id of ids) statuses.push((await read(id)).status);
    expect(statuses).toEqual(["declined", "declined", "new"]);

    const other = (await newPet()).id;
    const { id: waiting } = await sentApplication(other);
    expect((await batch([sold(other), { ...sold(refused), ifMatch: "99" }], "all")).status).toBe(409);
    expect([(await read(waiting)).status, await statusOf(other)]).toEqual(["new", "available"]);
  });

  test("a change that sells nothing declines nothing", async () => {
    const { id } = await sentApplication(petId);
    await patch(petId, { status: "sold" });
    expect((await change(id, { status: "talking" })).status).toBe(200);
    expect((await patch(petId, { status: "sold", name: "Still sold" })).status).toBe(200);
    expect((await read(id)).status).toBe("talking");
  });

  test("PATCH at the same time as an application: the application is declined or refused", async () => {
    for (let round = 0; round < 5; round++) {
      const pet = (await newPet()).id;
      const body = applicationBody(pet);
      const [answer, done] = await Promise.all([apply(service, body), patch(pet, { status: "sold" })]);
      expect(done.status).toBe(200);
      if (answer.status === 409) continue;
      expect(answer.status).toBe(201);
      expect((await read(body.id)).status).toBe("declined");
    }
  });
});

describe("an applicant who gets no e-mail about an adoption", () => {
  let atFirst: ReturnType<typeof settings>;
  beforeEach(() => {
    atFirst = settings();
  });
  afterEach(() => setSettings(atFirst));
  const sell = async (petId: bigint) => expect((await patch(petId, { status: "sold" })).status).toBe(200);
  const list = async () => {
    const { json } = await service.call("GET /v1/applications?toTell=true&limit=100", { key: staff().token });
    return Applications.parse(json).map(({ id }) => id);
  };
  const count = async () => (await readOverview()).applications.toTell.count;

  test("without mail: has to be told by a person, until somebody says so or the adoption is undone", async () => {
    const { SMTP_URL: _off, ...withoutMail } = atFirst;
    setSettings(withoutMail);
    const { id, petId } = await sentApplication();
    const spam = applicationBody(petId, { homepage: "https://spam.example" });
    await apply(service, spam);
    const { id: refused } = await sentApplication(petId);
    await change(refused, { status: "declined" });
    expectError(await change(id, { toTell: true }), 409, "conflict", /^Only the applicant of a declined application/);
    expectError(await change(id, { toTell: "yes" }), 400, "bad_request", "toTell must be true or false");
    await sell(petId);
    expect([(await read(id)).toTell, (await read(spam.id)).toTell, (await read(refused)).toTell]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await list(), await count()]).toEqual([[id], 1]);

    expect(expectChanged(await change(id, { toTell: false }))).toMatchObject({
      status: "declined",
      toTell: false,
      version: "3",
      history: [{ actor: { kind: "person" }, changes: { toTell: { from: "true", to: "false" } } }, {}],
    });
    expect([await list(), await count()]).toEqual([[], 0]);
    // "Told" can be undone, and a new status is news of its own.
    expect(expectChanged(await change(id, { toTell: true })).toTell).toBe(true);
    expect(expectChanged(await change(id, { status: "new" })).toTell).toBe(false);

    const { id: reopened, petId: other } = await sentApplication();
    await sell(other);
    expect((await undo(other)).status).toBe(200);
    expect(await read(reopened)).toMatchObject({ status: "new", toTell: false });
  });

  test("with mail: has to be told once the e-mail is given up, and the service says so", async () => {
    const { id, petId } = await sentApplication();
    await db().mail.deleteMany();
    await sell(petId);
    expect(await read(id)).toMatchObject({ status: "declined", toTell: false });
    await db().mail.updateMany({ data: { nextTryAt: new Date(0) } });
    const mail = await claimMail();
    if (mail) await recordFailure(mail, { isFinal: false, reason: "busy" }, noteUntold);
    expect((await read(id)).toTell).toBe(false);
    if (mail) await recordFailure(mail, { isFinal: true, reason: "no such mailbox" }, noteUntold);
    const told = { actor: { kind: "service", name: null }, changes: { toTell: { from: "false", to: "true" } } };
    expect(await read(id)).toMatchObject({ toTell: true, version: "3", history: [told, {}] });
    expect(await list()).toEqual([id]);
  });
});

describe("an adoption that is undone", () => {
  let petId: bigint;
  beforeEach(async () => {
    petId = (await newPet()).id;
  });
  afterEach(() => setClock(null));

  const adopted = (id: string) => ({ about: `application:${id}`, template: "pet_adopted" });
  const isTold = async (id: string) => (await db().mail.count({ where: adopted(id) })) > 0;
  /** Makes the e-mail of an adoption the next one to be sent, as if its minute was over. */
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
    ["undoChange", sell, () => undo(petId)],
    ["changePets", sell, undoInBatch],
    ["returning the order", sellByOrder, returnOrder],
  ] as const)(
    "within a minute, by %s: what it declined is open again, and nobody is told",
    async (_, adopt, takeBack) => {
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
          changes: { status: { from: "declined", to: status }, pet: { from: "sold", to: null } },
        });
        expect(await isTold(id)).toBe(false);
      }
      // Those whose status somebody changed before or since stay as they are.
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
    // What the undoing does last has to wait.
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
