import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { INDEX_WALKS } from "@/lib/database/prepared";
import { listStatement } from "@/lib/pets/list/statement";
import { settings } from "@/lib/process/settings";
import { INT64_MAX } from "@/lib/values/schemas";
import { asOwner, suiteService } from "../support/service";

suiteService();
const ANIMALS = 20_000;

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
  return () => client.end();
});

/** Runs a statement of the list as the service does, and returns what PostgreSQL did. */
async function explain(name: string, id: bigint, filter: readonly (string | number)[]): Promise<Plan> {
  const values = [id, 21, ...filter.map((value) => `'${value}'`)].join(", ");
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} (${values})`);
  return rows[0]["QUERY PLAN"][0].Plan;
}

const blocks = (plan: Plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];

test.each([
  ["pets_pkey", {}, [[]]],
  ["pets_list_by_status_idx", { byStatus: true }, [["available"], ["pending"], ["sold"]]],
  ["pets_list_by_category_idx", { byCategory: true }, [[3]]],
  [
    "pets_list_by_category_and_status_idx",
    { byCategory: true, byStatus: true },
    [
      [4, "available"],
      [4, "pending"],
      [4, "sold"],
    ],
  ],
] as const)(
  "the first and the last pages of a list read %s alone, and the last ones cost the same",
  async (index, shape, filters) => {
    const [older, newer] = [listStatement("older", shape), listStatement("newer", shape)];
    for (const { name, text } of [older, newer]) await client.query(`PREPARE ${name} AS ${text}`);
    for (const filter of filters) {
      const first = await explain(older.name, INT64_MAX, filter);
      expect(first["Actual Rows"]).toBe(21);
      for (const plan of [first, await explain(older.name, 400n, filter), await explain(newer.name, 20n, filter)]) {
        expect(plan["Node Type"]).toBe("Limit");
        expect(plan.Plans).toHaveLength(1);
        const scan = plan.Plans?.[0] as Plan;
        expect(scan).toMatchObject({ "Node Type": "Index Only Scan", "Index Name": index, "Heap Fetches": 0 });
        expect(scan["Rows Removed by Filter"] ?? 0).toBe(0);
        expect(scan["Actual Rows"]).toBeLessThanOrEqual(21);
        expect(blocks(plan)).toBeLessThanOrEqual(blocks(first) + 1);
      }
    }
  },
);
