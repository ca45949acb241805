import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { setClock } from "@/lib/clock";
import { pool } from "@/lib/database/pool";
import { COUNTS } from "@/lib/pets/list/count-store";
import { settings } from "@/lib/settings";
import { expectCommon } from "./support/answers";
import { asOwner, suiteService } from "./support/service";

const service = suiteService();

async function counts() {
  const answer = await service.call("GET /v1/pets/counts");
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return JSON.parse(answer.text) as Record<string, { total: number; more: boolean; categories: object[] }>;
}

function store(count: number, kind: number, status: string) {
  return pool().query(
    `INSERT INTO pets (name, category_id, status) SELECT 'Pet', $2::bigint, $3::"PetStatus" FROM generate_series(1, $1::int)`,
    [count, kind, status],
  );
}

describe("GET /v1/pets/counts", () => {
  beforeAll(async () => {
    await store(1_000, 1, "available");
    await store(3, 2, "available");
    await store(1_001, 3, "pending");
    await store(4, 99, "pending");
    await store(1_000, 8, "sold");
    setClock(() => Date.now() + 2_000);
  });

  test("animals are counted by status and known kind, up to 1,000", async () => {
    const found = await counts();
    expect(Object.keys(found)).toEqual(["available", "pending", "sold"]);
    const nothing = (...ids: number[]) => ids.map((categoryId) => ({ categoryId, count: 0, more: false }));
    expect(found.available).toEqual({
      total: 1_000,
      more: true,
      categories: [
        { categoryId: 1, count: 1_000, more: false },
        { categoryId: 2, count: 3, more: false },
        ...nothing(3, 4, 5, 6, 7, 8),
      ],
    });
    expect(found.pending).toEqual({
      total: 1_000,
      more: true,
      categories: [...nothing(1, 2), { categoryId: 3, count: 1_000, more: true }, ...nothing(4, 5, 6, 7, 8)],
    });
    expect(found.sold).toMatchObject({ total: 1_000, more: false });
  });

  test("an animal that was just added is counted", async () => {
    await counts();
    await service.call("POST /v1/pets", { body: `{"name":"New","categoryId":5,"status":"sold"}` });
    const { sold } = await counts();
    expect(sold).toMatchObject({ total: 1_000, more: true });
    expect(sold?.categories).toContainEqual({ categoryId: 5, count: 1, more: false });
  });

  test("every count walks along an index and stops, even when there is nothing to count", async () => {
    await asOwner("VACUUM ANALYZE pets");
    const client = new pg.Client({ connectionString: settings().DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${COUNTS}`, [["sold"], [1, 7], 1_001]);
    await client.end();
    const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
    expect(plan).not.toContain("Seq Scan");
    expect([...plan.matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name).sort()).toEqual([
      "pets_list_by_category_and_status_idx",
      "pets_list_by_status_idx",
    ]);
    expect(plan).not.toContain('"Rows Removed by Filter"');
  });
});
