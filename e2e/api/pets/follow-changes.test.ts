import { inspect } from "node:util";
import type pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { type FeedEntry, PetFeed } from "@/lib/pets/changes/history-schema";
import { expectError, expectPet } from "../support/answers";
import { suiteOrders } from "../support/order-suite";
import { newKey } from "../support/service";
import { holdingTransaction } from "../support/transaction";

const { service, call, act } = suiteOrders();
let key = "";
beforeAll(async () => {
  key = await newKey({ scopes: ["history:read"] });
});

async function read(after: string, limit = 100): Promise<FeedEntry[]> {
  const answer = await service.call(`GET /v1/changes?after=${after}&limit=${limit}`, { key });
  expect(answer.status, answer.text).toBe(200);
  return PetFeed.parse(answer.json);
}

/** Reads on until nothing is left. Returns everything, and where to continue. */
async function follow(after: string, limit: number): Promise<{ entries: FeedEntry[]; position: string }> {
  const entries: FeedEntry[] = [];
  for (let position = after; ; ) {
    const page = await read(position, limit);
    entries.push(...page);
    position = page.at(-1)?.position ?? position;
    if (page.length === 0) return { entries, position };
  }
}

const newPet = async (name: string) => expectPet(await call("POST /v1/pets", { name, categoryId: 1 }), 201).id;
const rename = (id: bigint, name: string) => call(`PATCH /v1/pets/${id}`, { name }, { "if-match": "*" });

// Changes in transactions that stay open.
const addSlowly = () => ({ sql: "INSERT INTO pets (name, category_id) VALUES ('Slow', 1)" });
const renameSlowly = (id: bigint) => ({
  sql: `WITH found AS MATERIALIZED (SELECT id, name FROM pets WHERE id = $1 FOR UPDATE), renamed AS (
      UPDATE pets SET name = 'Slow', version = pets.version + 1 FROM found
      WHERE pets.id = found.id RETURNING pets.id, found.name AS earlier
    ), begun AS (INSERT INTO change_sets (author) SELECT 'operator' FROM renamed RETURNING id)
    INSERT INTO changes (set_id, pet_id, subject, subject_id, action, fields)
    SELECT begun.id, renamed.id, 'pet', renamed.id::text, 'changed',
      jsonb_build_object('name', jsonb_build_object('from', earlier, 'to', 'Slow'))
    FROM renamed, begun`,
  values: [id],
});

describe("GET /v1/changes?after=", () => {
  test("a key reads nothing else, because sets name applicants", async () => {
    const answer = await service.call("GET /v1/changes", { key });
    expectError(answer, 403, "forbidden", /after is required$/);
    expect(answer.headers["www-authenticate"]).toMatch(/scope="admin"$/);
  });

  test("an adoption and a removal show what visitors see, and name nobody", async () => {
    const { position } = await follow("0", 100);
    const [id, other] = [await newPet("Bella"), await newPet("Added by mistake")];
    const order = (await call("POST /v1/store/orders", { petId: Number(id) })).json as { id: bigint };
    await call(`PATCH /v1/store/orders/${order.id}`, { shipDate: "2030-01-31T15:00:00Z" });
    await act(order.id, "complete");
    await act(order.id, "return", { reason: "Vera is allergic" });
    await service.call(`DELETE /v1/pets/${other}`, { headers: { "if-match": "*" } });
    const { entries } = await follow(position, 2);
    const said = entries.map(({ petId, action, changes }) => [petId, action, ...Object.keys(changes)].join(" "));
    expect(said.toSorted()).toEqual(
      [`${id} created`, ...Array(3).fill(`${id} changed status`), `${other} created`, `${other} removed`].toSorted(),
    );
    expect(said.indexOf(`${other} created`)).toBeLessThan(said.indexOf(`${other} removed`));
    expect(inspect(entries, { depth: null })).not.toContain("Vera");
  });

  test.each(["", "1", "1.2", "1.2.3.4", "a", "-1", "0&about=pets", "0&cursor=o1.1"])("after=%s: 400", async (after) => {
    expectError(await service.call(`GET /v1/changes?after=${after}`), 400, "bad_request", "after must be");
  });

  test("property: with many writers nothing is missed, nothing comes twice, and each animal has its order", async () => {
    let { position } = await follow("0", 100);
    const start = position;
    const shared = await Promise.all(Array.from({ length: 5 }, (_, index) => newPet(`Pet ${index}`)));
    let round = Promise.withResolvers<void>();
    /** What is committed now is read in the second of two rounds, unless it is held back. */
    const twoRounds = async () => {
      for (let count = 0; count < 2; count++) await round.promise;
    };
    /** Returns how many entries there are of it. */
    const write = async (writer: number, turn: number): Promise<number> => {
      const [own, other] = [await newPet(`Pet ${writer} ${turn}`), await newPet(`Other ${writer} ${turn}`)];
      const slow = [null, addSlowly, renameSlowly][turn % 3]?.(own);
      const meanwhile = async (holder?: pg.Client) => {
        // Later than what is slow, and read before it, if the reader went on.
        const added = await newPet(`Later ${writer} ${turn}`);
        expect((await rename(other, `Renamed ${writer} ${turn}`)).status).toBe(200);
        if (holder) await twoRounds();
        if (turn % 2 === 0) await holder?.query("ROLLBACK");
        return added;
      };
      const later = slow ? await holdingTransaction(slow, meanwhile) : await meanwhile();
      for (const petId of [own, later, shared[(writer + turn) % shared.length] ?? 0n])
        expect((await rename(petId, `Again ${writer} ${turn}`)).status).toBe(200);
      return slow && turn % 2 === 1 ? 8 : 7;
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      const counts: number[] = [];
      for (let turn = 0; turn < 6; turn++) counts.push(await write(writer, turn));
      return counts;
    });
    let isWriting = true;
    const seen: FeedEntry[] = [];
    const reading = (async () => {
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        const { entries, position: next } = await follow(position, 7);
        position = next;
        seen.push(...entries);
        round.resolve();
        round = Promise.withResolvers();
      }
    })();
    const written = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    const [counts] = await Promise.all([written.then((all) => all.flat()), reading]);
    expect(seen).toHaveLength(counts.reduce((sum, count) => sum + count, shared.length));
    for (const own of Map.groupBy(seen, ({ petId }) => petId).values()) {
      expect(own.map(({ action }) => action)).toEqual(["created", ...Array(own.length - 1).fill("changed")]);
      const names = own.slice(1).map(({ changes }) => changes.name);
      expect(names.slice(1).map((name) => name?.from)).toEqual(names.slice(0, -1).map((name) => name?.to));
    }
    // Whoever reads it all later gets the same.
    const textOf = ({ position: _, ...entry }: FeedEntry) => inspect(entry);
    expect((await follow(start, 100)).entries.map(textOf).toSorted()).toEqual(seen.map(textOf).toSorted());
  });
});
