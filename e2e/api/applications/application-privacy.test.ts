import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApplicationStatus } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import { setSettings, settings } from "@/lib/process/settings";
import { forgetSingletons } from "@/lib/process/singleton";
import { DAY_MS } from "@/lib/values/time";
import { sweepUp } from "@/server/sweep";
import { expectError } from "../support/answers";
import { expectChanged, suiteApplications } from "../support/application-suite";
import { applicationBody, apply, asApplicant, expectSent, newPet, sentApplication } from "../support/applications";
import { expectOrder } from "../support/order-suite";
import { settingChangesOf } from "../support/records";
import { asOwner, newPerson } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const { service, staff, change, send, undo } = suiteApplications();
/** What identifies the applicant. None of these texts is found anywhere else. */
const APPLICANT = {
  name: "Zephyrine Quill",
  email: "zephyrine@quill.example",
  telephone: "+44 20 7946 0123",
  home: "A lighthouse on Muckle Flugga",
  otherPets: "A tortoise called Ptolemy",
  message: "I have kept lighthouses and tortoises",
};
/** The IP address that the applicant writes from. */
const ADDRESS = "203.0.113.77";

let configured: ReturnType<typeof settings>;
beforeAll(() => {
  configured = settings();
});
afterEach(() => {
  setClock(null);
  setSettings(configured);
  vi.restoreAllMocks();
});

const once = () => ({ "idempotency-key": randomUUID() });
const act = (orderId: bigint | null, action: "complete" | "return", body = {}) =>
  send(`POST /v1/store/orders/${orderId}/${action}`, body, once());
const remove = (id: string) => service.call(`DELETE /v1/applications/${id}`, { key: staff().token });

/** The tables that have one of the texts in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool().query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const found: string[] = [];
  for (const { name } of tables) {
    const any = `SELECT FROM "${name}" AS t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS s WHERE position(lower(s) IN lower(t::text)) > 0)`;
    if ((await pool().query(any, [texts])).rowCount) found.push(name);
  }
  return found.toSorted();
}

describe("DELETE /v1/applications/{applicationId}", () => {
  test("leaves nothing about the applicant in any table", async () => {
    const body = applicationBody((await newPet()).id, APPLICANT);
    const { secret = "" } = expectSent(await apply(service, body, ADDRESS));
    const approval = { status: "approved", note: `Spoke to ${APPLICANT.name}`, handledBy: staff().id };
    const { orderId } = expectChanged(await change(body.id, approval, "*", staff().token, once()));
    await act(orderId, "complete");
    const reason = `${APPLICANT.name} has moved`;
    expectOrder(await act(orderId, "return", { reason }));
    expect((await undo(BigInt(body.petId))).status).toBe(200);
    expectOrder(await act(orderId, "return", { reason }));
    const texts = [...Object.values(APPLICANT), ADDRESS, secret];
    // The IP address is counted, but nobody can read it.
    expect(await tablesWith(texts)).toEqual(["applications", "changes", "idempotency_keys", "jobs", "orders"]);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:address:" } } })).toBe(1);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:receipt:" } } })).toBe(1);

    const answer = await remove(body.id);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(await tablesWith(texts)).toEqual([]);
    expect(await tablesWith([body.id])).toEqual(["changes"]);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:receipt:" } } })).toBe(0);
    const deletion = { author: `person:${staff().id}`, action: "application.delete" };
    expect(await settingChangesOf(body.id)).toEqual([deletion]);
    const { token } = await newPerson("admin");
    const undoing = await service.call(`POST /v1/changes/${answer.headers["change-set"]}/undo`, { key: token });
    expectError(undoing, 409, "conflict", "This can never be undone");
  });

  test("the application was deleted: 404 for everybody, even the applicant", async () => {
    const { id, secret } = await sentApplication();
    await remove(id);
    expectError(await service.call(`GET /v1/applications/${id}`, { key: staff().token }), 404, "not_found");
    expectError(await change(id, { note: "x" }), 404, "not_found");
    expectError(await asApplicant(service, id, "view", secret), 404, "not_found");
    expectError(await remove(id), 404, "not_found");
  });

  test("leaves other applications, their mail and the adoption as they are", async () => {
    const pet = await newPet();
    const [gone, other] = [await sentApplication(pet.id, APPLICANT), await sentApplication(pet.id, APPLICANT)];
    await change(gone.id, { status: "approved" });
    await remove(gone.id);
    expect(await db().application.count({ where: { petId: pet.id } })).toBe(1);
    expect(await db().job.count({ where: { about: `application:${other.id}` } })).toBe(1);
    expect(await db().order.count({ where: { petId: pet.id, status: "open" } })).toBe(1);
    await remove(other.id);
  });

  test("an application is deleted while its applicant sends another one for the same animal", async () => {
    const { id: petId } = await newPet();
    const { email } = APPLICANT;
    const body = applicationBody(petId, { email });
    await apply(service, body);
    // The animal is locked until both wait.
    const locked = { sql: "SELECT FROM pets WHERE id = $1 FOR UPDATE", values: [petId] };
    const answers = await holdingTransaction(locked, async () => {
      const deleted = remove(body.id);
      await waiting(1);
      const sent = apply(service, applicationBody(petId, { email }));
      await waiting(2);
      return [deleted, sent];
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([204, 201]);
  });
});

describe("APPLICATION_DAYS", () => {
  const start = Date.now();
  beforeEach(async () => {
    await pool().query("DELETE FROM applications");
  });
  /** Sweeps up at the start of these tests, and returns the applications that are left. */
  async function leftAfterSweep(): Promise<string[]> {
    setClock(() => start);
    await sweepUp();
    return (await db().application.findMany({ select: { id: true } })).map(({ id }) => id).toSorted();
  }

  /** An application with this status that was last changed this many days ago. */
  async function aged(status: ApplicationStatus, days: number, suspicious = false): Promise<string> {
    const { id } = await sentApplication();
    const changedAt = new Date(start - days * DAY_MS);
    await db().application.update({ where: { id }, data: { status, suspicious, changedAt } });
    return id;
  }

  /** An approved application whose animal came back this many days ago. */
  async function cameBack(days: number): Promise<{ id: string; petId: bigint }> {
    const { id, petId } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    expectOrder(await act(orderId, "complete"));
    expectOrder(await act(orderId, "return"));
    const at = new Date(start - days * DAY_MS);
    const where = { id: orderId ?? 0n };
    await db().order.update({ where, data: { changedAt: at } });
    await db().application.update({ where: { id }, data: { changedAt: new Date(start - 200 * DAY_MS) } });
    return { id, petId };
  }

  test.each([
    [180, ["answered", "declined", "withdrawn"], false],
    [180, ["new"], true],
    [720, ["new", "talking", "visit"], false],
  ] as const)(
    "%i days after their last change, %j applications and their mail are deleted",
    async (days, all, spam) => {
      setClock(() => start);
      const gone: string[] = [];
      const kept = [await aged("approved", 5_000)];
      for (const status of all) {
        gone.push(await aged(status, days + 1, spam));
        kept.push(await aged(status, days - 1, spam));
      }
      expect(await leftAfterSweep()).toEqual(kept.toSorted());
      const mailAbout = (ids: string[]) => ({ about: { in: ids.map((id) => `application:${id}`) } });
      expect(await db().job.count({ where: mailAbout(gone) })).toBe(0);
      expect(await db().job.count({ where: mailAbout(kept) })).toBe(kept.length);
      // Only open ones are a surprise, so only their deletion is recorded.
      const deletions = { action: "application.delete", subjectId: { in: gone } };
      expect(await db().change.count({ where: deletions })).toBe(days === 720 ? gone.length : 0);
    },
  );

  test("180 days after its animal was returned, an application is deleted, unless somebody wrote or that was undone", async () => {
    await cameBack(181);
    const [recent, noted, undone] = [await cameBack(179), await cameBack(181), await cameBack(181)];
    await db().application.update({ where: { id: noted.id }, data: { changedAt: new Date(start) } });
    expect((await undo(undone.petId)).status).toBe(200);
    expect(await leftAfterSweep()).toEqual([recent.id, noted.id, undone.id].toSorted());
  });

  test("sets the number of days, and 0 keeps applications forever", async () => {
    setClock(() => start);
    const [old, older] = [await aged("declined", 40), await aged("declined", 5_000)];
    setSettings({ ...configured, APPLICATION_DAYS: 0 });
    expect(await leftAfterSweep()).toEqual([old, older].toSorted());
    setSettings({ ...configured, APPLICATION_DAYS: 41 });
    expect(await leftAfterSweep()).toEqual([old]);
  });
});

