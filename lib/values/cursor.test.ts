import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  type ListSort,
  type PageRange,
  placeOf,
  readPage,
  timeAndIdOf,
} from "./cursor";
import { INT64_MAX } from "./schemas";

describe("cursors", () => {
  test("property: a cursor survives a round trip and is safe in a URL", () => {
    const direction = fc.constantFrom("older" as const, "newer" as const);
    const ids = fc.bigInt({ min: 0n, max: INT64_MAX });
    const byId = fc.tuple(fc.constantFrom("oldest" as const, "name" as const, undefined), ids);
    const times = fc.option(
      fc.date({ min: new Date(1), max: new Date("2999-12-31T23:59:59.999Z"), noInvalidDate: true }),
    );
    const byDate = fc
      .tuple(fc.constantFrom("shipDate" as const, "changed" as const), times, ids)
      .map(([sort, time, id]) => {
        const place = placeOf(time, id, sort);
        const none = sort === "shipDate" ? "infinity" : "-infinity";
        expect(timeAndIdOf(place)).toEqual({ time: time?.toISOString() ?? none, id });
        return [sort, place] as const;
      });
    fc.assert(
      fc.property(direction, fc.oneof(byId, byDate), (way, [order, id]) => {
        const cursor = { direction: way, id, ...(order && { sort: order }) };
        const text = encodeCursor(cursor);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual(cursor);
      }),
    );
  });

  test("property: any other string is not a cursor", () => {
    const near = fc.string().map((text) => Buffer.from(`o${text}`).toString("base64url"));
    const oldest = fc.nat().map((id) => Buffer.from(`O${id}`).toString("base64url"));
    const digits = fc.bigInt({ min: -5n, max: 2n ** 70n }).map((id) => Buffer.from(`n${id}`).toString("base64url"));
    let written = 0;
    fc.assert(
      fc.property(fc.oneof(fc.string(), near, digits, oldest), (text) => {
        const cursor = decodeCursor(text);
        if (!cursor) return;
        written++;
        expect(encodeCursor(cursor)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
    expect(written).toBeGreaterThan(20);
  });
});

describe("a page", () => {
  /** Returns a list from which entries may be removed between two reads. */
  function listOf(ids: Iterable<bigint>) {
    const stored = new Set(ids);
    const source = {
      idOf: (id: bigint) => id,
      read: async ({ direction, id, count }: PageRange) => {
        const found = [...stored].filter((one) => (direction === "older" ? one <= id : one >= id));
        const ascending = found.sort((a, b) => (a < b ? -1 : 1));
        return (direction === "older" ? ascending.reverse() : ascending).slice(0, count);
      },
    };
    return { stored, source };
  }
  const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 30n }), { maxLength: 30 });
  const sorts = fc.constantFrom<ListSort>("newest", "oldest", "shipDate", "changed");
  const isNewestFirst = (sort: ListSort) => sort === "newest" || sort === "changed";

  test("property: a link is there exactly when there is something behind it, whatever was removed", async () => {
    const removed = fc.array(fc.bigInt({ min: 0n, max: 31n }), { maxLength: 12 });
    const direction = fc.constantFrom("older" as const, "newer" as const);
    const cursors = fc.option(fc.record({ direction, id: fc.bigInt({ min: 0n, max: 31n }) }), { nil: undefined });
    const limits = fc.integer({ min: 1, max: 8 });
    await fc.assert(
      fc.asyncProperty(ids, removed, cursors, limits, sorts, async (all, gone, place, limit, sort) => {
        const { stored, source } = listOf(all);
        for (const id of gone) stored.delete(id);
        const cursor: Cursor | undefined = place && { ...place, sort };
        const { entries, next, prev } = await readPage({ limit, cursor, sort }, source);
        const order = (list: Iterable<bigint>) => [...list].sort((a, b) => (a < b === isNewestFirst(sort) ? 1 : -1));
        expect(entries).toEqual(order(entries));
        const onSide = order([...stored]).filter(
          (id) => !cursor || (cursor.direction === "older" ? id < cursor.id : id > cursor.id),
        );
        const isForward = !cursor || (cursor.direction === "older") === isNewestFirst(sort);
        expect(entries).toEqual(isForward ? onSide.slice(0, limit) : onSide.slice(-limit));
        const behind = async (link: string | null) => {
          if (!link) return [];
          const there = await readPage({ limit: 100, cursor: decodeCursor(link) ?? undefined, sort }, source);
          expect(there.entries).not.toEqual([]);
          return there.entries;
        };
        expect([...(await behind(prev)), ...entries, ...(await behind(next))]).toEqual(order(stored));
      }),
      { numRuns: 500 },
    );
  });

  test("towards newer entries nothing above the settled id is shown, and nothing above it is left out later", async () => {
    const { source } = listOf([1n, 2n, 4n, 5n]);
    const settled = {
      ...source,
      settle: async (read: () => Promise<bigint[]>) => ({ rows: await read(), settled: 3n }),
    };
    const page = await readPage({ limit: 10, sort: "oldest" }, settled);
    expect(page).toEqual({ entries: [1n, 2n], next: null, prev: null });
    const older = await readPage({ limit: 1, cursor: { direction: "older", id: 5n } }, settled);
    expect(older.entries).toEqual([4n]);
    expect(decodeCursor(String(older.prev))).toEqual({ direction: "newer", id: 3n });
  });
});
