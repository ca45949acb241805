import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { COUNTS, matchCountStatement } from "@/lib/pets/list/count-store";
import { setClock } from "@/lib/process/clock";
import { settings } from "@/lib/process/settings";
import { expectCommon } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();

async function counts(query = "") {
  const answer = await service.call(`GET /v1/pets/counts${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return JSON.parse(answer.text) as Record<string, { count: number; more: boolean; categories: object[] }>;
}

function store(count: number, kind: number, status: string) {
  return pool().query(
    `INSERT INTO pets (name, category_id, status) SELECT 'Pet', $2::bigint, $3::"PetStatus" FROM generate_series(1, $1::int)`,
    [count, kind, status],
  );
}

/** Returns the plan of a statement that was executed. */
async function planOf(text: string, values: unknown[]): Promise<string> {
  const client = new pg.Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  await client.end();
  return JSON.stringify(rows[0]["QUERY PLAN"]);
}

const indexesIn = (plan: string) => [...plan.matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name).sort();

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
      count: 1_000,
      more: true,
      categories: [
        { categoryId: 1, count: 1_000, more: false },
        { categoryId: 2, count: 3, more: false },
        ...nothing(3, 4, 5, 6, 7, 8),
      ],
    });
    expect(found.pending).toEqual({
      count: 1_000,
      more: true,
      categories: [...nothing(1, 2), { categoryId: 3, count: 1_000, more: true }, ...nothing(4, 5, 6, 7, 8)],
    });
    expect(found.sold).toMatchObject({ count: 1_000, more: false });
  });

  test("an animal that was just added is counted", async () => {
    await counts();
    await service.call("POST /v1/pets", { body: `{"name":"New","categoryId":5,"status":"sold"}` });
    const { sold } = await counts();
    expect(sold).toMatchObject({ count: 1_000, more: true });
    expect(sold?.categories).toContainEqual({ categoryId: 5, count: 1, more: false });
  });

  test("a filter counts those among the newest 2,000 of each status that match", async () => {
    await store(1_000, 4, "sold");
    await pool().query(
      `INSERT INTO pet_profiles (pet_id, sex, good_with_cats, born_on)
        SELECT id, CASE WHEN id % 2 = 0 THEN 'female' ELSE 'male' END, true, '2001' FROM pets`,
    );
    await pool().query("UPDATE pets SET name = 'Süße Luna' WHERE category_id = 2 OR (category_id = 8 AND id % 4 = 0)");
    setClock(() => Date.now() + 4_000);

    const females = await counts("?sex=female&goodWith=cats&ageGroup=senior");
    expect(females.available).toMatchObject({ count: 501, more: false });
    expect(females.available?.categories).toContainEqual({ categoryId: 1, count: 500, more: false });
    // The oldest of 2,001 was not looked at, so there may be more.
    expect(females.sold).toMatchObject({ more: true });
    const named = await counts("?q=susse+l");
    expect(named.available).toMatchObject({ count: 3, more: false });
    expect(named.available?.categories).toContainEqual({ categoryId: 2, count: 3, more: false });
    expect(await counts("?q=luna&sex=female")).toMatchObject({ available: { count: 1, more: false } });
    expect(await counts("?ageGroup=baby")).toMatchObject({ available: { count: 0 }, sold: { count: 0, more: true } });
  });

  test("every count walks along an index and stops, even when there is nothing to count", async () => {
    await asOwner("VACUUM ANALYZE pets");
    await asOwner("VACUUM ANALYZE pet_profiles");
    const plan = await planOf(COUNTS.all.text, [["sold"], [1, 7], 1_001]);
    expect(plan).not.toContain("Seq Scan");
    expect(indexesIn(plan)).toEqual(["pets_list_by_category_and_status_idx", "pets_list_by_status_idx"]);
    expect(plan).not.toContain('"Rows Removed by Filter"');

    const filtered = matchCountStatement({ sex: "female", q: "luna", visibility: "all" });
    const filteredPlan = await planOf(filtered.text, filtered.values);
    expect(filteredPlan).not.toContain("Seq Scan");
    expect(indexesIn(filteredPlan)).toEqual(["pet_profiles_facts_idx", "pets_list_by_status_idx", "pets_pkey"]);
  });
});
