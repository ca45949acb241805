import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ApplicationStatus } from "@/lib/applications/status";
import { db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { setClock } from "@/lib/process/clock";
import { setSettings, settings } from "@/lib/process/settings";
import { forgetSingletons } from "@/lib/process/singleton";
import { DAY_MS } from "@/lib/values/time";
import { sweepUp } from "@/server/sweep";
import { expectError } from "../support/answers";
import { expectChanged, petCallsOfStaff } from "../support/application-suite";
import { applicationBody, apply, asApplicant, newPet, sentApplication, WITH_MAIL } from "../support/applications";
import { expectOrder } from "../support/order-suite";
import { asOwner, newPerson, type SignedInPerson, suiteService } from "../support/service";

const service = suiteService({ environment: WITH_MAIL });
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

let staff: SignedInPerson;
let configured: ReturnType<typeof settings>;
beforeAll(async () => {
  staff = await newPerson();
  configured = settings();
});
afterEach(() => {
  setClock(null);
  setSettings(configured);
  vi.restoreAllMocks();
});

const change = (id: string, body: object) =>
  service.call(`PATCH /v1/applications/${id}`, {
    key: staff.token,
    body: JSON.stringify(body),
    headers: { "if-match": "*" },
  });
const { patch, undo } = petCallsOfStaff({ service, staff: () => staff });
const act = (orderId: bigint | null, action: "complete" | "return" | "undo", body = {}) =>
  service.call(`POST /v1/store/orders/${orderId}/${action}`, { key: staff.token, body: JSON.stringify(body) });
const remove = (id: string) => service.call(`DELETE /v1/applications/${id}`, { key: staff.token });

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
    const { json } = await apply(service, body, ADDRESS);
    const { secret } = json as { secret: string };
    const approval = { status: "approved", note: `Spoke to ${APPLICANT.name}`, handledBy: staff.id };
    const { orderId } = expectChanged(await change(body.id, approval));
    await act(orderId, "complete");
    const reason = `${APPLICANT.name} has moved`;
    expectOrder(await act(orderId, "return", { reason }));
    expectOrder(await act(orderId, "undo", { status: "returned" }));
    expectOrder(await act(orderId, "return", { reason }));
    const texts = [...Object.values(APPLICANT), ADDRESS, secret];
    // The IP address is counted, but nobody can read it.
    expect(await tablesWith(texts)).toEqual(["application_changes", "applications", "mail", "orders", "pet_changes"]);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:address:" } } })).toBe(1);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:receipt:" } } })).toBe(1);

    const answer = await remove(body.id);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(await tablesWith(texts)).toEqual([]);
    expect(await tablesWith([body.id])).toEqual(["audit"]);
    expect(await db().windowCount.count({ where: { subject: { startsWith: "apply:receipt:" } } })).toBe(0);
    expect(await db().auditEntry.findMany({ where: { subject: body.id } })).toMatchObject([
      { actor: staff.email, action: "application.delete", details: {} },
    ]);
  });

  test("the application was deleted: 404 for everybody, even the applicant", async () => {
    const { id, secret } = await sentApplication();
    await remove(id);
    expectError(await service.call(`GET /v1/applications/${id}`, { key: staff.token }), 404, "not_found");
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
    expect(await db().mail.count({ where: { about: `application:${other.id}` } })).toBe(1);
    expect(await db().order.count({ where: { petId: pet.id, status: "open" } })).toBe(1);
    await remove(other.id);
  });

  test("an unknown application: 404", async () => {
    expectError(await remove(randomUUID()), 404, "not_found");
  });
});

