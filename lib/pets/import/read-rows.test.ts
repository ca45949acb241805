import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bornOnOf } from "../edit/age-estimate";
import { NO_PROFILE } from "../profile/schema";
import { decodeFile, escapeCell, toCsv, unescapeCell } from "./csv";
import { readRows } from "./read-rows";
import { guessColumns, readTable } from "./table";
import { bornOnOfAge, bornOnOfText, categoryOfWord } from "./words";

const read = (text: string) => {
  const table = readTable(text);
  return readRows(table, guessColumns(table));
};

describe("reading rows", () => {
  test.each(["No.", "Nr", "#", "Number", "Animal ID", "ID"])("a column %s holds no ids of ours", (heading) => {
    const [row] = read(`${heading}\tName\tKind\n1\tLuna\tDog`);
    expect(row?.wanted).toEqual({ id: null, pet: { name: "Luna", categoryId: 1n, status: "available" } });
  });

  test("plurals and everyday words mean kinds, and any number is a category", () => {
    const words = ["Dogs", "bunnies", "Guinea  Pigs", "ponies", "budgie", "-5", "Category 12"];
    expect(words.map(categoryOfWord)).toEqual([1n, 3n, 4n, 8n, 6n, -5n, 12n]);
    expect(categoryOfWord("dragon")).toBeNull();
  });

  test("errors are at their cells, in words for people", () => {
    const [one, two, three] = read("name,kind,status,id\n,dragon,lost,x\nBo,dog,,7\nBa,dog,,7");
    expect(one?.errors.name).toBe("Enter a name");
    expect(one?.errors.kind).toBe("“dragon” is not a known kind");
    expect(one?.errors.status).toBe("“lost” is not a known status");
    expect(one?.errors.id).toMatch(/^An id is a whole number/);
    expect(two?.wanted?.id).toBe(7n);
    expect(three?.errors.id).toBe("Row 3 has the same id");
    const table = readTable("name,kind,id\nBo,dragon,7\nBa,dog,7");
    const edited = readRows(table, guessColumns(table), { cells: { 2: { kind: "Dog" } }, leftOut: [2] });
    expect(edited.map(({ wanted }) => wanted?.pet.categoryId)).toEqual([1n, 1n]);
    expect(read(`${"x".repeat(256)}\tdog`)[0]?.errors.name).toBe("The name can have up to 255 characters");
  });

  test("columns for the profile are read, and what is not understood is an error at its cell", () => {
    const headings = "Name,Kind,Primary breed,Gender,Date of birth,Size,Description";
    const long = "x".repeat(61);
    const [one, two] = read(
      `${headings}\nBo,dog, Beagle ,F,17.05.2024,xl,"Quiet.\nLikes cats"\nBa,dog,${long},it,2999,vast,`,
    );
    const profile = {
      breed: "Beagle",
      sex: "female",
      bornOn: "2024-05-17",
      size: "extra_large",
      story: "Quiet.\nLikes cats",
    };
    expect(one?.wanted?.profile).toEqual(profile);
    expect(Object.keys(two?.errors ?? {}).toSorted()).toEqual(["bornOn", "breed", "sex", "size"]);
    expect(two?.errors.breed).toBe("The breed can have up to 60 characters");
    const more = "Name,Kind,Age,Born,Good with children,Good with dogs,Good with cats";
    const [three, four, five] = read(`${more}\nBo,dog,3 years,,yes,N,\nBa,dog,2,2020,,,\nBu,dog,160,,maybe,,`);
    const bornOn = bornOnOf({ count: 3, unit: "years" });
    expect(three?.wanted?.profile).toEqual({ bornOn, goodWith: { children: true, dogs: false } });
    expect(four?.wanted?.profile).toEqual({ bornOn: "2020" });
    expect(Object.keys(five?.errors ?? {}).toSorted()).toEqual(["age", "children"]);
    const [six] = read("Name,Kind,Neutered,Energy level,Fee,Color\nBo,dog,Intact,moderate,120.50,Black");
    expect(six?.wanted?.profile).toEqual({ neutered: false, energy: "medium", adoptionFee: "120.50", colour: "Black" });
    expect(read("Luna,dogs,available")).toHaveLength(1);
    expect(read("id;sex\n12;male")[0]?.wanted).toEqual({ id: 12n, pet: {}, profile: { sex: "male" } });
  });

  test.each([
    ["2024", "2024"],
    ["2024-5-7", "2024-05-07"],
    ["7.5.2024", "2024-05-07"],
    ["17/5/2024", "2024-05-17"],
    ["5/17/2024", "2024-05-17"],
    ["3/4/2024", "3/4/2024"],
    ["May 2024", "May 2024"],
    ["3", "3"],
  ])("the date of birth %s is read as %s", (text, bornOn) => expect(bornOnOfText(text)).toBe(bornOn));

  test.each([
    ["2", { count: 2, unit: "years" }],
    ["about 1 year old", { count: 1, unit: "years" }],
    ["1.5 yrs", { count: 18, unit: "months" }],
    ["6 months", { count: 6, unit: "months" }],
    ["8m", { count: 8, unit: "months" }],
    ["2 yrs", { count: 2, unit: "years" }],
    ["10 wks", { count: 2, unit: "months" }],
    ["old", null],
    ["3 weeks ago", null],
  ] as const)("the age %s is an estimate", (text, estimate) =>
    expect(bornOnOfAge(text)).toBe(estimate && bornOnOf(estimate)),
  );
});

