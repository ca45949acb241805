import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "@/lib/database/pool";
import { expectPets, idsOf, linkOf, walk } from "../support/answers";
import { asOwner, suiteService } from "../support/service";

const service = suiteService();
type Status = "available" | "pending" | "sold";

beforeEach(() => asOwner("TRUNCATE pets RESTART IDENTITY CASCADE"));

async function store(statuses: readonly Status[]): Promise<void> {
  await pool().query(
    `INSERT INTO pets (name, category_id, status) SELECT 'Pet', 1, s FROM unnest($1::"PetStatus"[]) WITH ORDINALITY AS t (s, n) ORDER BY n`,
    [statuses],
  );
}

describe("GET /v1/pets – paging", () => {
  test("an empty list has only the link first", async () => {
    const answer = await service.call("GET /v1/pets");
    expect(expectPets(answer)).toEqual([]);
    expect(linkOf(answer, "next")).toBeNull();
    expect(linkOf(answer, "prev")).toBeNull();
    expect(linkOf(answer, "first")?.href).toBe(`${service.origin}/v1/pets`);
  });

  test("exactly one full page has no link next", async () => {
    await store(Array(20).fill("sold"));
    const answer = await service.call("GET /v1/pets");
    expect(expectPets(answer)).toHaveLength(20);
    expect(linkOf(answer, "next")).toBeNull();
  });

  test("links are absolute and keep the other parameters, and first has no cursor", async () => {
    await store(Array(9).fill("sold"));
    const first = await service.call("GET /v1/pets?limit=4&status=%73old&x=%C3%A9%26");
    const next = linkOf(first, "next");
    expect(next?.search).toMatch(/^\?limit=4&status=sold&cursor=[\w-]+$/);
    const second = await service.call(`GET ${next?.pathname}${next?.search}`);
    expect(idsOf([expectPets(second)])).toEqual([5n, 4n, 3n, 2n]);
    expect(linkOf(second, "first")?.searchParams.has("cursor")).toBe(false);
    expect(linkOf(second, "first")?.search).toBe("?limit=4&status=sold");
    expect(linkOf(second, "prev")?.searchParams.get("limit")).toBe("4");
  });

  test("unknown parameters are not repeated in links", async () => {
    await store(Array(5).fill("sold"));
    const answer = await service.call(`GET /v1/pets?limit=2&x=${"y".repeat(14_000)}&${"z=%22&".repeat(10)}`);
    expectPets(answer);
    expect(linkOf(answer, "next")?.search).toMatch(/^\?limit=2&cursor=[\w-]+$/);
    expect(answer.headers.link?.length).toBeLessThan(300);
  });

  test("the limit may change between pages", async () => {
    await store(Array(10).fill("sold"));
    const cursor = linkOf(await service.call("GET /v1/pets?limit=3"), "next")?.searchParams.get("cursor");
    expect(idsOf([expectPets(await service.call(`GET /v1/pets?limit=100&cursor=${cursor}`))])).toEqual([
      7n,
      6n,
      5n,
      4n,
      3n,
      2n,
      1n,
    ]);
  });

  test("paging visits every animal exactly once, in order, while others are added", async () => {
    await store(Array(60).fill("available"));
    const add = () => service.call("POST /v1/pets", { body: `{"name":"New","categoryId":1}` });
    const { pages, last } = await walk(service, "/v1/pets?limit=7", "next", () => Promise.all([add(), add(), add()]));
    const ids = idsOf(pages);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(b - a)));
    // The page may have animals that were added during the first request, but none of the earlier ones is missing.
    expect(ids.filter((id) => id <= 60n)).toHaveLength(60);
    const back = await walk(service, last, "prev", add);
    const seen = idsOf(back.pages.toReversed());
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => Number(b - a)));
    expect(seen.filter((id) => id <= 60n)).toHaveLength(60);
  });

  test.each(["", "&status=available"])(
    "paging visits every animal that stays exactly once, while others are added, changed and removed %s",
    async (filter) => {
      await store(Array(90).fill("available"));
      // Every third animal is removed and every other third is sold, in an order unrelated to the pages.
      const leaving = Array.from(
        { length: 60 },
        (_, index) => ((index * 37) % 60) + Math.floor(((index * 37) % 60) / 2) + 1,
      );
      const staying = Array.from({ length: 90 }, (_, index) => BigInt(index + 1)).filter((id) => id % 3n === 0n);
      const change = async () => {
        await service.call("POST /v1/pets", { body: `{"name":"New","categoryId":1}` });
        const [removed, sold] = leaving.splice(0, 2);
        await pool().query("DELETE FROM pets WHERE id = $1", [removed]);
        await pool().query("UPDATE pets SET name = 'Old', status = 'sold' WHERE id = $1", [sold]);
      };
      const { pages, last } = await walk(service, `/v1/pets?limit=4${filter}`, "next", change);
      const back = await walk(service, last, "prev", change);
      for (const ids of [idsOf(pages), idsOf(back.pages.toReversed())]) {
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(b - a)));
        expect(ids.filter((id) => id <= 90n && id % 3n === 0n)).toEqual(staying.toReversed());
      }
      expect(leaving.length).toBeLessThan(20);
    },
  );

  test.each(["", "&status=available"])("no link leads to a place where everything was removed %s", async (filter) => {
    await store(Array(6).fill("available"));
    const first = linkOf(await service.call(`GET /v1/pets?limit=2${filter}`), "next");
    const second = await service.call(`GET ${first?.pathname}${first?.search}`);
    const [next, prev] = [linkOf(second, "next"), linkOf(second, "prev")];
    await pool().query("DELETE FROM pets WHERE id IN (5, 6)");
    expect(linkOf(await service.call(`GET ${first?.pathname}${first?.search}`), "prev")).toBeNull();
    const newest = await service.call(`GET ${prev?.pathname}${prev?.search}`);
    expect(expectPets(newest)).toEqual([]);
    expect(linkOf(newest, "next")).not.toBeNull();
    await pool().query("DELETE FROM pets WHERE id <= 4");
    for (const link of [next, prev]) {
      const empty = await service.call(`GET ${link?.pathname}${link?.search}`);
      expect(expectPets(empty)).toEqual([]);
      expect([linkOf(empty, "next"), linkOf(empty, "prev")]).toEqual([null, null]);
    }
  });

  test("property: for any list, limit and filter, paging forwards and backwards visits the same animals once", async () => {
    const status = fc.constantFrom<Status>("available", "pending", "sold");
    const list = fc.array(status, { maxLength: 40 });
    const property = fc.asyncProperty(
      list,
      fc.integer({ min: 1, max: 12 }),
      fc.option(status),
      async (statuses, limit, filter) => {
        await asOwner("TRUNCATE pets RESTART IDENTITY CASCADE");
        await store(statuses);
        const expected = statuses
          .flatMap((own, index) => (filter === null || own === filter ? [BigInt(index + 1)] : []))
          .reverse();
        const start = `/v1/pets?limit=${limit}${filter === null ? "" : `&status=${filter}`}`;
        const { pages, last } = await walk(service, start, "next");
        expect(idsOf(pages)).toEqual(expected);
        expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / limit)));
        const back = await walk(service, last, "prev");
        expect(idsOf(back.pages.toReversed())).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
