import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { insertValues, STORED_COLUMNS } from "./columns";

test("an animal that is removed or restored keeps every column but the generated one", () => {
  const [, model = ""] = /^model Pet \{\n(.*?)^\}/ms.exec(readFileSync("prisma/schema.prisma", "utf8")) ?? [];
  // A list is a relation.
  const fields = [...model.matchAll(/^ {2}(\w+) +\w+\??(?![\w?[])(.*)$/gm)];
  const columns = fields.map(([, field = "", attributes = ""]) => /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? field);
  expect([...STORED_COLUMNS.split(", "), "folded"].sort()).toEqual(columns.sort());
});

test("an addition is one element in each array", () => {
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
