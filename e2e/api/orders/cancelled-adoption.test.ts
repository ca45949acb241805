import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markToTell } from "@/lib/applications/mail-store";
import { Applications } from "@/lib/applications/schema";
import { db } from "@/lib/database/client";
import { claimMail, recordFailure } from "@/lib/mail/outbox-store";
import { readOverview } from "@/lib/overview/store";
import { setSettings, settings } from "@/lib/process/settings";
import { MINUTE_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { expectChanged, mailsOf, statusOf, suiteApplications } from "../support/application-suite";
import { sentApplication } from "../support/applications";
import { expectOrder, storedOrders } from "../support/order-suite";

// What the applicant of an approved application learns when the order is cancelled.
const { service, staff, change, read } = suiteApplications();

const send = (target: string, body: object) =>
  service.call(target, { key: staff().token, body: JSON.stringify(body), headers: {} });
const undo = (orderId: bigint) => send(`POST /v1/store/orders/${orderId}/undo`, { status: "cancelled" });

/** An application that lost its approval because its order was cancelled. */
async function cancelled() {
  const { id, petId } = await sentApplication();
  const { orderId } = expectChanged(await change(id, { status: "approved" }));
  expectOrder(await send(`POST /v1/store/orders/${orderId}/cancel`, {}));
  return { id, petId, orderId: orderId ?? 0n };
}
const outcomeMail = (id: string) => ({ about: `application:${id}`, template: "adoption_cancelled" });
const isTold = async (id: string) => (await db().mail.count({ where: outcomeMail(id) })) > 0;
/** Makes the e-mail the next one to be sent, as if its minute were over, and takes it for sending. */
async function claim(id: string) {
  await db().mail.updateMany({ where: outcomeMail(id), data: { nextTryAt: new Date(0) } });
  const mail = await claimMail();
  expect(mail).toMatchObject(outcomeMail(id));
  if (!mail) throw new Error("no e-mail is due");
  return mail;
}

afterEach(async () => {
  await db().application.updateMany({ data: { toTell: false } });
});

describe("with mail", () => {
  test("the applicant gets an e-mail after a minute", async () => {
    const { id } = await cancelled();
    expect(await read(id)).toMatchObject({ status: "talking", toTell: false });
    const [mail] = await db().mail.findMany({ where: outcomeMail(id) });
    expect(Number(mail?.nextTryAt) - Number(mail?.createdAt)).toBe(MINUTE_MS);
    expect(await mailsOf(id)).toEqual(["adoption_cancelled", "application_changed: approved", "application_received"]);
  });

  test("undoing it within the minute takes the e-mail back", async () => {
    const { id, orderId } = await cancelled();
    expectOrder(await undo(orderId));
    expect([(await read(id)).status, await isTold(id)]).toEqual(["approved", false]);
  });

  test("the e-mail is already being sent: undoing answers 409, and changes nothing", async () => {
    const { id, petId, orderId } = await cancelled();
    await claim(id);
    const before = await storedOrders(petId);
    expectError(await undo(orderId), 409, "conflict", "The applicant knows that the adoption was cancelled");
    expect(await storedOrders(petId)).toBe(before);
    expect([(await read(id)).status, await isTold(id), await statusOf(petId)]).toEqual(["talking", true, "available"]);
  });

  test.each([
    ["visit", false],
    ["approved", false],
    ["declined", false],
    ["new", true],
  ])("%s within the minute: the e-mail that was held back is still sent: %s", async (status, isStillSent) => {
    const { id } = await cancelled();
    await change(id, { note: "A note does not matter" });
    expect(await isTold(id)).toBe(true);
    expectChanged(await change(id, { status }));
    expect(await isTold(id)).toBe(isStillSent);
  });

  test("the e-mail is given up: a person has to tell the applicant", async () => {
    const { id } = await cancelled();
    await recordFailure(await claim(id), { isFinal: true, reason: "no such mailbox" }, markToTell);
    const told = { actor: { kind: "service", name: null }, changes: { toTell: { from: "false", to: "true" } } };
    expect(await read(id)).toMatchObject({ status: "talking", toTell: true, history: [told, {}, {}] });
  });
});

describe("without mail", () => {
  let atFirst: ReturnType<typeof settings>;
  beforeEach(() => {
    atFirst = settings();
    const { SMTP_URL: _off, ...withoutMail } = atFirst;
    setSettings(withoutMail);
  });
  afterEach(() => setSettings(atFirst));
  const list = async () => {
    const { json } = await service.call("GET /v1/applications?toTell=true&limit=100", { key: staff().token });
    return Applications.parse(json).map(({ id }) => id);
  };
  const count = async () => (await readOverview()).applications.toTell.count;

  test("a person has to tell the applicant, until somebody says so", async () => {
    const { id } = await cancelled();
    expect(await read(id)).toMatchObject({ status: "talking", toTell: true });
    expect([await list(), await count()]).toEqual([[id], 1]);
    expect(expectChanged(await change(id, { toTell: false })).toTell).toBe(false);
    expect([await list(), await count()]).toEqual([[], 0]);
    // "Told" can be undone, and a new status replaces an earlier outcome.
    expect(expectChanged(await change(id, { toTell: true })).toTell).toBe(true);
    expect(expectChanged(await change(id, { status: "visit" })).toTell).toBe(false);
    expectError(await change(id, { toTell: true }), 409, "conflict", /and that of a talking one/);
  });

  test("a person still has to after somebody else adopted the animal, and that was undone", async () => {
    const { id, petId } = await cancelled();
    for (const toTell of [true, true, false]) {
      if (!toTell) await change(id, { toTell });
      const sold = { id: Number(petId), ifMatch: "*", status: "sold" };
      expect((await send("POST /v1/pets/batch", { mode: "all", changes: [sold] })).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: "declined", toTell: true });
      const { version } = await db().pet.findUniqueOrThrow({ where: { id: petId } });
      const undone = { id: Number(petId), ifMatch: String(version), undo: String(version) };
      expect((await send("POST /v1/pets/batch", { mode: "each", changes: [undone] })).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: "talking", toTell });
    }
  });

  test("nobody has to once it is undone", async () => {
    const { id, orderId } = await cancelled();
    expectOrder(await undo(orderId));
    expect(await read(id)).toMatchObject({ status: "approved", toTell: false });
    expect(await list()).toEqual([]);
  });
});