describe("a CSV file", () => {
  const PROFILE = { ...NO_PROFILE, ageGroup: null, photos: [] };
  const pet = (name: string, categoryId = 1n) => ({ id: 1n, name, categoryId, status: "available" as const });

  test("has no cell that a spreadsheet evaluates, and gives the same names when imported again", () => {
    const start = fc.constantFrom("", "=", "+", "-", "@", "＝", "＠", "'", "'=", "''@", '"', ",", ";");
    const names = fc.tuple(start, fc.stringMatching(/^[a-z"',;=+@' -]{1,20}$/)).map(([a, b]) => `${a}${b}x`.trim());
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (all) => {
        const csv = toCsv(all.map((name) => pet(name)));
        expect(read(csv).map(({ cells }) => cells.name)).toEqual(all);
        for (const name of all) expect(escapeCell(name)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      }),
    );
    expect(unescapeCell(escapeCell("=1+1"))).toBe("=1+1");
    expect(unescapeCell("'tis")).toBe("'tis");
  });

  test("has no formula for spreadsheets with other separators either, and gives the same stories", () => {
    const parts = fc.constantFrom("=", "+1", "-", "@", "＝", "'", '"', ",", ";", "\t", "\n", "\r\n", " ", "a");
    const stories = fc.array(parts, { maxLength: 12 }).map((all) => `x${all.join("")}x`);
    fc.assert(
      fc.property(fc.array(stories, { minLength: 1, maxLength: 3 }), (all) => {
        const csv = toCsv(all.map((story) => ({ ...pet("Bo"), profile: { ...PROFILE, story } })));
        expect(read(csv).map(({ cells }) => cells.story)).toEqual(all);
        // The worst case: quotes do not hold a cell together, and are left out.
        for (const cell of csv.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
      }),
    );
    const [row] = read(toCsv([pet("Rex;=1+1;x")]));
    expect(row?.cells.name).toBe("Rex;=1+1;x");
  });

  test("is read in the encodings of spreadsheets", () => {
    expect(decodeFile(new TextEncoder().encode("Zoë"))).toBe("Zoë");
    expect(decodeFile(Uint8Array.of(0x5a, 0x6f, 0xeb))).toBe("Zoë");
    expect(decodeFile(Uint8Array.of(0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0)).endsWith("Zoë")).toBe(true);
  });
});
