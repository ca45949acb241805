import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ListPetsQuery } from "../pets/list/query";
import { ApiError } from "./errors";
import { parseQuery, readParameters } from "./parse";
import { pageLinks, parsePageLinks } from "./query-string";

const NAMES = Object.keys(ListPetsQuery.shape);
const parse = (search: string) => parseQuery(ListPetsQuery, readParameters(ListPetsQuery, search));

describe("parseQuery", () => {
  test("property: any query string gives a valid query or a bad request that names a parameter", () => {
    const name = fc.oneof(fc.constantFrom(...NAMES, "__proto__", "constructor"), fc.string());
    const value = fc.oneof(fc.constantFrom("20", "sold", "pending", ""), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (pairs) => {
        try {
          const { limit = 20, status } = parse(new URLSearchParams(pairs).toString());
          expect(limit).toBeGreaterThanOrEqual(1);
          expect(limit).toBeLessThanOrEqual(100);
          expect(["available", "pending", "sold", undefined]).toContain(status);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect(NAMES.some((one) => (error as ApiError).message.startsWith(`${one} must `))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("property: parameters are read as URLSearchParams reads them", () => {
  const piece = fc.constantFrom("limit", "status", "cursor", "=", "&", "?", "+", "%20", "%6c", "%", "é", "1", "sold");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const search = pieces.join("");
      const expected = [...new URLSearchParams(`?${search}`)].filter(([name]) => name in ListPetsQuery.shape);
      const repeated = new Set(expected.map(([name]) => name)).size < expected.length;
      if (repeated) expect(() => readParameters(ListPetsQuery, search)).toThrow("must be given at most once");
      else expect(Object.entries(readParameters(ListPetsQuery, search))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

describe("page links", () => {
  const path = "http://localhost:3000/v1/pets";
  const text = fc.string({ unit: "grapheme" });

  test("property: cursors survive the header, the operation's own parameters are kept, in one encoding", () => {
    const cursor = fc.option(fc.stringMatching(/^[\w-]{1,40}$/));
    fc.assert(
      fc.property(cursor, cursor, text, (next, prev, q) => {
        const header = pageLinks(path, { cursor: "old", limit: "20", q }, { next, prev });
        expect(parsePageLinks(header)).toEqual({ next, prev });
        const first = /<([^>]*)>; rel="first"/.exec(header)?.[1];
        expect(first).toBe(`${path}?${new URLSearchParams({ limit: "20", q })}`);
      }),
    );
  });

  test("without parameters the first page has no question mark", () => {
    expect(pageLinks(path, {}, { next: null, prev: null })).toBe(`<${path}>; rel="first"`);
    expect(pageLinks(path, { cursor: "x" }, { next: "bjE", prev: null })).toBe(
      `<${path}?cursor=bjE>; rel="next", <${path}>; rel="first"`,
    );
  });
});
