import { beforeAll, describe, expect, test } from "vitest";
import { FOLDED_NAMES } from "@/e2e/testing/folded-names";
import { pool } from "@/lib/database/pool";
import { expectPets } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();

async function store(names: readonly string[]): Promise<void> {
  await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
  await pool().query(
    "INSERT INTO pets (name, category_id) SELECT name, 1 FROM unnest($1::text[]) WITH ORDINALITY AS t (name, n) ORDER BY n",
    [names],
  );
}

/** The names that a search finds, newest first. */
async function find(q: string): Promise<string[]> {
  const answer = await service.call(`GET /v1/pets?limit=100&q=${encodeURIComponent(q)}`);
  return expectPets(answer).map(({ name }) => name);
}

const NAMES = [
  ...["Bella", "bella rose", "Anabella", "Zoë", "ZOE", "Zoe\u0308", "Straße", "STRASSE", "小猫咪", "100%", "50%_off"],
  ...["a_b", "axb", "C:\\dog", "Anne-Marie", "O'Neill", "(Rex)", "शेरू—बिल्ला", "शेरू", "x".repeat(255)],
];

describe("GET /v1/pets?q", () => {
  beforeAll(() => store(NAMES));

  test.each([
    ["bell", ["Anabella", "bella rose", "Bella"]],
    ["zoe", ["Zoe\u0308", "ZOE", "Zoë"]],
    ["STRAẞE", ["STRASSE", "Straße"]],
    ["猫咪", []],
    ["0%", []],
    ["a_b", ["a_b"]],
    ["c:\\", ["C:\\dog"]],
    ["(r", ["(Rex)"]],
    ["बि", ["शेरू—बिल्ला"]],
    // After a mark or a digit, a word continues.
    ["ल", []],
    ["nobody", []],
  ])("%s finds %j", async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  test("names are compared as in the browser", async () => {
    const text =
      "SELECT array_agg(pets_fold(name) ORDER BY n) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (name, n)";
    const { rows } = await pool().query(text, [FOLDED_NAMES.map(([name]) => name)]);
    expect(rows).toEqual([{ folded: FOLDED_NAMES.map(([, folded]) => folded) }]);
  });

  test("new and changed names are found, however they are stored, and earlier names are not", async () => {
    const add = await service.call("POST /v1/pets", { body: `{"name":"Wünsche Ŧwo","categoryId":1}` });
    const once = await service.call("POST /v1/pets", {
      body: `{"name":"Wunsche Three","categoryId":1}`,
      headers: { "idempotency-key": "search-1" },
    });
    expect([add.status, once.status]).toEqual([201, 201]);
    expect(await find("wunsche t")).toEqual(["Wunsche Three", "Wünsche Ŧwo"]);
    const location = String(add.headers.location);
    await service.call(`PATCH ${location}`, { body: `{"name":"Żaba"}`, headers: { "if-match": "*" } });
    expect(await find("wunsche")).toEqual(["Wunsche Three"]);
    expect(await find("zaba")).toEqual(["Żaba"]);
    await service.call(`DELETE ${location}`, { headers: { "if-match": "*" } });
    expect(await find("zaba")).toEqual([]);
  });
});
