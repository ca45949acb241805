import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type * as z from "zod/mini";
import { generateKey } from "@/lib/keys/format";
import { KeyDetail, KeySecret } from "@/lib/keys/schema";
import { setClock } from "@/lib/process/clock";
import { HOUR_MS } from "@/lib/values/time";
import { expectError } from "../support/answers";
import { newPerson, personToken, type SignedInPerson, suiteService } from "../support/service";

const service = suiteService();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await newPerson("admin");
});
afterEach(() => setClock(null));

const start = Date.now();
/** Sets the clock to this many hours after the start of the tests. Earlier cache entries have expired by then. */
const atHour = (hours: number) => setClock(() => start + hours * HOUR_MS);
/** A new token, because the clock of these tests jumps. */
const token = () => personToken(admin, "admin");

async function call<S extends z.ZodMiniType>(target: string, returns: S, body?: object): Promise<z.infer<S>> {
  const answer = await service.call(target, { key: token(), ...(body && { body: JSON.stringify(body) }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return returns.parse(answer.json);
}
const create = () => call("POST /v1/keys", KeySecret, { name: "Shop", plan: "business" });
const rotate = (id: string, graceHours: number) => call(`POST /v1/keys/${id}/rotate`, KeySecret, { graceHours });
const statusOf = async (secret: string) => (await service.call("GET /v1/pets?limit=1", { key: secret })).status;
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

describe("rotating again during the grace period", () => {
  test("after a lost answer, the unused secret is replaced and the one in use keeps working", async () => {
    atHour(0);
    const inUse = await create();
    expect(await statusOf(inUse.key)).toBe(200);
    const lost = await rotate(inUse.id, 24);
    const fresh = await rotate(inUse.id, 24);
    expect(await statusOf(inUse.key)).toBe(200);
    expect(await statusOf(fresh.key)).toBe(200);
    expect(await statusOf(lost.key)).toBe(401);
  });

  test("the secret in use then works for the grace period of the later rotation", async () => {
    atHour(0);
    const inUse = await create();
    await rotate(inUse.id, 24);
    atHour(20);
    await rotate(inUse.id, 24);
    expect((await detail(inUse.id)).previousUntil).toBe(new Date(start + 44 * HOUR_MS).toISOString());
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
    for (const { key } of [first, second, third]) expect(await statusOf(key)).toBe(200);
    atHour(24);
    expect(await statusOf(first.key)).toBe(401);
    expect(await statusOf(second.key)).toBe(200);
    atHour(44);
    expect(await statusOf(second.key)).toBe(401);
    expect(await statusOf(third.key)).toBe(200);
  });

  test("without a grace period every earlier secret stops", async () => {
    atHour(0);
    const first = await create();
    const second = await rotate(first.id, 24);
    expect(await statusOf(second.key)).toBe(200);
    const third = await rotate(first.id, 0);
    atHour(0.001);
    expect(await statusOf(first.key)).toBe(401);
    expect(await statusOf(second.key)).toBe(401);
    expect(await statusOf(third.key)).toBe(200);
    expect((await detail(first.id)).previousUntil).toBeNull();
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
    const refused = await service.call(`POST /v1/keys/${id}/rotate`, { key: token(), body: `{"graceHours":24}` });
    const until = new Date(start + 24 * HOUR_MS).toISOString();
    expectError(refused, 409, "conflict", new RegExp(`5 earlier secrets.*${until}.*graceHours 0`));
    for (const { key } of secrets) expect(await statusOf(key)).toBe(200);
    atHour(24);
    expect((await rotate(id, 24)).id).toBe(id);
  });

  test("after ten simultaneous rotations one secret is current, and the one in use works", async () => {
    const inUse = await create();
    expect(await statusOf(inUse.key)).toBe(200);
    const made = await Promise.all(Array.from({ length: 10 }, () => rotate(inUse.id, 24)));
    const statuses = await Promise.all(made.map(({ key }) => statusOf(key)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await statusOf(inUse.key)).toBe(200);
  });

  test("a new secret that was used during its rotation keeps working", async () => {
    const { id } = await create();
    for (let round = 0; round < 10; round++) {
      atHour(round / 10);
      const inUse = await rotate(id, 0);
      const newest = await rotate(id, 24);
      const [seen] = await Promise.all([statusOf(newest.key), rotate(id, 24)]);
      // Some seconds later, so that the database is asked again.
      atHour(round / 10 + 0.01);
      expect(await statusOf(newest.key)).toBe(seen);
      expect(await statusOf(inUse.key)).toBe(200);
    }
  });
});

test("the earlier secrets can be ended before their time, and the current one goes on", async () => {
  atHour(0);
  const first = await create();
  expect(await statusOf(first.key)).toBe(200);
  const second = await rotate(first.id, 24);
  expect(await statusOf(second.key)).toBe(200);
  const third = await rotate(first.id, 24);
  const end = () => call(`POST /v1/keys/${first.id}/end-earlier`, KeyDetail, {});
  expect((await end()).previousUntil).toBeNull();
  // Earlier cache entries have expired by then.
  atHour(1);
  for (const { key } of [first, second]) expect(await statusOf(key)).toBe(401);
  expect(await statusOf(third.key)).toBe(200);
  // A second time, nothing is left to end, and nothing is recorded.
  await end();
  const audit = await service.call("GET /v1/audit?about=keys&limit=10", { key: token() });
  expect(audit.text.match(/"key\.end_earlier"/g)).toHaveLength(1);
});

test("no secret of a revoked key works", async () => {
  const first = await create();
  const second = await rotate(first.id, 24);
  await call(`POST /v1/keys/${first.id}/revoke`, KeyDetail, {});
  expect(await statusOf(first.key)).toBe(401);
  expect(await statusOf(second.key)).toBe(401);
});
