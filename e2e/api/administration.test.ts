import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { AuditEntries } from "@/lib/audit/schema";
import { OPERATOR } from "@/lib/audit/store";
import { setClock } from "@/lib/clock";
import { db } from "@/lib/database/client";
import { KeyDetail, KeySecret, KeySummaries } from "@/lib/keys/schema";
import { flushUsage } from "@/lib/keys/usage";
import { OneTimePassword, People, Person } from "@/lib/people/schema";
import { changePerson } from "@/lib/people/store";
import { expectError, expectLimits } from "./support/answers";
import { newKeyWithId, newPerson, personToken, type SignedInPerson, suiteService } from "./support/service";

const service = suiteService();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await newPerson("admin");
});
afterEach(() => setClock(null));

/** A fresh token: the clock of these tests jumps. */
const token = () => personToken(admin, "admin");

async function call<S extends z.ZodMiniType>(
  target: string,
  returns: S,
  body?: unknown,
  status = 200,
): Promise<z.infer<S>> {
  const answer = await service.call(target, {
    key: token(),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer, answer.text).toMatchObject({ status });
  return returns.parse(answer.json);
}
const refuse = (target: string, body: unknown, key = token()) =>
  service.call(target, { key, body: JSON.stringify(body) });
const list = (key: string) => service.call("GET /v1/pets?limit=1", { key });
const key = () => call("POST /v1/keys", KeySecret, { name: "Shop" }, 201);
const detail = (id: string) => call(`GET /v1/keys/${id}`, KeyDetail);
const lastAudit = async () => (await call("GET /v1/audit", AuditEntries))[0];

describe("POST /v1/keys", () => {
  test("creates a key that works, shows its secret once, and records its creator", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    expect(await detail(made.id)).toMatchObject({ name: "Shop", plan: "free", perMinute: 60, state: "active" });
    const everything = (await service.call("GET /v1/keys", { key: token() })).text;
    expect(everything).toContain(made.id);
    expect(everything).not.toContain(made.key);
    expect(await lastAudit()).toMatchObject({ actor: admin.email, action: "key.create", subject: made.id });
  });

  test("without scopes the key reads and writes animals, and nothing else; others are granted by name", async () => {
    const asked = { name: "Desk", scopes: ["pets:read", "orders:read", "orders:write"] };
    const desk = await call("POST /v1/keys", KeySecret, asked, 201);
    expect((await detail(desk.id)).scopes).toEqual(asked.scopes);
    expect((await service.call("GET /v1/store/orders", { key: desk.key })).status).toBe(200);
    const plain = await key();
    expect((await detail(plain.id)).scopes).toEqual(["pets:read", "pets:write"]);
    expectError(await service.call("GET /v1/store/orders", { key: plain.key }), 403, "forbidden");
  });

  const bad: [name: string, body: object, message: RegExp][] = [
    ["no name", {}, /^name is required/],
    ["a blank name", { name: "  " }, /^name is required/],
    ["an unknown plan", { name: "A", plan: "gold" }, /^plan must be one of/],
    ["an unknown scope", { name: "A", scopes: ["pets:all"] }, /^scopes.* must be of/],
    ["the scope admin", { name: "A", scopes: ["admin"] }, /^scopes.* must be of/],
    ["a scope of applications", { name: "A", scopes: ["applications:read"] }, /^scopes.* must be of/],
    ["no scope", { name: "A", scopes: [] }, /^scopes must name at least one/],
    ["enterprise without numbers", { name: "A", plan: "enterprise" }, /^plan enterprise needs/],
    ["enterprise with half of them", { name: "A", plan: "enterprise", perMinute: 5 }, /^plan enterprise needs/],
    ["zero", { name: "A", plan: "enterprise", perMinute: 0, perDay: 5 }, /^perMinute must be a whole number/],
    ["negative", { name: "A", plan: "enterprise", perMinute: 5, perDay: -5 }, /^perDay must be a whole number/],
    ["absurd", { name: "A", plan: "enterprise", perMinute: 5, perDay: 1e15 }, /^perDay must be a whole number/],
    [
      "a day smaller than a minute",
      { name: "A", plan: "enterprise", perMinute: 5, perDay: 4 },
      /^perDay must be at least/,
    ],
    ["numbers on another plan", { name: "A", perMinute: 5, perDay: 50 }, /^plan must be enterprise/],
    [
      "an expiry in the past",
      { name: "A", expiresAt: "2020-01-01T00:00:00Z" },
      /^expiresAt must be a date and time in the future/,
    ],
    ["an expiry that is none", { name: "A", expiresAt: "soon" }, /^expiresAt must be a date and time in the future/],
    ["an unknown field", { name: "A", expires: "30d" }, /^expires is not a known field/],
  ];
  test.each(bad)("%s answers 400 and stores nothing", async (_name, body, message) => {
    const before = (await call("GET /v1/keys", KeySummaries)).length;
    expectError(await refuse("POST /v1/keys", body), 400, "bad_request", message);
    expect(await call("GET /v1/keys", KeySummaries)).toHaveLength(before);
  });
});