describe("APPLICATION_DAYS", () => {
  const start = Date.now();

  /** An application with this status that was last changed this many days ago. */
  async function aged(status: ApplicationStatus, days: number, suspicious = false): Promise<string> {
    const { id } = await sentApplication();
    const changedAt = new Date(start - days * DAY_MS);
    await db().application.update({ where: { id }, data: { status, suspicious, changedAt } });
    return id;
  }
  const left = async () => (await db().application.findMany({ select: { id: true } })).map(({ id }) => id).toSorted();

  /** An approved application whose animal came back this many days ago. Both last changed then. */
  async function agedReturn(days: number): Promise<string> {
    const { id } = await sentApplication();
    const { orderId } = expectChanged(await change(id, { status: "approved" }));
    for (const action of ["complete", "return"] as const) expectOrder(await act(orderId, action));
    const changedAt = new Date(start - days * DAY_MS);
    await db().application.update({ where: { id }, data: { changedAt } });
    await db().order.update({ where: { id: orderId ?? 0n }, data: { changedAt } });
    return id;
  }

  test("closed applications, spam and their mail are deleted 180 days after the last change", async () => {
    await pool().query("DELETE FROM applications");
    setClock(() => start);
    const kept: string[] = [];
    for (const status of ["answered", "declined", "withdrawn"] as const) {
      const gone = await aged(status, 181);
      kept.push(await aged(status, 179));
      expect(await db().mail.count({ where: { about: `application:${gone}` } })).toBe(1);
    }
    await aged("new", 181, true);
    kept.push(await aged("new", 179, true), await aged("approved", 5_000));
    await sweepUp();
    expect(await left()).toEqual(kept.toSorted());
    const abouts = (await db().mail.findMany({ select: { about: true } })).map(({ about }) => about);
    expect(abouts.toSorted()).toEqual(expect.arrayContaining(kept.map((id) => `application:${id}`).toSorted()));
    expect(await db().mail.count({ where: { about: { notIn: kept.map((id) => `application:${id}`) } } })).toBe(0);
  });

  test("an application is deleted 180 days after its animal came back, and kept while somebody writes notes", async () => {
    await pool().query("DELETE FROM applications");
    await agedReturn(181);
    const kept = [await agedReturn(179), await agedReturn(181), await agedReturn(181)];
    const [, noted = "", adopted = ""] = kept;
    await db().application.update({ where: { id: noted }, data: { changedAt: new Date(start) } });
    const { orderId } = await db().application.findUniqueOrThrow({ where: { id: adopted } });
    await db().order.update({ where: { id: orderId ?? 0n }, data: { status: "completed" } });
    setClock(() => start);
    await sweepUp();
    expect(await left()).toEqual(kept.toSorted());
  });

  test("so it is when the animal was made available without returning its order, unless that was undone", async () => {
    await pool().query("DELETE FROM applications");
    const byHand = async (days: number) => {
      const { id, petId } = await sentApplication();
      const { orderId } = expectChanged(await change(id, { status: "approved" }));
      expectOrder(await act(orderId, "complete"));
      expect((await patch(petId, { status: "available" })).status).toBe(200);
      const at = new Date(start - days * DAY_MS);
      await db().application.update({ where: { id }, data: { changedAt: new Date(start - 200 * DAY_MS) } });
      await asOwner(`UPDATE pet_changes SET at = '${at.toISOString()}' WHERE pet_id = ${petId}`);
      return { id, petId };
    };
    await byHand(181);
    const [kept, undone] = [await byHand(179), await byHand(181)];
    expect((await undo(undone.petId)).status).toBe(200);
    setClock(() => start);
    await sweepUp();
    expect(await left()).toEqual([kept.id, undone.id].toSorted());
  });

  test("an open application is kept four times as long, and the audit says that it was deleted", async () => {
    await pool().query("DELETE FROM applications");
    setClock(() => start);
    const [gone, kept]: [string[], string[]] = [[], []];
    for (const status of ["new", "talking", "visit"] as const) {
      gone.push(await aged(status, 721));
      kept.push(await aged(status, 719));
    }
    await sweepUp();
    expect(await left()).toEqual(kept.toSorted());
    const entries = await db().auditEntry.findMany({ where: { actor: "service", action: "application.delete" } });
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(gone.toSorted());
  });

  test("sets the number of days, and 0 keeps applications forever", async () => {
    await pool().query("DELETE FROM applications");
    setClock(() => start);
    const [old, older] = [await aged("declined", 40), await aged("declined", 5_000)];
    setSettings({ ...configured, APPLICATION_DAYS: 0 });
    await sweepUp();
    expect(await left()).toEqual([old, older].toSorted());
    setSettings({ ...configured, APPLICATION_DAYS: 41 });
    await sweepUp();
    expect(await left()).toEqual([old]);
  });
});

describe("the logs", () => {
  test("logs hold nothing about the applicant, and no secret, even when something fails", async () => {
    const lines: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    }
    const body = applicationBody((await newPet()).id, APPLICANT);
    const { json } = await apply(service, body);
    const { secret } = json as { secret: string };
    await apply(service, { ...body, message: "Another" });
    await apply(service, { ...body, id: randomUUID(), telephone: null });
    await change(body.id, { status: "approved", note: APPLICANT.home });
    await asApplicant(service, body.id, "view", secret);
    for (const [failing, call] of [
      ["application_changes", () => change(body.id, { note: APPLICANT.message })],
      ["mail", () => asApplicant(service, body.id, "withdraw", secret)],
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
  test("the old link still opens, until an e-mail sends a new one that replaces it", async () => {
    const { id, secret } = await sentApplication();
    setSettings({ ...configured, AUTH_SECRET: "x".repeat(40) });
    expect(await asApplicant(service, id, "view", secret)).toMatchObject({ status: 200 });
    forgetSingletons("auth");
    const other = await newPerson();
    const call = { key: other.token, body: `{"status":"talking"}`, headers: { "if-match": "*" } };
    await service.call(`PATCH /v1/applications/${id}`, call);
    const mail = await db().mail.findFirstOrThrow({
      where: { about: `application:${id}`, template: "application_changed" },
    });
    const renewed = /"path":"\/applications\/[\w-]+\/([\w-]+)"/.exec(JSON.stringify(mail.data))?.[1] ?? "";
    expect(renewed).not.toBe(secret);
    expect(await asApplicant(service, id, "view", renewed)).toMatchObject({ status: 200 });
    expectError(await asApplicant(service, id, "view", secret), 404, "not_found");
    forgetSingletons("auth");
  });
});