describe("the logs", () => {
  test("logs hold nothing about the applicant, and no secret, even when something fails", async () => {
    const lines: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    }
    const body = applicationBody((await newPet()).id, APPLICANT);
    const { secret = "" } = expectSent(await apply(service, body));
    await apply(service, { ...body, message: "Another" });
    await apply(service, { ...body, id: randomUUID(), telephone: null });
    await change(body.id, { status: "approved", note: APPLICANT.home });
    await asApplicant(service, body.id, "view", secret);
    for (const [failing, call] of [
      ["changes", () => change(body.id, { note: APPLICANT.message })],
      ["jobs", () => asApplicant(service, body.id, "withdraw", secret)],
      ["applications", () => apply(service, { ...body, id: randomUUID() })],
      ["applications", () => asApplicant(service, body.id, "view", secret)],
    ] as const) {
      await asOwner(`ALTER TABLE ${failing} RENAME TO elsewhere`);
      expectError(await call(), 500, "internal");
      await asOwner(`ALTER TABLE elsewhere RENAME TO ${failing}`);
    }
    await remove(body.id);
    vi.restoreAllMocks();
    const text = lines.join("");
    expect(lines.filter((line) => line.includes("request failed")).length).toBe(4);
    for (const part of [...Object.values(APPLICANT), secret, "zephyrine"]) expect(text).not.toContain(part);
  });
});

describe("the secret after AUTH_SECRET has changed", () => {
  test("the old link no longer opens, and the next e-mail has a new one", async () => {
    const { id, secret } = await sentApplication();
    setSettings({ ...configured, AUTH_SECRET: "x".repeat(40) });
    expectError(await asApplicant(service, id, "view", secret), 404, "not_found");
    forgetSingletons("auth");
    const other = await newPerson();
    const call = { key: other.token, body: `{"status":"talking"}`, headers: { "if-match": "*" } };
    await service.call(`PATCH /v1/applications/${id}`, call);
    const mail = await db().job.findFirstOrThrow({
      where: { about: `application:${id}`, template: "application_changed" },
    });
    const renewed = /"path":"\/applications\/[\w-]+\/([\w-]+)"/.exec(JSON.stringify(mail.data))?.[1] ?? "";
    expect(await asApplicant(service, id, "view", renewed)).toMatchObject({ status: 200 });
    forgetSingletons("auth");
  });
});
