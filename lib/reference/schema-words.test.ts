import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { choicesParam } from "../http/parameters";
import { Int64 } from "../values/schemas";
import { type JsonSchema, schemaOf } from "./json-schema";
import { membersOf, schemaWords } from "./schema-words";

const components = {
  schemas: {
    Photo: { type: "object", description: "A photo.", properties: { id: { type: "string" } }, required: ["id"] },
    PetStatus: { type: "string", enum: ["available", "sold"], description: "Whether it can be adopted." },
  },
} as const satisfies { schemas: Record<string, JsonSchema> };
const photo: JsonSchema = { $ref: "#/components/schemas/Photo" };
const status: JsonSchema = { $ref: "#/components/schemas/PetStatus" };

const words = (schema: z.ZodMiniType) => schemaWords(schemaOf(schema, "input"), components);

describe("schemaWords", () => {
  const count = z.int().check(z.gte(1), z.lte(100));
  const png = { contentMediaType: "image/png", minLength: 1, maxLength: 9 };
  test.each<[string, z.ZodMiniType, string]>([
    ["a text with bounds", z.string().check(z.minLength(1), z.maxLength(255)), "text, 1 to 255 characters"],
    ["a text up to a length", z.string().check(z.maxLength(4_000)), "text, up to 4,000 characters"],
    ["a number with a default", z._default(count, 20), "whole number, 1 to 100; `20` when absent"],
    ["a number without bounds that mean something", z.int().check(z.gte(0)), "whole number, at least 0"],
    ["an int64", Int64, "int64"],
    ["a choice", z._default(z.enum(["staff", "admin"]), "staff"), "one of `staff`, `admin`; `staff` when absent"],
    ["null", z._default(z.nullable(z.string()), null), "text, or null; `null` when absent"],
    ["an empty default", z._default(z.string(), ""), "text; empty when absent"],
    ["several choices", choicesParam(["a", "b"]), "some of `a`, `b`, separated by commas"],
    ["null beside bounds", z.nullable(z.int().check(z.gte(1), z.lte(9))), "whole number, 1 to 9, or null"],
    ["a file", z.string().register(z.globalRegistry, png), "the file itself"],
    ["one value", z.literal(1), "`1`"],
    ["true or false", z.boolean(), "true or false"],
    ["a format", z.iso.datetime(), "date and time"],
    ["a list of objects", z.array(z.object({})).check(z.maxLength(6)), "list of objects, up to 6 of them"],
    [
      "a list of texts",
      z.array(z.enum(["a", "b"])).check(z.minLength(1)),
      "list of values: one of `a`, `b`, at least 1 of them",
    ],
    ["two kinds", z.union([z.string(), z.boolean()]), "text or true or false"],
  ])("%s", (_name, schema, expected) => {
    expect(words(schema)).toBe(expected);
  });

  test.each<[string, JsonSchema, string]>([
    ["a link, if it has members", { anyOf: [photo, { type: "null" }] }, "[Photo](/docs/Photo), or null"],
    ["a link in a list", { type: "array", items: photo, maxItems: 6 }, "list of [Photo](/docs/Photo), up to 6 of them"],
    ["what it stands for, otherwise", { ...status, default: "sold" }, "one of `available`, `sold`; `sold` when absent"],
  ])("a named schema is %s", (_what, schema, expected) => {
    expect(schemaWords(schema, components)).toBe(expected);
  });
});

describe("membersOf", () => {
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
  ])("members %s", (_what, schema, names) => {
    expect(membersOf(schemaOf(schema, "input"), components).map(({ name }) => name)).toEqual(names);
  });

  test("each says what it may be and what it means, here or where it is named", () => {
    const properties = {
      photo: { ...photo, description: "The first one." },
      status: { ...status, description: "Only for people." },
      photos: { type: "array", items: photo },
    };
    expect(membersOf({ type: "object", required: ["photo"], properties } as JsonSchema, components)).toEqual([
      { name: "photo", value: "[Photo](/docs/Photo)", meaning: "The first one." },
      {
        name: "status",
        value: "one of `available`, `sold`; optional",
        meaning: "Only for people. Whether it can be adopted.",
      },
      { name: "photos", value: "list of [Photo](/docs/Photo); optional", meaning: "" },
    ]);
  });
});
