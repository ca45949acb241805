import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { DETAIL_COLUMNS, INSERT, insertValues, LIST_COLUMNS, toPet, toPetDetail } from "./columns";
import { NewPet, Pet, PetDetail } from "./schema";

const list = LIST_COLUMNS.split(", ");
const all = DETAIL_COLUMNS.split(", ");
/** Most bytes of an index row (PostgreSQL, "B-Tree Indexes": a third of a page). */
const MAX_INDEX_ROW_BYTES = 2_704;

describe("the covering indexes", () => {
  const listIndex = list;
  const byStatusIndex = ["status", ...list.filter((name) => name !== "status")];

  test("hold exactly the list columns, in order: prisma/schema.prisma", () => {
    expect(modelIndex("pets_list_idx")).toEqual(listIndex);
    expect(modelIndex("pets_list_by_status_idx")).toEqual(byStatusIndex);
  });

  test("hold exactly the list columns, in order: the migrations", () => {
    expect(migratedIndex("pets_list_idx")).toEqual(listIndex);
    expect(migratedIndex("pets_list_by_status_idx")).toEqual(byStatusIndex);
  });

  test("can store the longest possible pet", () => {
    const bytes = list.map((name) => mostBytes(model().get(name)?.type ?? ""));
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_INDEX_ROW_BYTES);
  });
});

describe("the table of columns", () => {
  test("names every column of the model except created_at, which only the feed reads", () => {
    expect([...all, "created_at"].sort()).toEqual([...model().keys()].sort());
  });

  test("reads every field of the API, in the API's order", () => {
    const row = all.map((name) => ({ id: "7", category_id: "-9223372036854775808", status: "sold" })[name] ?? "text");
    expect(Object.keys(toPet(row))).toEqual(Object.keys(Pet.shape));
    expect(Object.keys(toPetDetail(row))).toEqual(Object.keys(PetDetail.shape));
    expect(toPet(row)).toEqual({ id: 7n, name: "text", categoryId: -(2n ** 63n), status: "sold" });
  });

  test("inserts every field that a client may send", () => {
    const names = /\(([^)]*)\)/.exec(INSERT)?.[1]?.split(", ");
    const fields = new Map([...model()].map(([name, { field }]) => [name, field]));
    expect(names?.map((name) => fields.get(name))).toEqual(Object.keys(NewPet.shape));
    const pets = [
      { name: 'Sir "B\\arks", {NULL}', categoryId: 2n },
      { name: "NULL", categoryId: 1n, status: "sold" as const },
    ];
    expect(insertValues(pets).slice(0, 3)).toEqual([
      '{"Sir \\"B\\\\arks\\", {NULL}","NULL"}',
      '{"2","1"}',
      '{"available","sold"}',
    ]);
  });
});

/** The model Pet of prisma/schema.prisma: its fields and types by the names of their columns. */
function model(): Map<string, { field: string; type: string }> {
  const lines = [...modelText().matchAll(/^ {2}(\w+) +(\w+\??)(.*)$/gm)];
  return new Map(
    lines.map(([, field = "", type = "", attributes = ""]) => [
      /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? field,
      { field, type: /@db\.(VarChar\(\d+\))/.exec(attributes)?.[1] ?? type },
    ]),
  );
}

function modelText(): string {
  return /^model Pet \{\n(.*?)^\}/ms.exec(readFileSync("prisma/schema.prisma", "utf8"))?.[1] ?? "";
}

/** The columns of an index of the model. */
function modelIndex(name: string): (string | undefined)[] | undefined {
  const columns = new Map([...model()].map(([column, { field }]) => [field, column]));
  const fields = new RegExp(`@@index\\(\\[([^\\]]*)\\], map: "${name}"\\)`).exec(modelText())?.[1];
  return fields?.split(", ").map((field) => columns.get(field));
}

/** The columns of an index after the last migration. */
function migratedIndex(name: string): string[] | undefined {
  const migrations = readdirSync("prisma/migrations", { recursive: true, encoding: "utf8" });
  const text = migrations
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => readFileSync(`prisma/migrations/${file}`, "utf8"))
    .join("\n");
  const made = [...text.matchAll(new RegExp(`CREATE INDEX "?${name}"? ON "?pets"? ?\\(([^)]*)\\)`, "g"))];
  return made.at(-1)?.[1]?.replaceAll('"', "").split(", ");
}

/** Most bytes that a value of a type takes in an index; a text without a length has no such number. */
function mostBytes(type: string): number {
  const characters = /^VarChar\((\d+)\)$/.exec(type)?.[1];
  if (characters !== undefined) return 4 * Number(characters) + 4;
  if (["BigInt", "PetStatus", "Int", "Boolean", "DateTime"].includes(type.replace("?", ""))) return 8;
  return Number.POSITIVE_INFINITY;
}
