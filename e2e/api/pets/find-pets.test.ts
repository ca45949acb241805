import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { encodeCursor } from "@/lib/values/cursor";
import { expectError, expectPets, idsOf, linkOf, walk } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();
const STATUSES = ["available", "pending", "sold"] as const;
type Stored = { id: bigint; kind: bigint; status: (typeof STATUSES)[number] };

async function store(pets: readonly Omit<Stored, "id">[]): Promise<Stored[]> {
  await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
  await pool().query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet', k, s FROM unnest($1::bigint[], $2::"PetStatus"[]) WITH ORDINALITY AS t (k, s, n) ORDER BY n`,
    [pets.map(({ kind }) => String(kind)), pets.map(({ status }) => status)],
  );
  return pets.map((pet, index) => ({ ...pet, id: BigInt(index + 1) }));
}

const kinds = fc.constantFrom(1n, 2n, -(2n ** 63n));
const statuses = fc.constantFrom(...STATUSES);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

describe("GET /v1/pets – ids, categoryId, status and sort", () => {
  test("property: any combination visits exactly the animals that match, forwards and backwards", async () => {
    const query = fc.record({
      limit: fc.integer({ min: 1, max: 9 }),
      status: optional(statuses),
      categoryId: optional(kinds),
      ids: optional(fc.array(fc.bigInt({ min: -1n, max: 45n }), { minLength: 1, maxLength: 30 })),
      sort: optional(fc.constantFrom("newest", "oldest")),
      include: optional(fc.constant("version")),
    });
    const list = fc.array(fc.record({ kind: kinds, status: statuses }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(list, query, async (pets, { limit, ...filter }) => {
        const stored = await store(pets);
        const expected = stored.filter(
          ({ id, kind, status }) =>
            (filter.status ?? status) === status &&
            (filter.categoryId ?? kind) === kind &&
            (filter.ids === undefined || filter.ids.includes(id)),
        );
        if (filter.sort !== "oldest") expected.reverse();
        const search = new URLSearchParams({ limit: String(limit) });
        for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value));
        const { pages, last } = await walk(service, `/v1/pets?${search}`, "next");
        expect(idsOf(pages)).toEqual(expected.map(({ id }) => id));
        expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / limit)));
        for (const { version } of pages.flat()) expect(version).toBe(filter.include && "1");
        const back = await walk(service, last, "prev");
        expect(idsOf(back.pages.toReversed())).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ...["&categoryId=1", "&categoryId=1&status=available", "&sort=oldest", "&include=version"],
    ...["&q=pet", "&q=pe&sex=female"],
  ])(
    "paging visits every animal that stays exactly once, while others are added, changed and removed %s",
    async (filter) => {
      await store(Array.from({ length: 90 }, () => ({ kind: 1n, status: "available" as const })));
      const addProfiles = "INSERT INTO pet_profiles (pet_id, sex) SELECT id, 'female' FROM pets ON CONFLICT DO NOTHING";
      await pool().query(addProfiles);
      const leaving = Array.from({ length: 90 }, (_, index) => ((index * 37) % 90) + 1).filter((id) => id % 3 !== 0);
      const change = async () => {
        await service.call("POST /v1/pets", { body: `{"name":"New Pet","categoryId":1}` });
        await pool().query(addProfiles);
        const [removed, changed] = leaving.splice(0, 2);
        await pool().query("DELETE FROM pets WHERE id = $1", [removed]);
        await pool().query(
          "UPDATE pets SET name = 'Old', category_id = 2, status = 'sold', version = 7 WHERE id = $1",
          [changed],
        );
      };
      const { pages, last } = await walk(service, `/v1/pets?limit=5${filter}`, "next", change);
      const back = await walk(service, last, "prev", change);
      for (const ids of [idsOf(pages), idsOf(back.pages.toReversed())]) {
        const older = filter.includes("oldest") ? -1 : 1;
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => older * Number(b - a)));
        expect(ids.filter((id) => id <= 90n && id % 3n === 0n)).toHaveLength(30);
      }
    },
  );

  test("a cursor continues at the same place with another filter", async () => {
    await store(Array.from({ length: 9 }, (_, index) => ({ kind: BigInt(index % 2), status: "sold" as const })));
    const cursor = linkOf(await service.call("GET /v1/pets?limit=3"), "next")?.searchParams.get("cursor");
    expect(idsOf([expectPets(await service.call(`GET /v1/pets?categoryId=0&cursor=${cursor}`))])).toEqual([5n, 3n, 1n]);
    expect(cursor).toBe(encodeCursor({ direction: "older", id: 7n }));
  });

  test("a cursor of another sort: 400", async () => {
    await store(Array.from({ length: 4 }, () => ({ kind: 1n, status: "sold" as const })));
    for (const [sort, other] of [
      ["newest", "oldest"],
      ["oldest", "newest"],
    ]) {
      const next = linkOf(await service.call(`GET /v1/pets?limit=2&sort=${sort}`), "next");
      const cursor = next?.searchParams.get("cursor");
      expect(expectPets(await service.call(`GET ${next?.pathname}${next?.search}`))).toHaveLength(2);
      for (const query of [`sort=${other}`, ...(sort === "oldest" ? [""] : [])]) {
        const answer = await service.call(`GET /v1/pets?${query}&cursor=${cursor}`);
        expectError(answer, 400, "bad_request", "cursor must be one that this service gave in a Link header");
      }
    }
  });

  test("links keep every parameter", async () => {
    await store(Array.from({ length: 4 }, () => ({ kind: 1n, status: "sold" as const })));
    const query = "limit=1&categoryId=1&ids=1%2C2%2C3&sort=oldest&include=version";
    const answer = await service.call(`GET /v1/pets?${query}`);
    expect(linkOf(answer, "first")?.search).toBe(`?${query}`);
    expect(linkOf(answer, "next")?.search).toMatch(`?${query}&cursor=`);
  });
});

describe("GET /v1/pets – bad values", () => {
  beforeAll(() => store([{ kind: 1n, status: "sold" }]));
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1).join(",");

  test("a hundred ids are accepted", async () => {
    expect(idsOf([expectPets(await service.call(`GET /v1/pets?ids=${hundred}`))])).toEqual([1n]);
  });

  const BAD: Readonly<Record<string, readonly string[]>> = {
    ids: ["", ",", "1,", "1,,2", "1%20,2", "a", "1.5", `${hundred},101`, "9223372036854775808", "%00", "1;2", "null"],
    categoryId: ["", "a", "1.0", "1,2", "9223372036854775808", "%00", "+1"],
    sort: ["", "Newest", "id", "newest,oldest", "%00", "__proto__"],
    include: ["", "Version", "version,", "photos", "%00", ",version", "version,version", "version,version,x"],
  };
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      test(`${name} is "${value.slice(0, 30)}": 400`, async () => {
        expectError(await service.call(`GET /v1/pets?${name}=${value}`), 400, "bad_request", `${name} must be`);
      });
    }
  }
});
