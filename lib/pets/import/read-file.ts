import type { unzipSync as unzip } from "fflate";
import Papa from "papaparse";
import { mapValues } from "../../values/objects";
import { unescapeCell } from "./csv";

/** In the order in which a text without a mark is tried. */
export const ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Western Europe (Windows 1252)",
  "windows-1250": "Central Europe (Windows 1250)",
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** `line` is the number of the row in the file, counted from 1 as a spreadsheet does. Blank rows are left out. */
export type SheetRow = { line: number; cells: string[] };

export type Sheet = {
  rows: SheetRow[];
  /** Null for a workbook and for pasted text. */
  encoding: Encoding | null;
};

/** Its message is for people. */
export class UnreadableFile extends Error {}

/** Of a file, and of a workbook when it is unpacked: far more than 10,000 animals with long stories need. */
const MAX_BYTES = 50 * 1024 * 1024;

const FORMATS = "Save it as an Excel workbook (.xlsx) or as CSV, and choose that file";
const OTHER_FILES: readonly (readonly [beginning: string, what: string])[] = [
  ["\xd0\xcf\x11\xe0", "This is a workbook of an old format (.xls), or one with a password"],
  ["%PDF", "This is a PDF"],
  ["{\\rtf", "This is a text document"],
  ["\x89PNG", "This is a picture"],
  ["\xff\xd8\xff", "This is a picture"],
];

/** Text in any encoding, or a workbook. Without `encoding` it is guessed. @throws UnreadableFile */
export async function readFile(bytes: Uint8Array, encoding = guessEncoding(bytes)): Promise<Sheet> {
  if (bytes.length > MAX_BYTES) throw new UnreadableFile("The file is larger than 50 MB. Import it in parts");
  const beginning = String.fromCharCode(...bytes.slice(0, 8));
  if (beginning.startsWith("PK\x03\x04")) return readWorkbook(bytes);
  const other = OTHER_FILES.find(([signature]) => beginning.startsWith(signature));
  if (other) throw new UnreadableFile(`${other[1]}. ${FORMATS}`);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes("\0") || (encoding.startsWith("utf-16") && text.includes("\uFFFD"))) {
    throw new UnreadableFile(`This is no text in ${ENCODINGS[encoding]}. ${FORMATS}`);
  }
  return { ...readText(text), encoding };
}

/** By its mark, else by what can be decoded, else by the letters of names: £ukasz is Łukasz. */
function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Every second byte of digits, separators and most letters is 0.
  const zeros = [...bytes.subarray(0, 4096).entries()].filter(([, byte]) => byte === 0);
  if (zeros.length > 0) {
    return zeros.filter(([at]) => at % 2 === 1).length > zeros.length / 2 ? "utf-16le" : "utf-16be";
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    const signs = (encoding: Encoding) => new TextDecoder(encoding).decode(bytes).match(SIGN_IN_WORD)?.length ?? 0;
    return signs("windows-1250") < signs("windows-1252") ? "windows-1250" : "windows-1252";
  }
}

/** Beside a letter, where the wrong encoding has a sign instead of a letter. Quotes and ¿ stand there anyway. */
const SIGN_IN_WORD = /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}\p{P}]|[^\p{L}\p{M}\p{ASCII}\p{P}](?=\p{L})/gu;

/** @throws UnreadableFile */
export function readText(text: string): Sheet {
  const whole = text.replace(/^\uFEFF/, "");
  const named = /^"?sep=(.)"?\r?\n/i.exec(whole);
  const delimiter = named?.[1] ?? guessDelimiter(whole);
  const { data, errors } = Papa.parse<string[]>(whole, { delimiter, newline: newlineOf(whole) });
  const open = errors.find(({ code }) => code === "MissingQuotes");
  if (open) {
    throw new UnreadableFile(`The quotation mark that opens a cell in row ${(open.row ?? 0) + 1} is never closed`);
  }
  if (named) data[0] = [];
  return { rows: rowsOf(data), encoding: null };
}

/** A \r before it is trimmed with the cell. */
const newlineOf = (text: string) => (text.includes("\n") ? "\n" : "\r");

const rowsOf = (data: readonly (readonly string[])[]): SheetRow[] =>
  data
    .map((cells, at) => ({ line: at + 1, cells: cells.map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));

/** Without the errors of formulas: #N/A, #REF!, and the name that the library gives them. */
const cleanCell = (cell: string) => unescapeCell(cell.trim()).replace(/^#(?:N\/A|[A-Z/0]+[!?]|ERROR_.*)$/, "");

/** Spreadsheets paste tabs, so they come first. */
const DELIMITERS = ["\t", ",", ";", "|"];
const PREVIEW = 50;

/** The one with which most rows have the same number of cells, and more than one. */
function guessDelimiter(text: string): string {
  const shareOf = (delimiter: string) => {
    const options = { delimiter, newline: newlineOf(text), preview: PREVIEW, skipEmptyLines: "greedy" } as const;
    const { data } = Papa.parse<string[]>(text, options);
    const alike = Map.groupBy(
      data.filter((cells) => cells.length > 1),
      (cells) => cells.length,
    );
    return Math.max(0, ...[...alike.values()].map((rows) => rows.length / data.length));
  };
  return DELIMITERS.reduce((best, other) => (shareOf(other) > shareOf(best) ? other : best));
}

/** The first sheet. @throws UnreadableFile */
async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const [{ unzipSync, zipSync }, { readSheet }] = await Promise.all([
    import("fflate"),
    import("read-excel-file/universal"),
  ]);
  try {
    const files = unpack(bytes, unzipSync);
    if (!files["xl/workbook.xml"]) throw new UnreadableFile(`This is no Excel workbook. ${FORMATS}`);
    // Packed again, because the library has no limit, and unpacks large files in workers, which our pages do not allow.
    const packed = new Blob([zipSync(mapValues(files, withoutEmptyCells), { level: 0 })]);
    const sheet = await readSheet(packed);
    return { rows: rowsOf(sheet.map((cells) => cells.map(textOfCell))), encoding: null };
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(`This workbook is damaged. ${FORMATS}`);
  }
}

/** The parts that the library reads. None becomes larger than the archive says. @throws UnreadableFile */
function unpack(bytes: Uint8Array, unzipSync: typeof unzip): Record<string, Uint8Array> {
  let total = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.xml(?:\.rels)?$/.test(name)) return false;
      total += originalSize;
      if (total > MAX_BYTES) throw new UnreadableFile("The workbook is too large. Import it in parts");
      return true;
    },
  });
}

/** A sheet may be formatted down to its last row, for all of which the library would make room. */
const withoutEmptyCells = (part: Uint8Array) =>
  new TextEncoder().encode(new TextDecoder().decode(part).replace(/<dimension [^>]*>|<c [^>]*\/>/g, ""));

/** A day as 2019-08-15, which has only one meaning. */
function textOfCell(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  return cell === null ? "" : String(cell);
}
