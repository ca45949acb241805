import Papa from "papaparse";
import { keysOf } from "../../values/objects";
import { ID_HEADING, unescapeCell } from "./csv";
import { MAX_ROWS } from "./schema";

const PROFILE_HEADINGS = {
  breed: ["breed", "breeds", "primary breed", "main breed", "breed or mix", "race"],
  sex: ["sex", "gender"],
  bornOn: ["born", "born on", "bornon", "birthday", "birthdate", "date of birth", "dob"],
  age: ["age", "age (years)", "age in years", "estimated age", "approximate age"],
  size: ["size"],
  // "dogs" and "cats" alone are missing, because they are kinds too.
  children: ["good with children", "good with kids", "children", "kids"],
  dogs: ["good with dogs", "good with other dogs"],
  cats: ["good with cats", "good with other cats"],
  story: ["story", "description"],
};
const HEADING_WORDS = {
  name: ["name", "names", "animal", "pet", "called", "pet name", "animal name"],
  kind: ["kind", "category", "categoryid", "category id", "species", "type", "animal type"],
  status: ["status", "state", "availability"],
  ...PROFILE_HEADINGS,
  id: [ID_HEADING],
};

export const PROFILE_FIELDS = keysOf(PROFILE_HEADINGS);
export const FIELDS = keysOf(HEADING_WORDS);
export type ImportField = keyof typeof HEADING_WORDS;
/** The field of a column; null if the column is ignored. */
export type Column = ImportField | null;

export type PastedTable = { headings: string[] | null; lines: string[][]; firstLine: number; hasTooMany: boolean };

/** Reads rows from a spreadsheet (tabs) or a CSV file. If the first line names a column, it is a line of headings. */
export function readTable(text: string): PastedTable {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimiter: separatorOf(text),
    skipEmptyLines: "greedy",
    preview: MAX_ROWS + 2,
  });
  const lines = data.map((cells) => cells.map((cell) => unescapeCell(cell.trim())));
  const [first = []] = lines;
  const isHeading = first.some((cell) => fieldOfHeading(cell) !== null);
  const rows = isHeading ? lines.slice(1) : lines;
  return {
    headings: isHeading ? first : null,
    lines: rows.slice(0, MAX_ROWS),
    firstLine: isHeading ? 2 : 1,
    hasTooMany: rows.length > MAX_ROWS,
  };
}

/** Empty to let Papa Parse guess. Only the first line is reliable, because later cells may contain any separator. */
function separatorOf(text: string): string {
  const [first = ""] = /^[^\r\n]*/.exec(text.replace(/^\uFEFF/, "").trimStart()) ?? [];
  // Spreadsheets paste tabs, and names may contain commas.
  if (first.includes("\t")) return "\t";
  const known = (delimiter: string) =>
    (Papa.parse<string[]>(first, { delimiter }).data[0] ?? []).filter((cell) => fieldOfHeading(cell.trim()) !== null)
      .length;
  return [",", ";"].find((separator) => known(separator) > 1) ?? "";
}

/** Returns the fields of the columns: from their headings, else name, kind and status in this order. */
export function guessColumns({ headings, lines }: PastedTable): Column[] {
  const width = Math.max(0, headings?.length ?? 0, ...lines.slice(0, 100).map((cells) => cells.length));
  const taken = new Set<ImportField>();
  return Array.from({ length: width }, (_, at) => {
    const field = headings ? fieldOfHeading(headings[at] ?? "") : (FIELDS.slice(0, 3)[at] ?? null);
    if (field === null || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

function fieldOfHeading(text: string): Column {
  const word = text.toLowerCase();
  return FIELDS.find((field) => HEADING_WORDS[field].includes(field === "id" ? text : word)) ?? null;
}
