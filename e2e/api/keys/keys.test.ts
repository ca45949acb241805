import { describe, expect, test } from "vitest";
import { KeyDetail, KeySecret } from "@/lib/keys/schema";
import { setClock } from "@/lib/process/clock";
import { personName } from "@/lib/values/person-name";
import { suiteAdmin } from "../support/admin-suite";
import { expectError, expectLimits } from "../support/answers";
import { settingChangesOf } from "../support/records";
import { type Answer, moveClocks, newKeyWithId } from "../support/service";

// Rotation is in rotation.test.ts.
const { service, admin, token, call, refuse, lastSetting } = suiteAdmin();
const list = (key: string) => service.call("GET /v1/pets?limit=1", { key });
const key = () => call("POST /v1/keys", KeySecret, { name: "Shop" }, 201);
const detail = (id: string) => call(`GET /v1/keys/${id}`, KeyDetail);
const change = (id: string, body: object) => call(`PATCH /v1/keys/${id}`, KeyDetail, body);
const undo = ({ headers }: Answer) => refuse(`POST /v1/changes/${headers["change-set"]}/undo`, {});
const recorded = async (id: string) => (await settingChangesOf(id)).map(({ action }) => action);

describe("POST /v1/keys", () => {
  test("creates a key that works, shows its secret once, and records its creator", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    expect(await detail(made.id)).toMatchObject({ name: "Shop", plan: "free", perMinute: 60, state: "active" });
    const everything = (await service.call("GET /v1/keys", { key: token() })).text;
    expect(everything).toContain(made.id);
    expect(everything).not.toContain(made.key);
    expect(await lastSetting()).toMatchObject({
      actor: { kind: "person", name: personName(admin().email) },
      ...{ subject: "key", subjectId: made.id, action: "key.create", name: "Shop", email: null },
      changes: { name: { from: null, to: "Shop" }, plan: { to: "free" }, scopes: { to: ["pets:read", "pets:write"] } },
    });
  });

  test("without scopes the key only reads and writes animals, and other scopes are granted by name", async () => {
    const asked = { name: "Desk", scopes: ["pets:read", "orders:read", "orders:write"] };
    const desk = await call("POST /v1/keys", KeySecret, asked, 201);
    expect((await detail(desk.id)).scopes).toEqual(asked.scopes);
    expect((await detail((await key()).id)).scopes).toEqual(["pets:read", "pets:write"]);
  });
});

describe("PATCH /v1/keys/{keyId}", () => {
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
    expect(await lastSetting()).toHaveProperty("changes", {
      plan: { from: "enterprise", to: "free" },
      perMinute: { from: 7n, to: null },
      perDay: { from: 70n, to: null },
    });
  });

  test("is undone and redone, but a new secret is not", async () => {
    const { id } = await key();
    const own = { name: "Market", plan: "enterprise", perMinute: 7, perDay: 70, expiresAt: "2090-01-31T00:00:00.000Z" };
    const changed = await refuse(`PATCH /v1/keys/${id}`, own);
    const undone = await undo(changed);
    expect(undone.status, undone.text).toBe(200);
    expect(await detail(id)).toMatchObject({ name: "Shop", plan: "free", perMinute: 60, expiresAt: null });
    expectError(await undo(changed), 409, "conflict", /^This was changed again since/);
    expect((await undo(undone)).status).toBe(200);
    expect(await detail(id)).toMatchObject(own);
    const rotated = await refuse(`POST /v1/keys/${id}/rotate`, {});
    expectError(await undo(rotated), 409, "conflict", "This can never be undone");
  });
});

describe("POST /v1/keys/{keyId}/revoke", () => {
  test("takes effect within a second, and a second revocation keeps the first date and is not recorded", async () => {
    const made = await key();
    expect((await list(made.key)).status).toBe(200);
    const first = await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {});
    expect(first.state).toBe("revoked");
    moveClocks(1_000);
    expectError(await list(made.key), 401, "unauthorized");
    expect(await call(`POST /v1/keys/${made.id}/revoke`, KeyDetail, {})).toMatchObject({ revokedAt: first.revokedAt });
    expect(await recorded(made.id)).toEqual(["key.create", "key.revoke"]);
    expectError(await refuse(`PATCH /v1/keys/${made.id}`, { name: "Late" }), 409, "conflict");
    expectError(await refuse(`POST /v1/keys/${made.id}/rotate`, {}), 409, "conflict");
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
      endsAt: new Date(NOON + 63_000).toISOString(),
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

    await banKey(made, NOON + 600_000);
    expect((await detail(made.id)).bans[0]?.endsAt).toBe(new Date(NOON + 603_000 + 300_000).toISOString());
    const again = await refuse(`POST /v1/keys/${made.id}/unban`, {});
    expectError(again, 409, "conflict", /within the last day/);
  });
});
