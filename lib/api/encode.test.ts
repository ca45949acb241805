import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { codePoint } from "@/e2e/testing/code-point";
import { encodeJson } from "../http/json";
import { KeyDetail, KeySecret } from "../keys/schema";
import { Pets } from "../pets/list/schema";
import { Pet } from "../pets/schema";
import { encoderOf } from "./encode";

type Case = { schema: z.ZodMiniType; value: unknown };

const leaf: fc.Arbitrary<Case> = fc.oneof(
  fc.string({ unit: codePoint }).map((value) => ({ schema: z.string(), value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ schema: z.bigint(), value })),
  fc.boolean().map((value) => ({ schema: z.boolean(), value })),
  fc.integer().map((value) => ({ schema: z.int(), value })),
  fc.constantFrom("available", "pending", 'so"ld').map((value) => ({
    schema: z.enum(["available", "pending", 'so"ld']),
    value,
  })),
  fc.constant({ schema: z.nullable(z.string()), value: null }),
  fc.oneof(fc.bigInt({ min: 0n, max: 1_000n }), fc.integer()).map((value) => ({
    schema: z
      .pipe(z.union([z.number(), z.bigint()]), z.transform(Number))
      .register(z.globalRegistry, { type: "integer" }),
    value,
  })),
  fc.bigInt({ min: 0n, max: 1_000n }).map((value) => ({
    schema: z.pipe(z.union([z.number(), z.bigint()]), z.transform(Number)),
    value,
  })),
  fc.dictionary(fc.string(), fc.string()).map((value) => ({ schema: z.record(z.string(), z.unknown()), value })),
);

/** Names of members, without those that every object inherits; no schema has such a name. */
const name = fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), fc.constant('a"b')).filter((key) => !(key in {}));

const { any } = fc.letrec<{ any: Case }>((tie) => {
  const some = tie("any");
  const list = fc.array(some, { minLength: 1, maxLength: 1 }).chain(([first]) =>
    fc.integer({ min: 0, max: 3 }).map((count) => ({
      schema: z.array(first?.schema ?? z.string()),
      value: Array.from({ length: count }, () => first?.value),
    })),
  );
  const object = fc
    .uniqueArray(fc.tuple(name, some, fc.constantFrom("there", "optional", "absent")), {
      selector: ([key]) => key,
      maxLength: 5,
    })
    .map((members): Case => {
      const schemas = members.map(([key, { schema }, how]) => [key, how === "there" ? schema : z.optional(schema)]);
      const values = members.flatMap(([key, { value }, how]) => (how === "absent" ? [] : [[key, value]]));
      return { schema: z.object(Object.fromEntries(schemas)), value: Object.fromEntries(values) };
    });
  return { any: fc.oneof({ maxDepth: 4 }, leaf, list, object) };
});

const PET = {
  id: 9_223_372_036_854_775_807n,
  name: 'A "dog"\u2028\ud83d\udc15',
  categoryId: -1n,
  status: "sold",
} as const;

test("property: the output equals parsing by the schema and encoding the result", () => {
  fc.assert(
    fc.property(any, ({ schema, value }) => {
      expect(encoderOf(schema)(value)).toBe(encodeJson(schema.parse(value)));
    }),
    { numRuns: 300 },
  );
});

describe("encoderOf – frozen members", () => {
  const encode = encoderOf(z.object({ member: z.object({ name: z.string() }) }));
  const text = (name: string) => `{"member":{"name":"${name}"}}`;

  test("the JSON of a frozen object is cached, that of another is not", () => {
    let reads = 0;
    const member = {
      get name() {
        return String(++reads);
      },
    };
    expect([encode({ member }), encode({ member })]).toEqual([text("1"), text("2")]);
    Object.freeze(member);
    expect([encode({ member }), encode({ member })]).toEqual([text("3"), text("3")]);
  });

  test("each schema has its own text of an object", () => {
    const member = Object.freeze({ name: "Bella", age: "2" });
    expect(encode({ member })).toBe(text("Bella"));
    expect(encoderOf(z.object({ member: z.object({ age: z.string() }) }))({ member })).toBe('{"member":{"age":"2"}}');
  });

  test("a frozen value of a wrong type fails", () => {
    for (const member of ["Bella", null, Object.freeze(["Bella"]), Object.freeze({ name: 1 })])
      expect(() => encode({ member })).toThrow(TypeError);
  });
});

test("unknown members are left out at every level", () => {
  const row = { ...PET, hash: "secret", owner: { password: "secret" } };
  const text = encoderOf(z.object({ pets: Pets }))({ pets: [row, row], session: "secret" });
  expect(text).toBe(encodeJson({ pets: [PET, PET] }));
});

describe("encoderOf – refusals", () => {
  const wrong: [what: string, schema: z.ZodMiniType, value: unknown][] = [
    ["a number for an int64: it may have lost digits", Pet, { ...PET, id: 1 }],
    ["a value that is not in the list", Pet, { ...PET, status: "lost" }],
    ["an object that can be written as a string", Pet, { ...PET, name: { toJSON: () => "A", toString: () => "A" } }],
    ["undefined in an array", Pets, [PET, undefined, PET]],
    ["NaN for a number", z.object({ count: z.number() }), { count: Number.NaN }],
    ["a key without its windows", KeyDetail, {}],
  ];
  test.each(wrong)("%s", (_what, schema, value) => {
    expect(() => schema.parse(value)).toThrow();
    expect(() => encoderOf(schema)(value)).toThrow();
  });

  const textOrNull = (write: () => string) => {
    try {
      return write();
    } catch {
      return null;
    }
  };

  test("property: writes nothing that the schema would refuse", () => {
    fc.assert(
      fc.property(any, fc.anything({ withBigInt: true, withSparseArray: true }), ({ schema }, value) => {
        const encode = encoderOf(schema);
        expect(textOrNull(() => encode(value))).toBe(textOrNull(() => encodeJson(schema.parse(value))));
      }),
      { numRuns: 300 },
    );
  });

  test("the error names types, never the value", () => {
    expect(() => encoderOf(KeySecret)({ id: "key_a", key: ["secret"] })).toThrow(
      new TypeError("the response should hold a string, not object"),
    );
  });
});
