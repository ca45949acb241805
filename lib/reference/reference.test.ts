import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "../api/endpoint";
import { Int64, NoBody } from "../values/schemas";
import { schemaOf } from "./json-schema";
import { describeReference, fieldsOf, schemaWords } from "./reference";

const words = (schema: z.ZodMiniType) => schemaWords(schemaOf(schema, "input"));

describe("schemaWords", () => {
  test.each<[string, z.ZodMiniType, string]>([
    ["a text with bounds", z.string().check(z.minLength(1), z.maxLength(255)), "text, 1 to 255 characters"],
    ["a text up to a length", z.string().check(z.maxLength(4_000)), "text, up to 4,000 characters"],
    [
      "a number with a default",
      z._default(z.int().check(z.gte(1), z.lte(100)), 20),
      "whole number, 1 to 100; 20 when absent",
    ],
    ["a number without bounds that mean something", z.int().check(z.gte(0)), "whole number, at least 0"],
    ["an int64", Int64, "int64"],
    ["a choice", z._default(z.enum(["staff", "admin"]), "staff"), "one of staff, admin; staff when absent"],
    ["null", z._default(z.nullable(z.string()), null), "text, or null; null when absent"],
    ["null beside bounds", z.nullable(z.int().check(z.gte(1), z.lte(9))), "whole number, 1 to 9, or null"],
    [
      "a file",
      z.string().register(z.globalRegistry, { contentMediaType: "image/png", minLength: 1, maxLength: 9 }),
      "the file itself",
    ],
    ["one value", z.literal(1), "1"],
    ["true or false", z.boolean(), "true or false"],
    ["a format", z.iso.datetime(), "date and time"],
    ["a list of objects", z.array(z.object({})).check(z.maxLength(6)), "list of objects, up to 6 of them"],
    [
      "a list of texts",
      z.array(z.enum(["a", "b"])).check(z.minLength(1)),
      "list of values: one of a, b, at least 1 of them",
    ],
    ["two kinds", z.union([z.string(), z.boolean()]), "text or true or false"],
    [
      "a description",
      z.string().register(z.globalRegistry, { description: "made by the form" }),
      "text; made by the form",
    ],
  ])("%s", (_name, schema, expected) => {
    expect(words(schema)).toBe(expected);
  });
});

describe("fieldsOf", () => {
  const day = z.object({ day: z.string(), counts: z.object({ used: z.int() }) });
  const alternatives = [
    z.object({ a: z.string(), b: z.string() }),
    z.object({ a: z.string(), c: z.string() }),
  ] as const;

  test.each<[what: string, z.ZodMiniType, names: string[]]>([
    [
      "within fields and lists have their path",
      z.object({ id: z.string(), usage: z.array(day), last: z.nullable(day) }),
      [
        ...["id", "usage", "usage[].day", "usage[].counts", "usage[].counts.used"],
        ...["last", "last.day", "last.counts", "last.counts.used"],
      ],
    ],
    ["of a list are those of its members", z.array(z.object({ id: z.string() })), ["id"]],
    ["of alternatives are listed once", z.union(alternatives), ["a", "b", "c"]],
  ])("fields %s", (_what, schema, names) => {
    expect(fieldsOf(schemaOf(schema, "input")).map(({ name }) => name)).toEqual(names);
  });

  test("optional fields and fields with a default are not required", () => {
    const schema = z.object({ a: z.string(), b: z.optional(z.string()), c: z._default(z.string(), "x") });
    expect(fieldsOf(schemaOf(schema, "input")).map(({ required }) => required)).toEqual([true, false, false]);
  });
});

describe("describeReference", () => {
  const Pet = z.object({ id: Int64, name: z.string(), kind: z.string(), born: z.string() });
  const handle = async () => ({ data: { id: 1n, name: "A", kind: "b", born: "c" } });
  const read = { scope: "pets:read", returns: Pet, handle } as const;
  const deprecated = { since: new Date(0), sunset: new Date(1), documentation: "/docs", successor: "/v1/y" };
  const upload = {
    mediaTypes: ["image/png"],
    maxBytes: 2_000_000,
    timeoutMs: 60_000,
    pace: { bytes: 2_000, ms: 5_000 },
    admit: async () => {},
    convert: async () => {},
  };
  const [pets, photos] = describeReference({
    "/v1/pets": {
      GET: endpoint({ ...read, operationId: "getPet", summary: "Gets", isStable: true, sends: ["ETag"], deprecated }),
      POST: endpoint({
        ...{ ...read, operationId: "addPet", summary: "Adds", status: 201, sends: ["Location"] },
        ...{ query: z.object({ q: z.optional(z.string()) }), body: z.object({ name: z.string() }) },
      }),
    },
    "/v1/shelter/[id]": {
      PUT: endpoint({
        ...{
          operationId: "setPhoto",
          summary: "Sets",
          scope: "pets:write",
          needsPassword: true,
          refuses: ["conflict"],
        },
        ...{ params: z.object({ id: z.string() }), upload, precondition: "required", returns: NoBody, status: 204 },
        handle: async () => ({ data: undefined }),
      }),
    },
  });
  const fields = [["id", "int64"], ...["name", "kind", "born"].map((name) => [name, "text"])].map(([name, words]) => {
    return { name, required: true, words };
  });

  test("the operations are grouped by the first part of their paths", () => {
    expect([pets?.name, photos?.name]).toEqual(["pets", "shelter"]);
    expect(pets?.operations[0]).toEqual({
      ...{
        id: "getPet",
        tag: "Animals",
        summary: "Gets",
        method: "GET",
        path: "/v1/pets",
        scope: "pets:read",
        stability: null,
      },
      ...{ sunset: new Date(1), parameters: [], body: null, sameAnswer: null, refusals: expect.any(Array) },
      success: {
        ...{ status: "200", headers: ["ETag"] },
        body: { types: ["application/json"], words: "object", fields },
      },
    });
  });

  test("an answer with the fields of an earlier one refers to that", () => {
    expect(pets?.operations[1]).toMatchObject({
      ...{ method: "POST", stability: "experimental", sunset: null, sameAnswer: { id: "getPet", summary: "Gets" } },
      parameters: [
        { name: "q", place: "query", required: false, words: "text" },
        { name: "Idempotency-Key", place: "header", required: false, words: "text, 1 to 255 characters" },
      ],
      body: { types: ["application/json"], fields: [{ name: "name", required: true, words: "text" }] },
      success: { status: "201", headers: ["Location", "Idempotent-Replayed", "Change-Set"] },
    });
  });

  test("a file has its bounds, and what is required is said", () => {
    const words = "At most 2 MB, which have to arrive within 60 seconds, at least 2 kB in every 5 seconds";
    expect(photos?.operations).toMatchObject([
      {
        ...{ path: "/v1/shelter/{id}", scope: "pets:write", success: { status: "204", body: null } },
        parameters: [
          { name: "id", place: "path", required: true, words: "text" },
          { name: "Idempotency-Key", place: "header", required: false },
          { name: "If-Match", place: "header", required: true, words: "text, up to 1,000 characters" },
        ],
        body: { types: ["image/png"], words: `the file itself. ${words}`, fields: [] },
      },
    ]);
    const refusals = photos?.operations[0]?.refusals.map(({ status, codes }) => `${status} ${codes}`) ?? [];
    expect(refusals.slice(0, 3)).toEqual(["401 unauthorized", "403 forbidden, password_required", "404 not_found"]);
    expect(refusals).toHaveLength(11);
  });
});
