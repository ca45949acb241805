import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  assignments,
  COVERING_INDEXES,
  INSERT,
  insertValues,
  PET_COLUMNS,
  STORED_COLUMNS,
  toPet,
  toVersionedPet,
} from "./columns";
import { CHANGEABLE, NewPet, Pet } from "./schema";

const list = PET_COLUMNS.split(", ");
/** Maximum bytes of an index row (PostgreSQL, "B-Tree Indexes": a third of a page). */
const MAX_INDEX_ROW_BYTES = 2_704;

describe("the covering indexes", () => {
  test.each(Object.entries(COVERING_INDEXES))(
    "%s holds exactly the list columns, in the order that it needs",
    (index, first) => {
      const columns = [...first, ...list.filter((name) => !first.includes(name))];
      expect(migratedIndex(index)).toEqual(columns);
      // schema.prisma cannot say what a primary key includes.
      expect(modelIndex(index)).toEqual(index === "pets_pkey" ? undefined : columns);
    },
  );

  test("can store the longest possible pet", () => {
    const bytes = list.map((name) => mostBytes(model().get(name)?.type ?? ""));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_INDEX_ROW_BYTES);
  });
});

describe("the table of columns", () => {
  test("names every column of the model, with those of the addition and the version, without the generated one", () => {
    expect([...STORED_COLUMNS.split(", "), "folded"].sort()).toEqual([...model().keys()].sort());
  });

  test("reads every field of the API, in the API's order", () => {
    const row = list.map((name) => ({ id: "7", category_id: "-9223372036854775808", status: "sold" })[name] ?? "text");
    expect(Object.keys(toPet(row))).toEqual(Object.keys(Pet.shape));
    expect(toPet(row)).toEqual({ id: 7n, name: "text", categoryId: -(2n ** 63n), status: "sold" });
    expect(toVersionedPet([...row, "9223372036854775807"])).toEqual({ ...toPet(row), version: 2n ** 63n - 1n });
  });

  test("a change sets the columns that it names, and every field that a client may change", () => {
    expect(assignments({ name: "Bo", status: "sold" }, 5)).toEqual({
      text: ', name = $5::text, status = $6::"PetStatus"',
      values: ["Bo", "sold"],
    });
    const all = { name: "Bo", categoryId: 2n ** 62n, status: "sold" } as const;
    expect(Object.keys(all)).toEqual(Object.keys(CHANGEABLE));
    expect(assignments(all, 1).values).toEqual(["Bo", String(2n ** 62n), "sold"]);
    expect(assignments({}, 1)).toEqual({ text: "", values: [] });
  });

  test("inserts every field that a client may send, and the author", () => {
    const names = /\(([^)]*)\)/.exec(INSERT)?.[1]?.split(", ");
    const fields = new Map([...model()].map(([name, { field }]) => [name, field]));
    expect(names?.map((name) => fields.get(name))).toEqual([...Object.keys(NewPet.shape), "createdBy"]);
    const pets = [
      { name: 'Sir "B\\arks", {NULL}', categoryId: 2n },
      { name: "NULL", categoryId: 1n, status: "sold" as const },
    ];
    const author = { kind: "key", id: "key_7" } as const;
    expect(insertValues(pets.map((pet) => ({ pet, author })))).toEqual([
      '{"Sir \\"B\\\\arks\\", {NULL}","NULL"}',
      '{"2","1"}',
      '{"available","sold"}',
      '{"key:key_7","key:key_7"}',
    ]);
  });
});

/**
 * Returns a model of prisma/schema.prisma: its fields and types by the names of their columns. A list is a relation.
 */
function model(name = "Pet"): Map<string, { field: string; type: string }> {
  const lines = [...modelText(name).matchAll(/^ {2}(\w+) +(\w+\??)(?![\w?[])(.*)$/gm)];
  return new Map(
    lines.map(([, field = "", type = "", attributes = ""]) => [
      /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? field,
      { field, type: /@db\.(VarChar\(\d+\))/.exec(attributes)?.[1] ?? type },
    ]),
  );
}

function modelText(name = "Pet"): string {
  const text = new RegExp(`^model ${name} \\{\\n(.*?)^\\}`, "ms");
  return text.exec(readFileSync("prisma/schema.prisma", "utf8"))?.[1] ?? "";
}

/** Returns the columns of an index of the model. */
function modelIndex(name: string): (string | undefined)[] | undefined {
  const columns = new Map([...model()].map(([column, { field }]) => [field, column]));
  const fields = new RegExp(`@@index\\(\\[([^\\]]*)\\], map: "${name}"\\)`).exec(modelText())?.[1];
  return fields?.split(", ").map((field) => columns.get(field));
}

/** Returns the columns of an index of the migrations. */
function migratedIndex(name: string): string[] | undefined {
  const migrations = readdirSync("prisma/migrations", { recursive: true, encoding: "utf8" });
  const text = migrations
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(`prisma/migrations/${file}`, "utf8"))
    .join("\n");
  const columns = "\\(([^)]*)\\)";
  const made = text.matchAll(
    new RegExp(`(?:CREATE INDEX|CONSTRAINT) ${name} (?:ON pets|PRIMARY KEY) ${columns}(?: INCLUDE ${columns})?`, "g"),
  );
  const [, first, included] = [...made].at(-1) ?? [];
  return [first, included].flatMap((names) => names?.split(", ") ?? []);
}

/** Maximum bytes that a value of a type takes in an index; a string column without a length has no such number. */
function mostBytes(type: string): number {
  const characters = /^VarChar\((\d+)\)$/.exec(type)?.[1];
  if (characters !== undefined) return 4 * Number(characters) + 4;
  if (["BigInt", "PetStatus", "Int", "Boolean", "DateTime"].includes(type.replace("?", ""))) return 8;
  return Number.POSITIVE_INFINITY;
}
