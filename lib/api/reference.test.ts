import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Int64 } from "../values/schemas";
import { schemaOf } from "./openapi";
import { fieldsOf, schemaWords } from "./reference";

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
  const names = (schema: z.ZodMiniType) => fieldsOf(schemaOf(schema, "input")).map(({ name }) => name);

  test("fields within fields and lists have their path", () => {
    const day = z.object({ day: z.string(), counts: z.object({ used: z.int() }) });
    expect(names(z.object({ id: z.string(), usage: z.array(day), last: z.nullable(day) }))).toEqual([
      ...["id", "usage", "usage[].day", "usage[].counts", "usage[].counts.used"],
      ...["last", "last.day", "last.counts", "last.counts.used"],
    ]);
  });

  test("the fields of a list are those of its members", () => {
    expect(names(z.array(z.object({ id: z.string() })))).toEqual(["id"]);
  });

  test("optional fields and fields with a default are not required", () => {
    const schema = z.object({ a: z.string(), b: z.optional(z.string()), c: z._default(z.string(), "x") });
    expect(fieldsOf(schemaOf(schema, "input")).map(({ required }) => required)).toEqual([true, false, false]);
  });

  test("fields of alternatives are listed once", () => {
    const schema = z.union([z.object({ a: z.string(), b: z.string() }), z.object({ a: z.string(), c: z.string() })]);
    expect(names(schema)).toEqual(["a", "b", "c"]);
  });
});
