import { describe, expect, test } from "vitest";
import { AuditEntries } from "@/lib/audit/schema";
import { db } from "@/lib/database/client";
import { KeyDetail, KeySecret, KeySummaries } from "@/lib/keys/schema";
import { setClock } from "@/lib/process/clock";
import { suiteAdmin } from "../support/admin-suite";
import { expectError, expectLimits } from "../support/answers";
import { moveClocks, newKeyWithId } from "../support/service";

const { service, admin, token, call, refuse, lastAudit } = suiteAdmin();
const list = (key: string) => service.call("GET /v1/pets?limit=1", { key });
const key = () => call("POST /v1/keys", KeySecret, { name: "Shop" }, 201);
const detail = (id: string) => call(`GET /v1/keys/${id}`, KeyDetail);

describe("POST /v1/keys", () => {
  test("creates a key that works, shows its secret once, and records its creator", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    expect(await detail(made.id)).toMatchObject({ name: "Shop", plan: "free", perMinute: 60, state: "active" });
    const everything = (await service.call("GET /v1/keys", { key: token() })).text;
    expect(everything).toContain(made.id);
    expect(everything).not.toContain(made.key);
    expect(await lastAudit()).toMatchObject({ actor: admin().email, action: "key.create", subject: made.id });
  });

  test("without scopes the key only reads and writes animals, and other scopes are granted by name", async () => {
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
  test.each(bad)("%s: 400, and nothing is stored", async (_name, body, message) => {
    const before = (await call("GET /v1/keys", KeySummaries)).length;
    expectError(await refuse("POST /v1/keys", body), 400, "bad_request", message);
    expect(await call("GET /v1/keys", KeySummaries)).toHaveLength(before);
  });
});

describe("PATCH /v1/keys/{keyId}", () => {
  const change = (id: string, body: object) => call(`PATCH /v1/keys/${id}`, KeyDetail, body);
  const changes = async (id: string) =>
    (await call("GET /v1/audit", AuditEntries)).filter(
      ({ subject, action }) => subject === id && action === "key.change",
    );

  test("changes the name, the plan and the expiry, and keeps the secret and the counts", async () => {
    const made = await key();
    const before = expectLimits(await list(made.key));
    const shown = await change(made.id, { name: "Market", plan: "pro", expiresAt: "2090-01-31T00:00:00Z" });
    expect(shown).toMatchObject({ name: "Market", plan: "pro", perMinute: 300, expiresAt: "2090-01-31T00:00:00.000Z" });
    // A verification is cached for a second.
    moveClocks(1_000);
    expect(expectLimits(await list(made.key)).minute).toBeGreaterThan(before.minute);
    expect((await detail(made.id)).requestsToday).toBeGreaterThan(1);
    expect(await change(made.id, { expiresAt: null })).toMatchObject({ name: "Market", plan: "pro", expiresAt: null });
    const own = { plan: "enterprise", perMinute: 7, perDay: 70 };
    expect(await change(made.id, own)).toMatchObject(own);
    expect(await change(made.id, { plan: "free" })).toMatchObject({ plan: "free", perMinute: 60, perDay: 1_000 });
    expect(await lastAudit()).toMatchObject({
      actor: admin().email,
      details: {
        changed: ["plan", "perMinute", "perDay"],
        changes: { plan: { from: "enterprise", to: "free" }, perMinute: { from: 7n, to: null } },
      },
    });
  });

  test("setting the same values again changes nothing", async () => {
    const { id } = await key();
    await change(id, { name: "Shop", plan: "free", expiresAt: null });
    expect(await changes(id)).toEqual([]);
  });

  test("an expired key works again with a later expiry", async () => {
    const made = await call("POST /v1/keys", KeySecret, { name: "Shop", expiresAt: "2089-01-01T00:00:00Z" }, 201);
    await db().apiKey.update({ where: { id: made.id }, data: { expiresAt: new Date(0) } });
    expect((await detail(made.id)).state).toBe("expired");
    expect(await change(made.id, { expiresAt: "2089-01-01T00:00:00Z" })).toMatchObject({ state: "active" });
    expect((await list(made.key)).status).toBe(200);
  });

  test.each([
    [{}, /at least one/],
    [{ name: " " }, /^name is required/],
    [{ plan: "enterprise" }, /^plan enterprise needs/],
    [{ perMinute: 5, perDay: 50 }, /^plan must be enterprise/],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, /^expiresAt must be a date and time in the future/],
    [{ scopes: ["pets:read"] }, /^scopes is not a known field/],
  ])("%j: 400", async (body, message) => {
    const { id } = await key();
    expectError(await refuse(`PATCH /v1/keys/${id}`, body), 400, "bad_request", message);
  });

  test("a revoked key answers 409, an unknown one 404", async () => {
    const { id } = await key();
    await call(`POST /v1/keys/${id}/revoke`, KeyDetail, {});
    expectError(await refuse(`PATCH /v1/keys/${id}`, { name: "Late" }), 409, "conflict");
    expectError(await refuse(`PATCH /v1/keys/key_${"0".repeat(20)}`, { name: "Late" }), 404, "not_found");
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
    moveClocks(1_000);
    expectError(await list(old.key), 401, "unauthorized");
  });

  test.each([[-1], [169], [1.5], ["1"]])("graceHours is %s: 400", async (graceHours) => {
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
  test("takes effect within a second, and a second revocation keeps the first date", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    const first = await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {});
    moveClocks(1_000);
    expectError(await list(made.key), 401, "unauthorized");
    expect(await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {})).toMatchObject({ revokedAt: first.revokedAt });
    // The second revocation changed nothing, so it is not in the audit.
    const lines = await call("GET /v1/audit", AuditEntries);
    expect(lines.filter(({ subject, action }) => subject === made.id && action === "key.revoke")).toHaveLength(1);
  });
});

describe("GET /v1/keys/{keyId}", () => {
  test("the windows equal the headers, and usage counts every request", async () => {
    const made = await newKeyWithId({ plan: "pro" });
    await service.call("GET /v1/pets/1", { key: made.key });
    const { minute, day, reset } = expectLimits(await list(made.key));
    // At once: nothing is written later that the answer leaves out.
    const shown = await detail(made.id);
    expect(shown.lastUsedAt).not.toBeNull();
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
    // Every process notices when it looks up the key again, which is within a second.
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

  test("a key that is not banned: 409", async () => {
    const { id } = await key();
    expectError(await refuse(`POST /v1/keys/${id}/unban`, {}), 409, "conflict", /is not banned/);
  });
});

test("GET /v1/keys lists the newest 1,000", async () => {
  const createdAt = new Date("2020-01-01");
  const old = Array.from({ length: 1_001 }, (_, index) => {
    return { id: `key_old${index}`, hash: Buffer.from(`old ${index}`), prefix: "pet_live_", name: "Old", createdAt };
  });
  await db().apiKey.createMany({ data: old });
  const { id } = await key();
  const listed = await call("GET /v1/keys", KeySummaries);
  expect([listed.length, listed[0]?.id]).toEqual([1_000, id]);
});
