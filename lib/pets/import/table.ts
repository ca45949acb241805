import Papa from "papaparse";
import { recordOf } from "../../values/objects";
import { FACT_KEYS, FACTS, type FactKey } from "../facts";
import { ID_HEADING, unescapeCell } from "./csv";
import { MAX_ROWS } from "./schema";

/** Without those that only an animal of ours can have. */
const IMPORTED = FACT_KEYS.filter((key) => FACTS[key].headings);

const headingsOf = (key: FactKey) => {
  const { label, fileLabel = label, headings = [] } = FACTS[key];
  return [fileLabel.toLowerCase(), ...headings];
};

export const PROFILE_FIELDS = [...IMPORTED, "age"] as const;
export const FIELDS = ["name", "kind", "status", ...PROFILE_FIELDS, "id"] as const;
export type ImportField = (typeof FIELDS)[number];

const HEADING_WORDS: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["name", "names", "animal", "pet", "called", "pet name", "animal name"],
  kind: ["kind", "category", "categoryid", "category id", "species", "type", "animal type"],
  status: ["status", "state", "availability"],
  ...recordOf(FACT_KEYS, headingsOf),
  age: ["age", "age (years)", "age in years", "estimated age", "approximate age"],
  id: [ID_HEADING],
};

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
