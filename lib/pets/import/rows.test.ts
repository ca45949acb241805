import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { NO_PROFILE } from "../profile/schema";
import { escapeCell, toCsv, unescapeCell } from "./csv";
import { readTable } from "./headings";
import { readText } from "./read-file";
import type { SavedChoices } from "./remembered";
import { readRows } from "./rows";

beforeEach(() => setClock(() => Date.parse("2026-11-29T12:00:00Z")));

const KINDS = [
  { id: 1n, name: "Dog", plural: "dogs", words: [] },
  { id: 2n, name: "Cat", plural: "cats", words: [] },
];

function read(text: string, choices: Partial<SavedChoices> = {}) {
  const table = readTable(readText(text).rows);
  const columns = table.columns.map(({ suggestion }) => suggestion);
  return readRows(table, { columns, values: {}, orders: {}, names: {}, kind: null, ...choices }, KINDS);
}

describe("rows", () => {
  test("of a program's export are animals with all that is understood", () => {
    const [row] = read(
      "externalID,name,status,type,priBreed,secBreed,mix,sex,age,okwithdogs,altered,size,fee,chip,specialNeeds,dsc\n" +
        "R1,Juniper,Available,Dog,Beagle,Terrier,Yes,Female,Adult,Yes,No,X-Large,$125.00,985112345678903,1,<p>Kind&nbsp;&amp; calm.<br/>Bo <3 walks</p>",
    );
    expect(row).toEqual({
      line: 2,
      name: "Juniper",
      wanted: {
        name: "Juniper",
        categoryId: 1n,
        status: "available",
        profile: {
          breed: "Beagle / Terrier",
          cross: true,
          sex: "female",
          neutered: false,
          size: "extra_large",
          specialNeeds: "Yes",
          story: "Kind & calm.\nBo <3 walks",
          adoptionFee: "125",
          goodWith: { dogs: true },
        },
        care: { reference: "R1", microchip: "985112345678903" },
      },
      problems: [],
      ignored: [{ target: "age", text: "Adult" }],
    });
  });

  test("of an intake list have the age of that day, and names without a star", () => {
    const [one, two, three] = read(
      "Animal ID,Name,DateTime,Intake Type,Animal Type,Sex upon Intake,Age upon Intake,Breed\n" +
        "A1,*Marzipan,03/01/2025 09:15:00 AM,Stray,Dog,Neutered Male,4 weeks,Beagle Mix\n" +
        "A2,,03/31/2025 11:20:00 AM,Wildlife,Cat,Unknown,0 years,Mix\n" +
        "A1,Bo,03/31/2025 11:20:00 AM,Stray,Dog,Unknown,1 year,Pit Bull",
    );
    expect(one?.wanted).toEqual({
      name: "Marzipan",
      categoryId: 1n,
      profile: { breed: "Beagle", cross: true, sex: "male", neutered: true, bornOn: "2025-02-01" },
      care: { reference: "A1", intakeOn: "2025-03-01", origin: "stray" },
    });
    expect(two?.problems).toEqual([{ target: "name", message: "It has no name" }]);
    expect(three?.problems).toEqual([{ target: "reference", message: "Row 2 has the same number" }]);
  });

  test.each([
    ["the facts that are not understood or not possible", "Name,Kind,Sex,Born,Breed\nBo,Dog,Nice,2031-01-01,Beagle"],
    ["an age below nothing", "Name,Kind,Age,Breed,Born\nBo,Dog,-1 years,Beagle,"],
    ["dates whose order is open", "Name,Kind,Born,Breed\nBo,Dog,03/04/2020,Beagle"],
    ["an age on a day that is not known", "Name,Kind,Age upon Intake,Breed\nBo,Dog,2 years,Beagle"],
    ["numbers that a spreadsheet has shortened", "Name,Kind,Ref,Chip,Breed\nBo,Dog,1.2E+11,9.85112E+14,Beagle"],
  ])("are animals without %s", (_, text) => {
    const [row] = read(text);
    expect(row?.wanted).toEqual({ name: "Bo", categoryId: 1n, profile: { breed: "Beagle" } });
    expect(row?.ignored.length).toBeGreaterThan(0);
  });

  test("without a name or a kind wait for a choice", () => {
    const text = "Name,Kind\n,Dog\nBo,Dragon\nBa,\n-,";
    expect(read(text).map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      ["It has no name"],
      ["“Dragon” is not a known kind"],
      ["It has no kind"],
      ["It has no name", "It has no kind"],
    ]);
    const chosen = read(text, { names: { 2: "Zo" }, values: { kind: { dragon: { kind: "9" } } }, kind: "2" });
    const animals = chosen.map(({ wanted }) => wanted && `${wanted.name} ${wanted.categoryId}`);
    expect(animals).toEqual(["Zo 1", "Bo 9", "Ba 2", null]);
  });

  test("follow what was chosen for columns, values and dates", () => {
    const [row] = read("Name,Kind,Sex,Born\nBo,Dog,Nice,03/04/2020", {
      columns: ["notes", "name", "sex", "bornOn"],
      values: { sex: { nice: { sex: "female", neutered: true } } },
      orders: { bornOn: "day first" },
      kind: "1",
    });
    const profile = { sex: "female", neutered: true, bornOn: "2020-04-03" };
    expect(row?.wanted).toEqual({ name: "Dog", categoryId: 1n, profile, care: { notes: "Bo" } });
  });

  test("change an animal only below our own heading, and once", () => {
    const [one, two, three] = read("id;sex\n12;male\n12;female\nx;male");
    expect(one?.wanted).toEqual({ id: 12n, profile: { sex: "male" } });
    expect(two?.problems).toEqual([{ target: "id", message: "Row 2 has the same number" }]);
    expect(three?.problems).toEqual([{ target: "id", message: "An id is a whole number" }]);
    const [bo] = read("ID,Name,Kind\n12,Bo,Dog");
    expect(bo?.wanted).toEqual({ name: "Bo", categoryId: 1n, care: { reference: "12" } });
  });

  test("have fees in any currency", () => {
    const fees = ["125,50 €", "$1,250", "1.250,00", "1 250 Kč", "Free", "50-75"];
    const rows = read(`Name\tKind\tFee\n${fees.map((fee) => `Bo\tDog\t${fee}`).join("\n")}`);
    expect(rows.map(({ wanted }) => wanted?.profile?.adoptionFee).join(" ")).toBe("125.50 1250 1250 1250 0 ");
  });
});

describe("our own file", () => {
  const PROFILE = { ...NO_PROFILE, ageGroup: null, photos: [] };
  const pet = (name: string, at = 0) => ({ id: BigInt(at), name, categoryId: 1n, status: "available" as const });

  test("has no cell that a spreadsheet evaluates, and gives the same names when imported again", () => {
    const start = fc.constantFrom("", "=", "+", "-", "@", "＝", "＠", "'", "'=", "''@", '"', ",", ";");
    const names = fc.tuple(start, fc.stringMatching(/^[a-z"',;=+@' -]{1,20}$/)).map(([a, b]) => `${a}${b}x`.trim());
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), (all) => {
        expect(read(toCsv(all.map(pet))).map(({ wanted }) => wanted?.name)).toEqual(all);
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
        const csv = toCsv(all.map((story, at) => ({ ...pet("Bo", at), profile: { ...PROFILE, story } })));
        expect(read(csv).map(({ wanted }) => wanted?.profile?.story)).toEqual(all);
        // The worst case: quotes do not hold a cell together, and are left out.
        for (const cell of csv.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/);
      }),
    );
    expect(read(toCsv([pet("Rex;=1+1;x")]))[0]?.name).toBe("Rex;=1+1;x");
  });
});
