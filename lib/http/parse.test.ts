import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../errors";
import { ListPetsQuery } from "../pets/schema";
import { pageLinks, parsePageLinks } from "./links";
import { parseQuery } from "./parse";

describe("parseQuery", () => {
  test("property: any query string gives a valid query or a bad request that names a parameter", () => {
    const name = fc.oneof(fc.constantFrom("limit", "status", "cursor", "__proto__", "constructor"), fc.string());
    const value = fc.oneof(fc.constantFrom("20", "sold", "pending", ""), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        try {
          const { limit, status } = parseQuery(ListPetsQuery, new URLSearchParams(pairs).toString());
          expect(limit).toBeGreaterThanOrEqual(1);
          expect(limit).toBeLessThanOrEqual(100);
          expect(["available", "pending", "sold", undefined]).toContain(status);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect((error as ApiError).message).toMatch(/^(limit|status|cursor) must /);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("property: parameters that the schema does not name change nothing", () => {
    const unknown = fc.string().filter((name) => !["limit", "status", "cursor"].includes(name));
    fc.assert(
      fc.property(fc.array(fc.tuple(unknown, fc.string())), (pairs) => {
        const search = new URLSearchParams([...pairs, ["limit", "7"]]);
        expect(parseQuery(ListPetsQuery, search.toString())).toEqual({ limit: 7 });
      }),
    );
  });
});

describe("page links", () => {
  test("property: cursors survive the header, other parameters are kept", () => {
    const cursor = fc.option(fc.stringMatching(/^[\w-]{1,40}$/));
    fc.assert(
      fc.property(cursor, cursor, fc.string(), (next, prev, other) => {
        const url = new URL("http://localhost:3000/v1/pets?cursor=old");
        url.searchParams.set("other", other);
        const header = pageLinks(url.origin + url.pathname, url.search.slice(1), { next, prev });
        expect(parsePageLinks(header)).toEqual({ next, prev });
        const first = new URL(/<([^>]*)>; rel="first"/.exec(header)?.[1] ?? "");
        expect(first.searchParams.get("other")).toBe(url.searchParams.get("other"));
        expect(first.searchParams.has("cursor")).toBe(false);
      }),
    );
  });

  test("no header: no neighbours", () => expect(parsePageLinks(null)).toEqual({ next: null, prev: null }));
});
