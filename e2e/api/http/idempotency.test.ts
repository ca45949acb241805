import { afterEach, describe, expect, test } from "vitest";
import { placeOrder } from "@/lib/adoptions/store";
import { pool } from "@/lib/database/pool";
import { KeySecret } from "@/lib/keys/schema";
import { Pet } from "@/lib/pets/schema";
import { setClock } from "@/lib/process/clock";
import { sweepUp } from "@/server/sweep";
import { expectCommon, expectError } from "../support/answers";
import { newPet } from "../support/applications";
import { storedRows } from "../support/records";
import { newKey, newPerson, suiteService } from "../support/service";
import { holdingTransaction } from "../support/transaction";

// Operations that take no Idempotency-Key are in every-operation-invalid.test.ts.
const service = suiteService();
const BISCUIT = `{"name":"Biscuit","categoryId":1}`;

const post = (idempotencyKey: string, body = BISCUIT, key = service.key) =>
  service.call("POST /v1/pets", { key, body, headers: { "idempotency-key": idempotencyKey } });

afterEach(() => setClock(null));

describe("POST /v1/pets with an Idempotency-Key", () => {
  test("the same key and body get the first response again, byte for byte, and add one animal", async () => {
    const name = `Bj\u00f6rn \u{1f436} \\"quoted\\" ${"\u00e9".repeat(200)}`;
    const body = `{"name":"${name}","categoryId":9223372036854775807}`;
    const before = await service.count();
    const first = await post("one", body);
    expectCommon(first);
    expect(first.status).toBe(201);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    const changed = "UPDATE pets SET name = 'Other', category_id = 9, status = 'sold' WHERE id = $1";
    const { id } = Pet.parse(first.json);
    await pool().query(changed, [id]);
    for (const again of [await post("one", body), await post('"one"', body), await post("one", ` ${body} `)]) {
      expect(again).toMatchObject({ status: 201, text: first.text });
      for (const header of ["location", "etag", "content-length"])
        expect(again.headers[header]).toBe(first.headers[header]);
      expect(again.headers["idempotent-replayed"]).toBe("true");
    }
    expect(await service.count()).toBe(before + 1);
    await pool().query("DELETE FROM pets WHERE id = $1", [id]);
    expect(await post("one", body)).toMatchObject({ status: 201, text: first.text });
  });

  test("another body with the same key: 422, and nothing is stored", async () => {
    await post("two");
    const before = await service.count();
    expectError(await post("two", `{"name":"Other","categoryId":1}`), 422, "idempotency_key_reused");
    expect(await service.count()).toBe(before);
  });

  test("20 concurrent requests add one animal, and those during the first one get 409", async () => {
    const before = await service.count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("three")));
    expect(await service.count()).toBe(before + 1);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 201) continue;
      expectError(answer, 409, "conflict");
      expect(answer.headers["retry-after"]).toBe("1");
    }
  });

  test("a second request while the first is running: 409, and the first continues", async () => {
    const [running] = await holdingTransaction({ sql: "LOCK TABLE pets IN ACCESS EXCLUSIVE MODE" }, async (client) => {
      const first = post("four");
      // Other suites lock in databases of their own.
      const waits = `SELECT count(*) FROM pg_locks JOIN pg_database AS d ON d.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND granted`;
      await expect.poll(async () => Number((await client.query(waits)).rows[0].count)).toBe(1);
      expectError(await post("four"), 409, "conflict");
      return [first];
    });
    expect((await running).status).toBe(201);
    expect((await post("four")).headers["idempotent-replayed"]).toBe("true");
  });

  test("the Idempotency-Keys of each API key and person are separate", async () => {
    const ids = new Set<unknown>();
    for (const key of [service.key, await newKey(), (await newPerson()).token, (await newPerson()).token]) {
      ids.add((await post("five", BISCUIT, key)).headers.location);
    }
    expect(ids.size).toBe(4);
  });

  test("a refused request does not use up its Idempotency-Key", async () => {
    expectError(await post("six", `{"name":""}`), 400, "bad_request");
    expect((await post("six")).headers["idempotent-replayed"]).toBeUndefined();
  });

  test("an Idempotency-Key expires after 24 hours and is deleted", async () => {
    const start = Date.now();
    const first = await post("seven");
    setClock(() => start + 86_000_000);
    expect((await post("seven")).headers.location).toBe(first.headers.location);
    setClock(() => start + 86_460_000);
    const second = await post("seven", `{"name":"Later","categoryId":2}`);
    expect(second.status).toBe(201);
    expect(second.headers.location).not.toBe(first.headers.location);
    setClock(() => start + 2 * 86_460_000);
    await sweepUp();
    expect((await pool().query("SELECT count(*) FROM idempotency_keys")).rows[0].count).toBe("0");
  });
});

test("a batch is one transaction: what is refused leaves nothing, the rest is one change set", async () => {
  const [taken, free, last] = [await newPet(), await newPet(), await newPet()];
  await placeOrder({ kind: "operator" }, { petId: taken.id });
  const changes = [taken, free, last].map(({ id }) => ({ id: Number(id), ifMatch: "*", remove: true }));
  const body = JSON.stringify({ mode: "each", changes });
  const send = () => service.call("POST /v1/pets/batch", { body, headers: { "idempotency-key": "batch" } });
  const first = await send();
  const { results } = first.json as { results: { status: bigint }[] };
  expect(results.map(({ status }) => Number(status))).toEqual([409, 200, 200]);
  const { rows } = await pool().query("SELECT pet_id FROM changes WHERE set_id = $1", [first.headers["change-set"]]);
  expect(rows.map(({ pet_id }) => BigInt(pet_id)).toSorted()).toEqual([free.id, last.id].toSorted());
  expect(await send()).toMatchObject({ text: first.text, headers: { "change-set": first.headers["change-set"] } });
});

test("keys: the same Idempotency-Key creates no second one and rotates one once, and no secret is stored", async () => {
  const { token: key } = await newPerson("admin");
  const call = (target: string, body: object, idempotencyKey: string) =>
    service.call(target, { key, body: JSON.stringify(body), headers: { "idempotency-key": idempotencyKey } });
  const create = (name: string) => call("POST /v1/keys", { name }, "shop");
  const { id } = KeySecret.parse((await create("Shop")).json);
  const { id: other } = KeySecret.parse((await call("POST /v1/keys", { name: "Other" }, "other")).json);
  const rotate = (one: string, graceHours = 24) => call(`POST /v1/keys/${one}/rotate`, { graceHours }, "turn");
  const rotated = await rotate(id);
  expect(rotated.status).toBe(200);
  const before = await storedRows();
  for (const again of [await create("Shop"), await rotate(id)])
    expectError(again, 409, "conflict", "An earlier request with this Idempotency-Key was successful");
  // Another key is another request.
  for (const reused of [await create("Different"), await rotate(id, 1), await rotate(other)])
    expectError(reused, 422, "idempotency_key_reused");
  expect(await storedRows()).toEqual(before);
  expect((await service.call("GET /v1/pets", { key: KeySecret.parse(rotated.json).key })).status).toBe(200);
  const stored = await pool().query(
    "SELECT DISTINCT body FROM idempotency_keys WHERE owner LIKE 'person:%' AND key = 'shop'",
  );
  expect(stored.rows).toEqual([{ body: "" }]);
});
