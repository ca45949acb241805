import Papa from "papaparse";
import { parseInt64 } from "../../int64";
import { CATEGORIES } from "../categories";
import { EMPTY_PET, PetValues, readPetValues } from "../edit/pet-values";
import { kindOfWord } from "../kind-words";
import type { NewPet } from "../schema";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";
import { unescapeCell } from "./csv";

/** Maximum number of rows in an import: as many as in an export. */
export const MAX_ROWS = 10_000;

/** The fields that a column may hold. */
export const FIELDS = ["name", "kind", "status", "id"] as const;
export type ImportField = (typeof FIELDS)[number];
/** The field of a column; null if the column is ignored. */
export type Column = ImportField | null;

/** Words that headings may use, besides the names of the fields. */
const HEADING_WORDS: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["name", "names", "animal", "pet", "called", "pet name", "animal name"],
  kind: ["kind", "category", "categoryid", "category id", "species", "type", "animal type"],
  status: ["status", "state", "availability"],
  id: ["id", "number", "no", "no.", "nr", "#", "petid", "pet id", "animal id"],
};

/** Words for the statuses, besides those of the API and of our pages. */
const STATUS_WORDS: Readonly<Record<PetStatus, readonly string[]>> = {
  available: ["free", "here", "waiting", "new", "yes"],
  pending: ["reserved", "on hold", "requested"],
  sold: ["adopted", "gone", "rehomed", "homed"],
};

/** A pasted table: its cells, the line of its first row, and its headings, if it has any. */
export type PastedTable = { headings: string[] | null; lines: string[][]; firstLine: number; hasTooMany: boolean };

/** A row: what it says about an animal, or what is wrong with it, by field. */
export type ImportRow = {
  /** Counted from 1, as a spreadsheet does. */
  line: number;
  cells: Record<ImportField, string>;
  errors: Partial<Record<ImportField, string>>;
  /** The animal to add, or the change of an existing one; null while something is wrong. */
  wanted: { id: bigint | null; pet: Partial<NewPet> } | null;
};

/** Reads rows from a spreadsheet (tabs) or a CSV file. If the first line names a column, it is a line of headings. */
export function readTable(text: string): PastedTable {
  // Spreadsheets paste tabs, and names may contain commas. Without a tab, Papa Parse guesses the separator.
  const delimiter = text.includes("\t") ? "\t" : "";
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimiter,
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

/** The fields of the columns: from their headings, else name, kind and status in this order. */
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
  return FIELDS.find((field) => HEADING_WORDS[field].includes(word)) ?? null;
}

/** What people changed in the rows before importing them, by line: corrected cells, and rows to leave out. */
export type RowEdits = {
  cells: Record<string, Partial<Record<ImportField, string>>>;
  leftOut: number[];
};

/** Reads the rows of a table, given its columns. */
export function readRows(
  { lines, firstLine }: PastedTable,
  columns: readonly Column[],
  edits: RowEdits = { cells: {}, leftOut: [] },
): ImportRow[] {
  const rows = lines.map((cells, index) => readRow(cells, columns, firstLine + index, edits.cells[firstLine + index]));
  const lineOfId = new Map<bigint, number>();
  for (const row of rows) {
    if (!row.wanted || row.wanted.id === null || edits.leftOut.includes(row.line)) continue;
    const earlier = lineOfId.get(row.wanted.id);
    lineOfId.set(row.wanted.id, earlier ?? row.line);
    if (earlier === undefined) continue;
    row.errors.id = `Row ${earlier} has the same id`;
    row.wanted = null;
  }
  return rows;
}

function readRow(
  line: readonly string[],
  columns: readonly Column[],
  number: number,
  corrected: RowEdits["cells"][string] = {},
): ImportRow {
  const cell = (field: ImportField) => corrected[field]?.trim() ?? line[columns.indexOf(field)] ?? "";
  const cells = { name: cell("name"), kind: cell("kind"), status: cell("status"), id: cell("id") };
  const errors: ImportRow["errors"] = {};
  const id = cells.id === "" ? null : parseInt64(cells.id);
  if (cells.id !== "" && id === null) errors.id = "An id is a whole number. Leave it empty for a new animal";
  const values = {
    ...EMPTY_PET,
    name: cells.name,
    kind: cells.kind === "" ? "" : (categoryOfWord(cells.kind)?.toString() ?? "unknown"),
    status: statusOfWord(cells.status) ?? DEFAULT_STATUS,
  };
  for (const { path, message } of PetValues.safeParse(values).error?.issues ?? []) {
    const field = path[0] === "name" ? "name" : "kind";
    // A row with an id may leave a cell empty to keep the value.
    if (cells[field] !== "" || id === null) errors[field] ??= message;
  }
  if (errors.kind && cells.kind !== "") errors.kind = `Unknown kind. Use one of ${KINDS}`;
  if (cells.status !== "" && statusOfWord(cells.status) === null)
    errors.status = `Unknown status. Use one of ${STATUSES}`;
  const isRight = Object.keys(errors).length === 0;
  return { line: number, cells, errors, wanted: isRight ? { id, pet: wantedOf(cells, values, id) } : null };
}

function wantedOf(cells: ImportRow["cells"], values: PetValues, id: bigint | null): Partial<NewPet> {
  if (id === null) return readPetValues(values) ?? {};
  const categoryId = parseInt64(values.kind);
  return {
    ...(cells.name !== "" && { name: cells.name }),
    ...(cells.kind !== "" && categoryId !== null && { categoryId }),
    ...(cells.status !== "" && { status: values.status }),
  };
}

function statusOfWord(text: string): PetStatus | null {
  const word = text.toLowerCase();
  const means = (status: PetStatus) =>
    [status, STATUS_LABELS[status].toLowerCase(), ...STATUS_WORDS[status]].includes(word);
  return PET_STATUSES.find(means) ?? null;
}

const KINDS = CATEGORIES.map(({ name }) => name).join(", ");
const STATUSES = PET_STATUSES.map((status) => STATUS_LABELS[status]).join(", ");

/** The category that a word or a number stands for; null when there is none. */
export function categoryOfWord(text: string): bigint | null {
  const number = /^\s*category\s+(-?\d+)\s*$/i.exec(text)?.[1] ?? text.trim();
  return kindOfWord(text)?.id ?? parseInt64(number);
}