describe("POST /v1/keys/{keyId}/rotate", () => {
  test("both secrets work during the grace period and share their counts, then only the new one works", async () => {
    const old = await key();
    const fresh = await call(`POST /v1/keys/${old.id}/rotate`, KeySecret, { graceHours: 1 });
    expect(fresh.id).toBe(old.id);
    expect(fresh.key).not.toBe(old.key);
    const first = expectLimits(await list(old.key));
    expect(expectLimits(await list(fresh.key)).day).toBe(first.day - 1);
    setClock(() => Date.now() + 3_600_001);
    expectError(await list(old.key), 401, "unauthorized");
    expect((await list(fresh.key)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: "key.rotate",
      subject: old.id,
      details: { graceHours: expect.anything() },
    });
  });

  test("without a grace period the old secret stops working within a second", async () => {
    const old = await key();
    expect((await list(old.key)).status).toBe(200);
    await call(`POST /v1/keys/${old.id}/rotate`, KeySecret, { graceHours: 0 });
    await expect.poll(async () => (await list(old.key)).status, { timeout: 1_500, interval: 50 }).toBe(401);
  });

  test.each([[-1], [169], [1.5], ["1"]])("graceHours %s answers 400", async (graceHours) => {
    const { id } = await key();
    expectError(await refuse(`POST /v1/keys/${id}/rotate`, { graceHours }), 400, "bad_request", /^graceHours must be/);
  });

  test("a revoked key answers 409, an unknown one 404", async () => {
    const { id } = await key();
    expect((await call(`POST /v1/keys/${id}/revoke`, KeyDetail, {})).state).toBe("revoked");
    expectError(await refuse(`POST /v1/keys/${id}/rotate`, {}), 409, "conflict");
    expectError(await refuse("POST /v1/keys/key_none/rotate", {}), 404, "not_found");
  });
});

describe("POST /v1/keys/{keyId}/revoke", () => {
  test("takes effect within a second; revoking twice keeps the first date", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    const first = await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {});
    await expect.poll(async () => (await list(made.key)).status, { timeout: 1_500, interval: 50 }).toBe(401);
    expect(await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {})).toMatchObject({ revokedAt: first.revokedAt });
    // The second time changed nothing, so it is not among the changes.
    const lines = await call("GET /v1/audit", AuditEntries);
    expect(lines.filter(({ subject, action }) => subject === made.id && action === "key.revoke")).toHaveLength(1);
  });
});

describe("GET /v1/keys/{keyId}", () => {
  test("the windows equal the headers, and usage counts every request", async () => {
    const made = await newKeyWithId({ plan: "pro" });
    await service.call("GET /v1/pets/1", { key: made.key });
    const { minute, day, reset } = expectLimits(await list(made.key));
    await flushUsage();
    const shown = await detail(made.id);
    expect(shown.minute).toEqual({ limit: 300, remaining: minute, reset });
    expect(shown.day).toMatchObject({ limit: 10_000, remaining: day });
    expect(shown.usage).toHaveLength(30);
    expect(shown.usage.at(-1)).toMatchObject({ requests: 2, refused: 0, deprecated: 1 });
    expect(shown.sunset.date).toBe("2030-12-05");
  });
});

