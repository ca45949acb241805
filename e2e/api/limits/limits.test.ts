import { afterEach, describe, expect, test } from "vitest";
import { mintBrowserToken } from "@/lib/api/browser-token";
import { pool } from "@/lib/database/pool";
import { generateKey } from "@/lib/keys/format";
import { flushUsage } from "@/lib/keys/usage-store";
import { closeLimiter } from "@/lib/limits/limiter";
import { setClock } from "@/lib/process/clock";
import { setSettings, settings } from "@/lib/process/settings";
import { expectError, expectLimits, expectPets } from "../support/answers";
import { type Answer, newKeyWithId, newPerson, suiteService } from "../support/service";
import { holdingTransaction, waiting } from "../support/transaction";

const service = suiteService({ limits: "5,1000" });
const NOON = Date.UTC(2026, 10, 21, 12);
const list = (key: string | null) => service.call("GET /v1/pets?limit=1", { key });
const small = (perMinute: number, perDay: number) => newKeyWithId({ plan: "enterprise", perMinute, perDay });
const many = async (count: number, key: string) => {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index++) answers.push(await list(key));
  return answers;
};

/** Simulates a restart: the counts in memory are lost, and keys are looked up again because their second has passed. */
async function restart(time: number): Promise<void> {
  await flushUsage();
  await closeLimiter();
  setClock(
    () => time,
    () => time + 1_001,
  );
}

afterEach(() => setClock(null));

describe("any operation – exact limits", () => {
  test("of 300 parallel requests of a key with 50 left, exactly 50 pass", async () => {
    const { key } = await small(50, 100_000);
    setClock(() => NOON);
    const answers = await Promise.all(Array.from({ length: 300 }, () => list(key)));
    const accepted = answers.filter((answer) => answer.status === 200);
    expect(accepted).toHaveLength(50);
    expect(accepted.map((answer) => expectLimits(answer).minute).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index),
    );
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 429, "rate_limited");
  });
});

describe("any operation – limits of strangers, visitors and staff", () => {
  test("a flood of bad keys is limited by IP address and does not affect others", async () => {
    expectPets(await list(service.key));
    setClock(() => NOON);
    const statuses = (await many(10, "nonsense")).map(({ status }) => status);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(5).fill(429)]);
    expectError(await list(null), 429, "rate_limited");
    expectPets(await list(service.key));
    expectPets(await list(mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] }).token));
    expectPets(await list((await newPerson()).token));
  });

  test("visitors at one IP address share a budget, and each person of the shelter has their own", async () => {
    setClock(() => NOON + 60_000);
    const visitor = () => mintBrowserToken({ sub: "visitor", scopes: ["pets:read"] }).token;
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push((await list(visitor())).status);
    expect(statuses.at(-1)).toBe(429);
    const [one, two] = [await newPerson(), await newPerson()];
    expect((await many(6, one.token)).at(-1)?.status).toBe(429);
    expectPets(await list(two.token));
  });

  test("clients cannot choose their IP address", async () => {
    setClock(() => NOON + 120_000);
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) {
      const headers = { "x-forwarded-for": `10.0.0.${index}`, "x-client-address": `10.0.0.${index}` };
      statuses.push((await service.call("GET /v1/pets", { key: null, headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("errors count and have the headers too, but a preflight does not count", async () => {
    setClock(() => NOON + 180_000);
    const { key } = await small(4, 100);
    for (const [target, status] of [
      ["GET /v1/nothing", 404],
      ["DELETE /v1/pets", 405],
      ["GET /v1/pets?limit=0", 400],
      ["OPTIONS /v1/pets", 204],
      ["OPTIONS /v1/nothing", 404],
      ["POST /v1/pets", 415],
      ["GET /v1/pets", 429],
    ] as const) {
      const answer = await service.call(target, { key });
      expect(answer.status).toBe(status);
      if (!target.startsWith("OPTIONS")) expect(expectLimits(answer).limit).toBe(4);
    }
  });
});

describe("any operation – limits after a restart", () => {
  test("the counts of the minute and the day continue", async () => {
    const { key } = await small(4, 6);
    setClock(() => NOON);
    await many(3, key);
    await restart(NOON);
    const again = await many(2, key);
    expect(again.map(({ status }) => status)).toEqual([200, 429]);
    await restart(NOON + 60_000);
    expect((await many(3, key)).map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  test("a ban continues, because it is stored before the response is sent", async () => {
    const { key, id } = await small(1, 100);
    setClock(() => NOON);
    await many(2, key);
    setClock(() => NOON + 3_000);
    const last = (await many(10, key)).at(-1);
    expectError(last as NonNullable<typeof last>, 429, "key_suspended");
    const { rows } = await pool().query("SELECT level FROM key_bans WHERE key_id = $1", [id]);
    expect(rows).toEqual([{ level: 0 }]);
    await closeLimiter(); // no flush: as after kill -9
    for (const [ms, left] of [
      [4_000, "59"],
      [62_000, "1"],
    ] as const) {
      setClock(() => NOON + ms);
      const still = await list(key);
      expectError(still, 429, "key_suspended");
      expect(still.headers["retry-after"]).toBe(left);
    }
    setClock(() => NOON + 63_000);
    expectPets(await list(key));
  });

  test("passed, refused and deprecated requests are counted for each key and day", async () => {
    const { key, id } = await small(3, 100);
    setClock(() => NOON);
    await service.call("GET /v1/pets/1", { key });
    await many(4, key);
    await flushUsage();
    const { rows } = await pool().query("SELECT requests, refused, deprecated FROM key_usage WHERE key_id = $1", [id]);
    expect(rows).toEqual([{ requests: 3, refused: 2, deprecated: 1 }]);
  });
});

describe("a flood of unknown keys", () => {
  test("leaves valid ones usable, even one that this process has never seen", async () => {
    let time = NOON + 180_000;
    setClock(() => time);
    const newKey = async () => (await small(100, 1_000)).key;
    const used = await newKey();
    expectPets(await list(used));
    expect((await many(5, "nonsense")).map(({ status }) => status)).toEqual(Array(5).fill(401));
    const fresh = await newKey();
    for (const key of [used, fresh]) expectPets(await list(key));
    time += 1_001; // verifications are over
    for (const key of [used, fresh]) expectPets(await list(key));
    expectError(await list(generateKey()), 429, "rate_limited");
    const created = await newKey();
    time += 1_001;
    expectPets(await list(created));
  });

  test("causes only a few look-ups at a time", async () => {
    const configured = settings();
    setSettings({ ...configured, STRANGER_LIMIT: { perMinute: 100_000, perDay: 1_000_000 } });
    // What would otherwise be written meanwhile, and wait too.
    await flushUsage();
    const answers = await holdingTransaction({ sql: "LOCK TABLE keys IN ACCESS EXCLUSIVE MODE" }, async () => {
      const all = Array.from({ length: 40 }, () => list(generateKey()));
      await waiting(4);
      expectError(await list(null), 401, "unauthorized");
      await waiting(4);
      return all;
    });
    for (const answer of await Promise.all(answers)) expectError(answer, 401, "unauthorized");
    setSettings(configured);
  });
});
