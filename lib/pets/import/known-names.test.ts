import { expect, test } from "vitest";
import { linesAlike } from "./known-names";
import { readRows } from "./read-rows";
import { guessColumns, readTable } from "./table";

test("a new row looks like an animal with the same name and kind, however the name is written", () => {
  const table = readTable("name\tkind\tid\nPet 7\tdog\t\nPet 7\tcat\t\npet 8\tdog\t\nPet 7\tdog\t7\nPet 7\tdragon\t");
  const rows = readRows(table, guessColumns(table));
  expect(linesAlike(rows, new Map([["pet 7", [{ id: 7n, name: "Pét 7", categoryId: 1n }]]]))).toEqual([2]);
});
