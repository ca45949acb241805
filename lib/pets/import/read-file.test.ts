import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readFile, readText, type Sheet } from "./read-file";

const textsOf = ({ rows }: Sheet) => rows.map(({ cells }) => cells.join(" | "));

describe("text in any encoding", () => {
  const text = "Name;Kind\r\nŽofie;Cat\r\n";
  const little = (marked: string) => Buffer.from(marked, "utf16le");
  const latin = (bytes: string) => Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));

  test.each([
    ["utf-8", new TextEncoder().encode(text)],
    ["utf-8", new TextEncoder().encode(`\uFEFF${text}`)],
    ["utf-16le", little(`\uFEFF${text}`)],
    ["utf-16le", little(text)],
    ["utf-16be", little(`\uFEFF${text}`).swap16()],
    ["utf-16be", little(text).swap16()],
  ] as const)("%s is guessed and decoded", async (encoding, bytes) => {
    const sheet = await readFile(bytes);
    expect([sheet.encoding, ...textsOf(sheet)]).toEqual([encoding, "Name | Kind", "Žofie | Cat"]);
  });

  test.each([
    ["windows-1252", "Zo\xeb \xa350", "Zoë £50"],
    ["windows-1250", "\xa3ukasz", "Łukasz"],
  ])("%s is guessed by the letters of words", async (encoding, bytes, name) => {
    const sheet = await readFile(latin(`Name,Kind\n${bytes},Cat`));
    expect([sheet.encoding, textsOf(sheet)[1]]).toEqual([encoding, `${name} | Cat`]);
  });

  test("a guess can be overruled", async () => {
    expect(textsOf(await readFile(latin("Ji\xf8\xed"), "windows-1250"))).toEqual(["Jiří"]);
  });
});

describe("tables in text", () => {
  test.each([
    ["tabs", "Name\tKind\nLuna, the first\tCat"],
    ["commas", 'Name,Kind\n"Luna, the first",Cat'],
    ["semicolons", "Name;Kind\nLuna, the first;Cat\n"],
    ["pipes", "Name|Kind\rLuna, the first|Cat"],
    ["a title above", "Our animals\n\nName;Kind\nLuna, the first;Cat"],
    ["a line that names the separator", "sep=;\r\nName;Kind\r\nLuna, the first;Cat"],
  ])("are found with %s", (_, text) => {
    expect(textsOf(readText(text)).slice(-2)).toEqual(["Name | Kind", "Luna, the first | Cat"]);
  });

  test("a comma in a price does not separate", () => {
    expect(textsOf(readText("Name;Fee;Weight\nBo;12,50;3,5\nBa;15,00;4,5"))[1]).toBe("Bo | 12,50 | 3,5");
  });

  test("rows have the numbers that a spreadsheet shows, also below blank ones and cells with several lines", () => {
    const { rows } = readText('Name,Story\r\n\r\nBo,"One.\r\nTwo; with ""quotes""."\r\n,\r\nBa,#N/A\r\n');
    expect(rows).toEqual([
      { line: 1, cells: ["Name", "Story"] },
      { line: 3, cells: ["Bo", 'One.\r\nTwo; with "quotes".'] },
      { line: 5, cells: ["Ba", ""] },
    ]);
  });

  test("a quotation mark that is never closed is named with its row", () => {
    expect(() => readText('Name,Kind\nBo,Dog\n"Ba,Cat\n')).toThrow("row 3");
  });
});

describe("a workbook", () => {
  const CELLS = `
    <row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Born</t></is></c></row>
    <row r="3"><c r="A3" t="inlineStr"><is><t>Łuna</t></is></c><c r="B3" s="1"><v>43692.5</v></c>
      <c r="C3"><v>985112345678903</v></c></row>
    <row r="1048576"><c r="XFD1048576" s="1"/></row>`;
  const rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="${rels}"><sheets><sheet name="Animals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${rels}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${CELLS}</sheetData></worksheet>`,
  };
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

  test("gives the cells of its first sheet, with days that have one meaning", async () => {
    expect((await readFile(zip(parts))).rows).toEqual([
      { line: 1, cells: ["Name", "Born", ""] },
      { line: 3, cells: ["Łuna", "2019-08-15", "985112345678903"] },
    ]);
  });

  test("is refused before it is unpacked if it would be too large", async () => {
    const bytes = zip(parts);
    const directory = Buffer.from(bytes.buffer).indexOf("PK\x01\x02");
    new DataView(bytes.buffer).setUint32(directory + 24, 51 * 1024 * 1024, true);
    await expect(readFile(bytes)).rejects.toThrow("too large");
  });

  test.each([
    ["an old workbook", "\xd0\xcf\x11\xe0\xa1\xb1", ".xls"],
    ["a PDF", "%PDF-1.7", "PDF"],
    ["a picture", "\xff\xd8\xff\xe0", "picture"],
    ["a damaged workbook", "PK\x03\x04\x14\x00", "damaged"],
  ])("%s is refused with what to do", async (_, bytes, what) => {
    const reading = readFile(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
    await expect(reading).rejects.toThrow(new RegExp(`${what}.*Save it as`));
  });

  test("another archive is refused with what to do", async () => {
    await expect(readFile(zip({ mimetype: "application/vnd.oasis" }))).rejects.toThrow("no Excel workbook. Save it as");
  });
});
