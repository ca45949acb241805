import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { expectError, expectPets, idsOf, linkOf, walk } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();
type Stored = { id: bigint; kind: bigint; status: PetStatus };

async function store(pets: readonly Omit<Stored, "id">[]): Promise<Stored[]> {
  await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
  await pool().query(
    `INSERT INTO pets (name, category_id, status)
     SELECT 'Pet', k, s FROM unnest($1::bigint[], $2::"PetStatus"[]) WITH ORDINALITY AS t (k, s, n) ORDER BY n`,
    [pets.map(({ kind }) => String(kind)), pets.map(({ status }) => status)],
  );
  return pets.map((pet, index) => ({ ...pet, id: BigInt(index + 1) }));
}
const storeSold = (count: number) =>
  store(Array.from({ length: count }, (_, index) => ({ kind: BigInt(index % 2), status: "sold" as const })));

const list = (query: string) => service.call(`GET /v1/pets${query}`);
const follow = (link: URL | null) => service.call(`GET ${link?.pathname}${link?.search}`);
const cursorIn = (link: URL | null) => link?.searchParams.get("cursor");

const kinds = fc.constantFrom(1n, 2n, -(2n ** 63n));
const statuses = fc.constantFrom(...PET_STATUSES);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

describe("GET /v1/pets – paging", () => {
  test("property: any combination visits exactly the animals that match, forwards and backwards", async () => {
    const query = fc.record({
      limit: fc.integer({ min: 1, max: 12 }),
      status: optional(statuses),
      categoryId: optional(kinds),
      ids: optional(fc.array(fc.bigInt({ min: -1n, max: 45n }), { minLength: 1, maxLength: 30 })),
      sort: optional(fc.constantFrom("newest", "oldest")),
      include: optional(fc.constant("version")),
    });
    const animals = fc.array(fc.record({ kind: kinds, status: statuses }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(animals, query, async (pets, { limit, ...filter }) => {
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
      { numRuns: 15 },
    );
  });

  test.each(["", "&status=available", "&categoryId=1&status=available", "&sort=oldest", "&q=pe&sex=female"])(
    "paging visits every animal that stays exactly once, while others are added, changed and removed %s",
    async (filter) => {
      await store(Array.from({ length: 60 }, () => ({ kind: 1n, status: "available" as const })));
      const addProfiles = "INSERT INTO pet_profiles (pet_id, sex) SELECT id, 'female' FROM pets ON CONFLICT DO NOTHING";
      await pool().query(addProfiles);
      // Every third animal stays. The others leave in an order unrelated to the pages.
      const leaving = Array.from({ length: 60 }, (_, index) => ((index * 37) % 60) + 1).filter((id) => id % 3 !== 0);
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
        expect(ids.filter((id) => id <= 60n && id % 3n === 0n)).toHaveLength(20);
      }
    },
  );

  test("links are absolute and keep the parameters of the operation, and no others", async () => {
    await storeSold(9);
    const query = "?limit=4&status=sold&ids=1%2C2%2C3%2C4%2C5%2C6%2C7%2C8%2C9&sort=oldest&include=version";
    const first = await list(`${query.replace("sold", "%73old")}&x=${"y".repeat(14_000)}&__proto__=1&a[b]=%00&a[b]=`);
    const next = linkOf(first, "next");
    expect(linkOf(first, "first")?.href).toBe(`${service.origin}/v1/pets${query}`);
    expect(next?.search).toBe(`${query}&cursor=${cursorIn(next)}`);
    const second = await follow(next);
    expect(idsOf([expectPets(second)])).toEqual([5n, 6n, 7n, 8n]);
    expect(linkOf(second, "first")?.search).toBe(query);
    expect(linkOf(second, "prev")?.search).toBe(`${query}&cursor=${cursorIn(linkOf(second, "prev"))}`);
  });

  test("a cursor continues at the same place with another limit or filter, and with another sort it gets 400", async () => {
    await storeSold(9);
    const newest = cursorIn(linkOf(await list("?limit=3"), "next"));
    expect(idsOf([expectPets(await list(`?limit=100&cursor=${newest}`))])).toEqual([6n, 5n, 4n, 3n, 2n, 1n]);
    expect(idsOf([expectPets(await list(`?categoryId=0&cursor=${newest}`))])).toEqual([5n, 3n, 1n]);
    const oldest = cursorIn(linkOf(await list("?limit=3&sort=oldest"), "next"));
    for (const query of [`?sort=oldest&cursor=${newest}`, `?sort=newest&cursor=${oldest}`, `?cursor=${oldest}`]) {
      const message = "cursor must be one that this service gave in a Link header";
      expectError(await list(query), 400, "bad_request", message);
    }
  });
});
