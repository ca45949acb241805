import { describe, expect, test } from "vitest";
import { MAX_ROWS, readPaste } from "./paste";

const pets = (text: string) => readPaste(text).rows.map(({ pet }) => pet);

describe("readPaste", () => {
  test("reads spreadsheet rows with names, numbers and words, with or without headings", () => {
    const expected = [
      { name: "Biscuit", categoryId: 1n, status: "available" },
      { name: "Tom", categoryId: 2n, status: "sold" },
      { name: "Nemo", categoryId: 9223372036854775807n },
    ];
    const rows = "Biscuit\tDog\tAvailable\nTom\tcat\tadopted\nNemo\t9223372036854775807\t";
    expect(pets(rows)).toEqual(expected);
    expect(pets(`Name\tCategory\tStatus\n${rows}\n\n`)).toEqual(expected);
  });

  test("reads CSV with quotes", () => {
    expect(pets('"Sir ""Barks"", the 2nd",Dog,pending\n')).toEqual([
      { name: 'Sir "Barks", the 2nd', categoryId: 1n, status: "pending" },
    ]);
  });

  test("errors are reported by cell and line", () => {
    const { rows } = readPaste("Name\tCategory\tStatus\nBiscuit\tDragon\tasleep\n\tDog\nTom\t\nAda\tDog\tsold\tmore");
    expect(rows.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
      [2, ["categoryId", "status"]],
      [3, ["name"]],
      [4, ["categoryId"]],
      [5, ["row"]],
    ]);
    expect(rows.every(({ pet }) => pet === null)).toBe(true);
    expect(rows[0]?.errors.status).toBe("It must be one of available, pending, sold.");
    expect(rows[1]?.errors.name).toBe("This is required.");
  });

  test("no text gives no rows; too many rows are reported", () => {
    expect(readPaste(" \n\t\n")).toEqual({ rows: [], tooMany: false });
    const { rows, tooMany } = readPaste("Rex\tDog\n".repeat(MAX_ROWS + 1));
    expect([rows.length, tooMany]).toEqual([MAX_ROWS, true]);
  });
});

test("names may hold commas if tabs separate the cells", () => {
  const { rows } = readPaste("Rex, the old one\tDog\nMia, a mother\tCat");
  expect(rows.map(({ cells }) => [cells.name, cells.category])).toEqual([
    ["Rex, the old one", "Dog"],
    ["Mia, a mother", "Cat"],
  ]);
});
