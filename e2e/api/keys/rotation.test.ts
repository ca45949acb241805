import { expect, test, vi } from "vitest";
import { generateKey } from "@/lib/keys/format";
import { KeyDetail, KeySecret } from "@/lib/keys/schema";
import { setClock } from "@/lib/process/clock";
import { HOUR_MS } from "@/lib/values/time";
import { suiteAdmin } from "../support/admin-suite";
import { expectError, expectLimits } from "../support/answers";
import { settingChangesOf } from "../support/records";

const { service, call, refuse, lastSetting } = suiteAdmin();

const start = Date.now();
/** Sets the clock to this many hours after the start of the tests. Earlier cache entries have expired by then. */
const atHour = (hours: number) => setClock(() => start + hours * HOUR_MS);
const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString();

const create = () => call("POST /v1/keys", KeySecret, { name: "Shop", plan: "business" }, 201);
const rotate = (id: string, graceHours: number) => call(`POST /v1/keys/${id}/rotate`, KeySecret, { graceHours });
const list = (secret: string) => service.call("GET /v1/pets?limit=1", { key: secret });
const statusOf = async (secret: string) => (await list(secret)).status;
const statusesOf = (...secrets: KeySecret[]) => Promise.all(secrets.map(({ key }) => statusOf(key)));
const detail = (id: string) => call(`GET /v1/keys/${id}`, KeyDetail);

test("neither a new secret, nor one that is replaced or unknown, reaches the log", async () => {
  atHour(0);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const made = await create();
  const secrets = [made.key, (await rotate(made.id, 24)).key, generateKey()];
  expect(await Promise.all(secrets.map(statusOf))).toEqual([200, 200, 401]);
  const lines = write.mock.calls.join("\n");
  write.mockRestore();
  for (const secret of secrets) expect(lines).not.toContain(secret);
});

test("both secrets work during the grace period and share their counts, then only the new one works", async () => {
  atHour(0);
  const old = await create();
  const fresh = await rotate(old.id, 1);
  expect(fresh.id).toBe(old.id);
  const first = expectLimits(await list(old.key));
  expect(expectLimits(await list(fresh.key)).day).toBe(first.day - 1);
  atHour(1);
  expect(await statusesOf(old, fresh)).toEqual([401, 200]);
  const changes = { graceHours: { from: null, to: 1n } };
  expect(await lastSetting()).toMatchObject({ action: "key.rotate", subjectId: old.id, changes });
});

test("after a lost answer, the unused secret is replaced, and the one in use works for the later grace period", async () => {
  atHour(0);
  const inUse = await create();
  expect(await statusOf(inUse.key)).toBe(200);
  const lost = await rotate(inUse.id, 24);
  atHour(20);
  const fresh = await rotate(inUse.id, 24);
  expect(await statusesOf(inUse, fresh, lost)).toEqual([200, 200, 401]);
  expect((await detail(inUse.id)).previousExpiresAt).toBe(at(44));
  atHour(43.9);
  expect(await statusOf(inUse.key)).toBe(200);
  atHour(44);
  expect(await statusOf(inUse.key)).toBe(401);
});

test("a later rotation does not shorten an earlier grace period", async () => {
  atHour(0);
  const inUse = await create();
  await rotate(inUse.id, 24);
  await rotate(inUse.id, 1);
  atHour(23.9);
  expect(await statusOf(inUse.key)).toBe(200);
  atHour(24);
  expect(await statusOf(inUse.key)).toBe(401);
});

test("if the new secret is in use, all three secrets work, each for its own grace period", async () => {
  atHour(0);
  const first = await create();
  const second = await rotate(first.id, 24);
  expect(await statusOf(second.key)).toBe(200);
  atHour(20);
  const third = await rotate(first.id, 24);
  expect(await statusesOf(first, second, third)).toEqual([200, 200, 200]);
  atHour(24);
  expect(await statusesOf(first, second)).toEqual([401, 200]);
  atHour(44);
  expect(await statusesOf(second, third)).toEqual([401, 200]);
});

test("without a grace period every earlier secret stops within a second", async () => {
  atHour(0);
  const first = await create();
  const second = await rotate(first.id, 24);
  expect(await statusesOf(first, second)).toEqual([200, 200]);
  const third = await rotate(first.id, 0);
  atHour(1 / 3_600);
  expect(await statusesOf(first, second, third)).toEqual([401, 401, 200]);
  expect((await detail(first.id)).previousExpiresAt).toBeNull();
});

test("a sixth rotation with five earlier secrets in use: 409, and none of them ends", async () => {
  atHour(0);
  const secrets = [await create()];
  const { id } = secrets[0] as KeySecret;
  for (let index = 0; index < 5; index++) {
    const newest = await rotate(id, 24 + index);
    expect(await statusOf(newest.key)).toBe(200);
    secrets.push(newest);
  }
  const refused = await refuse(`POST /v1/keys/${id}/rotate`, { graceHours: 24 });
  expectError(refused, 409, "conflict", new RegExp(`5 earlier secrets.*${at(24)}.*graceHours 0`));
  expect(await statusesOf(...secrets)).toEqual(Array(6).fill(200));
  atHour(24);
  expect((await rotate(id, 24)).id).toBe(id);
});

test("after ten simultaneous rotations one secret is current, and the one in use works", async () => {
  const inUse = await create();
  expect(await statusOf(inUse.key)).toBe(200);
  const made = await Promise.all(Array.from({ length: 10 }, () => rotate(inUse.id, 24)));
  expect((await statusesOf(...made)).filter((status) => status === 200)).toHaveLength(1);
  expect(await statusOf(inUse.key)).toBe(200);
});

test("a new secret that was used during its rotation keeps working", async () => {
  const { id } = await create();
  for (let round = 0; round < 5; round++) {
    atHour(round / 10);
    const inUse = await rotate(id, 0);
    const newest = await rotate(id, 24);
    const [seen] = await Promise.all([statusOf(newest.key), rotate(id, 24)]);
    // Some seconds later, so that the database is asked again.
    atHour(round / 10 + 0.01);
    expect(await statusesOf(newest, inUse)).toEqual([seen, 200]);
  }
});

test("the earlier secrets can be ended before their time, and the current one goes on", async () => {
  atHour(0);
  const first = await create();
  const second = await rotate(first.id, 24);
  expect(await statusesOf(first, second)).toEqual([200, 200]);
  const third = await rotate(first.id, 24);
  const end = () => call(`POST /v1/keys/${first.id}/end-earlier`, KeyDetail, {});
  expect((await end()).previousExpiresAt).toBeNull();
  atHour(1);
  expect(await statusesOf(first, second, third)).toEqual([401, 401, 200]);
  // A second time, nothing is left to end, and nothing is recorded.
  await end();
  const actions = (await settingChangesOf(first.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === "key.end_earlier")).toHaveLength(1);
});

test("no secret of a revoked key works", async () => {
  const first = await create();
  const second = await rotate(first.id, 24);
  await call(`POST /v1/keys/${first.id}/revoke`, KeyDetail, {});
  expect(await statusesOf(first, second)).toEqual([401, 401]);
});