describe("POST /v1/keys/{keyId}/unban", () => {
  const NOON = Date.UTC(2026, 10, 21, 12);
  async function banKey(made: { key: string }, from: number): Promise<void> {
    setClock(() => from);
    for (let index = 0; index < 2; index++) await list(made.key);
    setClock(() => from + 3_000);
    for (let index = 0; index < 10; index++) await list(made.key);
    expectError(await list(made.key), 429, "key_suspended");
  }

  test("a lifted ban has its reason, start and end, and the next one is still longer", async () => {
    const made = await newKeyWithId({ plan: "enterprise", perMinute: 1, perDay: 1_000 });
    await banKey(made, NOON);
    const banned = await detail(made.id);
    expect(banned).toMatchObject({ state: "suspended", mayLiftBan: true });
    expect(banned.bans[0]).toMatchObject({
      startedAt: new Date(NOON + 3_000).toISOString(),
      until: new Date(NOON + 63_000).toISOString(),
      liftedAt: null,
      reason: expect.stringContaining("429"),
    });
    const lifted = await call(`POST /v1/keys/${made.id}/unban`, KeyDetail, {});
    expect(lifted).toMatchObject({ state: "active", mayLiftBan: false });
    // Every process notices when it looks the key up again, a second later at most.
    setClock(
      () => NOON + 3_000,
      () => NOON + 4_001,
    );
    expect((await list(made.key)).text).not.toContain("key_suspended");

    setClock(() => NOON + 600_000);
    await banKey(made, NOON + 600_000);
    expect((await detail(made.id)).bans[0]?.until).toBe(new Date(NOON + 603_000 + 300_000).toISOString());
    const again = await refuse(`POST /v1/keys/${made.id}/unban`, {});
    expectError(again, 409, "conflict", /within the last day/);
  });

  test("a second ban within a day of an unban cannot be lifted", async () => {
    const { id } = await key();
    const ban = (minutesAgo: number, lifted = false) => {
      const startedAt = new Date(NOON - minutesAgo * 60_000);
      const until = new Date(startedAt.getTime() + 60_000);
      return { id: crypto.randomUUID(), keyId: id, level: 0, startedAt, until, liftedAt: lifted ? until : null };
    };
    const later = Array.from({ length: 30 }, (_, index) => ban(index + 0.5));
    await db().keyBan.createMany({ data: [ban(60, true), ...later] });
    setClock(() => NOON);
    expect(await detail(id)).toMatchObject({ state: "suspended", mayLiftBan: false });
    expectError(await refuse(`POST /v1/keys/${id}/unban`, {}), 409, "conflict", /within the last day/);
    setClock(() => NOON + 23 * 3_600_000 - 1);
    await db().keyBan.createMany({ data: [{ ...ban(-23 * 60), until: new Date(NOON + 86_400_000) }] });
    expect((await detail(id)).mayLiftBan).toBe(false);
    setClock(() => NOON + 23 * 3_600_000 + 60_000);
    expect((await detail(id)).mayLiftBan).toBe(true);
  });

  test("a key that is not banned answers 409", async () => {
    const { id } = await key();
    expectError(await refuse(`POST /v1/keys/${id}/unban`, {}), 409, "conflict", /is not banned/);
  });
});

