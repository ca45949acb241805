import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { INDEX_WALKS } from "@/lib/database/prepared";
import { listStatement } from "@/lib/pets/list/statement";
import { settings } from "@/lib/process/settings";
import { INT64_MAX } from "@/lib/values/schemas";
import { asOwner, suiteService } from "../support/service";

suiteService();

const ANIMALS = 100_000;
const STATUSES = ["available", "pending", "sold"] as const;

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Heap Fetches"?: number;
  "Rows Removed by Filter"?: number;
  "Actual Rows": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  // Uneven, as in practice: the oldest animals are sold, and one in a hundred is pending.
  await client.query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Animal ' || n, n % 8, (CASE WHEN n <= 1000 THEN 'sold' WHEN n % 100 = 0 THEN 'pending' ELSE 'available' END)::"PetStatus"
     FROM generate_series(1, ${ANIMALS}) AS n ORDER BY n`,
  );
  await asOwner("VACUUM ANALYZE pets");
  await client.query(INDEX_WALKS);
  for (const direction of ["older", "newer"] as const) {
    for (const shape of [{}, { byStatus: true }, { byCategory: true }, { byCategory: true, byStatus: true }]) {
      const { name, text } = listStatement(direction, shape);
      await client.query(`PREPARE ${name} AS ${text}`);
    }
  }
  return () => client.end();
});

/** Runs a statement of the list as the service does, and returns what PostgreSQL did. */
async function explain(name: string, id: bigint, ...filter: (string | number)[]): Promise<Plan> {
  const values = [id, 21, ...filter.map((value) => `'${value}'`)].join(", ");
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} (${values})`);
  return rows[0]["QUERY PLAN"][0].Plan;
}

const blocks = (plan: Plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];

function expectIndexOnly(plan: Plan, index: string): void {
  expect(plan["Node Type"]).toBe("Limit");
  expect(plan.Plans).toHaveLength(1);
  const scan = plan.Plans?.[0] as Plan;
  expect(scan).toMatchObject({ "Node Type": "Index Only Scan", "Index Name": index, "Heap Fetches": 0 });
  expect(scan["Rows Removed by Filter"] ?? 0).toBe(0);
  expect(scan["Actual Rows"]).toBeLessThanOrEqual(21);
}

describe(`lists of ${ANIMALS.toLocaleString("en")} animals, on the first and the last page`, () => {
  test("lists without a filter read an index alone", async () => {
    const [first, last] = [await explain("pets_older", INT64_MAX), await explain("pets_older", 20n)];
    for (const plan of [first, last]) expectIndexOnly(plan, "pets_pkey");
    expect(blocks(last)).toBeLessThanOrEqual(blocks(first) + 1);
    const back = await explain("pets_newer", 20n);
    expectIndexOnly(back, "pets_pkey");
    expect(blocks(back)).toBeLessThanOrEqual(blocks(first) + 1);
  });

  test.each(STATUSES)("lists with the status %s read an index alone", async (status) => {
    const [first, last] = [
      await explain("pets_older_by_status", INT64_MAX, status),
      await explain("pets_older_by_status", status === "sold" ? 20n : 2_000n, status),
    ];
    for (const plan of [first, last]) expectIndexOnly(plan, "pets_list_by_status_idx");
    expect(first["Actual Rows"]).toBe(21);
    expect(blocks(last)).toBeLessThanOrEqual(blocks(first) + 1);
    const back = await explain("pets_newer_by_status", 20n, status);
    expectIndexOnly(back, "pets_list_by_status_idx");
    expect(blocks(back)).toBeLessThanOrEqual(blocks(first) + 1);
  });

  test("lists of a category read an index alone", async () => {
    const [first, last] = [
      await explain("pets_older_by_category", INT64_MAX, 3),
      await explain("pets_older_by_category", 400n, 3),
    ];
    for (const plan of [first, last]) expectIndexOnly(plan, "pets_list_by_category_idx");
    expect(first["Actual Rows"]).toBe(21);
    expect(blocks(last)).toBeLessThanOrEqual(blocks(first) + 1);
    const back = await explain("pets_newer_by_category", 20n, 3);
    expectIndexOnly(back, "pets_list_by_category_idx");
    expect(blocks(back)).toBeLessThanOrEqual(blocks(first) + 1);
  });

  test.each(STATUSES)("lists of a category with the status %s read an index alone", async (status) => {
    const index = "pets_list_by_category_and_status_idx";
    const category = 4;
    const [first, last] = [
      await explain("pets_older_by_category_by_status", INT64_MAX, category, status),
      await explain("pets_older_by_category_by_status", status === "sold" ? 400n : 5_000n, category, status),
    ];
    for (const plan of [first, last]) expectIndexOnly(plan, index);
    expect(first["Actual Rows"]).toBe(21);
    expect(blocks(last)).toBeLessThanOrEqual(blocks(first) + 1);
    const back = await explain("pets_newer_by_category_by_status", 20n, category, status);
    expectIndexOnly(back, index);
    expect(blocks(back)).toBeLessThanOrEqual(blocks(first) + 1);
  });
});