describe("people", () => {
  const address = () => `${crypto.randomUUID().slice(0, 8)}@shelter.example`;
  const add = async (role = "staff") => {
    const email = address();
    await call("POST /v1/people", OneTimePassword, { email, role }, 201);
    const person = (await call("GET /v1/people", People)).find((one) => one.email === email);
    return person as NonNullable<typeof person>;
  };

  test("adding, changing the role, disabling, enabling and resetting the password are in the audit", async () => {
    const person = await add();
    expect(person).toMatchObject({ role: "staff", disabled: false, mustChangePassword: true });
    const path = `/v1/people/${person.id}`;
    const actions: unknown[] = [];
    const note = async () => actions.push((await lastAudit())?.action);
    await note();
    expect(await call(`PATCH ${path}`, Person, { role: "admin" })).toMatchObject({ role: "admin" });
    await note();
    expect(await call(`PATCH ${path}`, Person, { disabled: true })).toMatchObject({ disabled: true });
    await note();
    expect(await call(`PATCH ${path}`, Person, { disabled: false })).toMatchObject({ disabled: false });
    await note();
    expect((await call(`POST ${path}/password`, OneTimePassword, {})).email).toBe(person.email);
    await note();
    expect(actions).toEqual(["person.add", "person.role", "person.disable", "person.enable", "person.password"]);
  });

  test("a taken e-mail address answers 409, an invalid one 400", async () => {
    const { email } = await add();
    expectError(await refuse("POST /v1/people", { email: email.toUpperCase() }), 409, "conflict");
    expectError(await refuse("POST /v1/people", { email: "nobody" }), 400, "bad_request", /^email must be/);
    expectError(
      await refuse("POST /v1/people", { email: address(), role: "owner" }),
      400,
      "bad_request",
      /^role must be/,
    );
  });

  test("simultaneous additions of one e-mail address add one person", async () => {
    const body = { email: address() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => refuse("POST /v1/people", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expectError(answer, 409, "conflict", new RegExp(`already a person with the e-mail address ${body.email}`));
    }
  });

  test("a change without effect is not in the audit", async () => {
    const { id, email } = await add();
    for (const change of [{ role: "staff" }, { disabled: false }, { role: "staff", disabled: false }]) {
      expect(await call(`PATCH /v1/people/${id}`, Person, change)).toMatchObject({ role: "staff", disabled: false });
    }
    expect(await lastAudit()).toMatchObject({ action: "person.add", subject: email });
    await call(`PATCH /v1/people/${id}`, Person, { role: "admin", disabled: false });
    expect(await lastAudit()).toMatchObject({ action: "person.role", subject: email, details: { role: "admin" } });
  });

  test("the store refuses to change the actor's own record", async () => {
    const actor = { kind: "admin", personId: admin.id } as const;
    await expect(changePerson(actor, admin.id, { disabled: true })).rejects.toMatchObject({ code: "conflict" });
  });

  test("admins cannot change their own record, so one always remains", async () => {
    expectError(await refuse(`PATCH /v1/people/${admin.id}`, { role: "staff" }), 409, "conflict");
    expectError(await refuse(`PATCH /v1/people/${admin.id}`, { disabled: true }), 409, "conflict");
    expectError(await refuse("PATCH /v1/people/nobody", { disabled: true }), 404, "not_found");
    expectError(await refuse(`PATCH /v1/people/${admin.id}`, {}), 400, "bad_request");
  });

  /** Disables all admins but two, and lets these two change each other at the same time. */
  async function changeEachOther(change: object): Promise<[SignedInPerson[], number[]]> {
    const pair = [await newPerson("admin"), await newPerson("admin")];
    const ids = pair.map(({ id }) => id);
    await db().user.updateMany({ where: { role: "admin", id: { notIn: ids } }, data: { disabledAt: new Date() } });
    const answers = await Promise.all(
      pair.map(({ token: key }, index) => refuse(`PATCH /v1/people/${ids[1 - index]}`, change, key)),
    );
    return [pair, answers.map(({ status }) => status)];
  }

  test.each([[{ disabled: true }], [{ role: "staff" }]])(
    "two admins send %j for each other at once: one succeeds, one admin remains",
    async (change) => {
      try {
        for (let round = 0; round < 25; round++) {
          const [pair, statuses] = await changeEachOther(change);
          expect(statuses).toContain(200);
          expect(statuses.filter((status) => status === 200)).toHaveLength(1);
          // The slower one has lost the right to the change, or was the last admin.
          expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200));
          const left = { id: { in: pair.map(({ id }) => id) }, role: "admin", disabledAt: null };
          expect(await db().user.count({ where: left })).toBe(1);
        }
      } finally {
        await db().user.update({ where: { id: admin.id }, data: { disabledAt: null } });
      }
    },
  );

  test("an admin who is disabled at the same time cannot disable another", async () => {
    for (let round = 0; round < 25; round++) {
      const pair = [await newPerson("admin"), await newPerson("admin")];
      const answers = await Promise.all(
        pair.map(({ token: key }, index) => refuse(`PATCH /v1/people/${pair[1 - index]?.id}`, { disabled: true }, key)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("the last enabled admin cannot be disabled or demoted, not even from the command line", async () => {
    const only = await newPerson("admin");
    await db().user.updateMany({ where: { role: "admin", id: { not: only.id } }, data: { disabledAt: new Date() } });
    try {
      for (const change of [{ disabled: true }, { role: "staff" }, { role: "staff", disabled: false }] as const) {
        await expect(changePerson(OPERATOR, only.id, change)).rejects.toMatchObject({ code: "conflict" });
      }
      expect(await changePerson(OPERATOR, only.id, { role: "admin" })).toMatchObject({
        role: "admin",
        disabled: false,
      });
    } finally {
      await db().user.update({ where: { id: admin.id }, data: { disabledAt: null } });
    }
  });

  test("a demoted admin loses the rights immediately, although the token has not expired", async () => {
    const other = await newPerson("admin");
    expect((await service.call("GET /v1/keys", { key: other.token })).status).toBe(200);
    await call(`PATCH /v1/people/${other.id}`, Person, { role: "staff" });
    expectError(await service.call("GET /v1/keys", { key: other.token }), 403, "forbidden");
    expectError(await refuse("POST /v1/keys", { name: "A" }, other.token), 403, "forbidden");
  });
});
