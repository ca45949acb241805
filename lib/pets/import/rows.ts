import Papa from "papaparse";
import { isolate } from "../../bidi";
import { beginningOf } from "../../excerpt";
import { parseInt64 } from "../../int64";
import { mostOf } from "../edit/age-estimate";
import { EMPTY_PET, type PetValues, readPetValues } from "../edit/pet-values";
import { EditValues } from "../edit/values";
import { COMPANIONS } from "../profile/choices";
import type { NewProfile } from "../profile/schema";
import type { NewPet } from "../schema";
import { DEFAULT_STATUS } from "../status";
import { unescapeCell } from "./csv";
import {
  bornOnOfAge,
  bornOnOfText,
  categoryOfWord,
  nearestLabel,
  sexOfWord,
  sizeOfWord,
  statusOfWord,
  yesOrNoOfWord,
} from "./words";

/** Maximum number of rows in an import: as many as in an export. */
export const MAX_ROWS = 10_000;

/** The fields of a profile that a column may hold. */
export const PROFILE_FIELDS = ["sex", "bornOn", "age", "size", ...COMPANIONS, "story"] as const;
/** The fields that a column may hold. */
export const FIELDS = ["name", "kind", "status", ...PROFILE_FIELDS, "id"] as const;
export type ImportField = (typeof FIELDS)[number];
/** The field of a column; null if the column is ignored. */
export type Column = ImportField | null;

/** The words that headings may use. */
const HEADING_WORDS: Readonly<Record<ImportField, readonly string[]>> = {
  name: ["name", "names", "animal", "pet", "called", "pet name", "animal name"],
  kind: ["kind", "category", "categoryid", "category id", "species", "type", "animal type"],
  status: ["status", "state", "availability"],
  sex: ["sex", "gender"],
  bornOn: ["born", "born on", "bornon", "birthday", "birthdate", "date of birth", "dob"],
  age: ["age", "age (years)", "age in years", "estimated age", "approximate age"],
  size: ["size"],
  // "dogs" and "cats" alone are missing, because they are kinds too.
  children: ["good with children", "good with kids", "children", "kids"],
  dogs: ["good with dogs", "good with other dogs"],
  cats: ["good with cats", "good with other cats"],
  story: ["story", "description"],
  id: ["id", "number", "no", "no.", "nr", "#", "petid", "pet id", "animal id"],
};

/** A pasted table: its cells, the line of its first row, and its headings, if it has any. */
export type PastedTable = { headings: string[] | null; lines: string[][]; firstLine: number; hasTooMany: boolean };

/** What a row says about the profile of an animal. Other fields keep their values. */
export type ImportedProfile = Partial<Omit<NewProfile, "goodWith">> & { goodWith?: Partial<NewProfile["goodWith"]> };

/** A row: what it says about an animal, or what is wrong with it, by field. */
export type ImportRow = {
  /** Counted from 1, as a spreadsheet does. */
  line: number;
  cells: Record<ImportField, string>;
  errors: Partial<Record<ImportField, string>>;
  /** What a mistyped kind or status may mean. */
  nearest: Partial<Record<ImportField, string>>;
  /** The animal to add, or the change of an existing one; null while something is wrong. */
  wanted: { id: bigint | null; pet: Partial<NewPet>; profile?: ImportedProfile } | null;
};

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

/**
 * Returns the separator of the cells, or an empty text to let Papa Parse guess it. Only the first line is reliable,
 * because later cells may contain any separator.
 */
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
  return FIELDS.find((field) => HEADING_WORDS[field].includes(word)) ?? null;
}

/**
 * What was changed in the rows before importing them, by line: corrected cells, rows to leave out, and those that were
 * left out because they look like an animal that exists. People may include these again.
 */
export type RowEdits = {
  cells: Record<string, Partial<Record<ImportField, string>>>;
  leftOut: number[];
  alike?: number[] | undefined;
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
  const cells = {
    name: cell("name"),
    kind: cell("kind"),
    status: cell("status"),
    sex: cell("sex"),
    bornOn: cell("bornOn"),
    age: cell("age"),
    size: cell("size"),
    children: cell("children"),
    dogs: cell("dogs"),
    cats: cell("cats"),
    story: cell("story"),
    id: cell("id"),
  };
  const id = cells.id === "" ? null : parseInt64(cells.id);
  const values = valuesOf(cells);
  const errors = errorsOf(cells, values, id);
  const isRight = Object.keys(errors).length === 0;
  return {
    line: number,
    cells,
    errors,
    nearest: nearestOf(cells, errors),
    wanted: isRight ? { id, pet: wantedOf(cells, values, id), ...profileOf(cells, values) } : null,
  };
}

/** Returns the values of the form for the animal that the cells describe. */
function valuesOf(cells: ImportRow["cells"]): EditValues {
  return {
    ...EMPTY_PET,
    name: cells.name,
    kind: cells.kind === "" ? "" : (categoryOfWord(cells.kind)?.toString() ?? "unknown"),
    status: statusOfWord(cells.status) ?? DEFAULT_STATUS,
    sex: sexOfWord(cells.sex) ?? "",
    // An age is only an estimate, so a date of birth takes precedence.
    bornOn: cells.bornOn === "" ? (bornOnOfAge(cells.age) ?? "") : bornOnOfText(cells.bornOn),
    size: sizeOfWord(cells.size) ?? "",
    story: cells.story,
    children: yesOrNoOfWord(cells.children) ?? "",
    dogs: yesOrNoOfWord(cells.dogs) ?? "",
    cats: yesOrNoOfWord(cells.cats) ?? "",
  };
}

/** The messages for cells with a word that is not known. */
const YES_OR_NO = "Use Yes or No, or leave it empty";
const UNKNOWN = {
  sex: "Use Female or Male, or leave it empty",
  size: "Use Small, Medium, Large or Extra large, or leave it empty",
  bornOn: "Write it like 2024, 2024-05 or 2024-05-17. It cannot be in the future",
  age: "Write it like 3 years, 6 months or 2",
  children: YES_OR_NO,
  dogs: YES_OR_NO,
  cats: YES_OR_NO,
} as const;

/** Returns the message for an impossible date of birth. One that was computed from an age is before the first year. */
function wrongDate(field: ImportField): string | null {
  if (field === "age") return `At most ${mostOf("years")} years`;
  return field === "bornOn" ? UNKNOWN.bornOn : null;
}

/** The fields that take only some words, and how each is read. */
const WORD_FIELDS = ["status", "sex", "size", "age", ...COMPANIONS] as const;
const READERS: Readonly<Record<(typeof WORD_FIELDS)[number], (text: string) => string | null>> = {
  status: statusOfWord,
  sex: sexOfWord,
  size: sizeOfWord,
  age: bornOnOfAge,
  children: yesOrNoOfWord,
  dogs: yesOrNoOfWord,
  cats: yesOrNoOfWord,
};

/** Returns the message for a word that is not known. If a select beside it offers all words, it names only this one. */
function unknownWords(field: "kind" | (typeof WORD_FIELDS)[number], word: string): string {
  if (field !== "kind" && field !== "status") return UNKNOWN[field];
  return `“${isolate(beginningOf(word, 30))}” is not a known ${field}`;
}

/** Returns the field whose cell an issue is about. A date of birth may come from an age. */
function fieldOfIssue(name: PropertyKey | undefined, cells: ImportRow["cells"]): ImportField {
  const field = FIELDS.find((known) => known === name) ?? "kind";
  return field === "bornOn" && cells.bornOn === "" ? "age" : field;
}

function errorsOf(cells: ImportRow["cells"], values: EditValues, id: bigint | null): ImportRow["errors"] {
  const errors: ImportRow["errors"] = {};
  if (cells.id !== "" && id === null) errors.id = "An id is a whole number. Leave it empty for a new animal";
  for (const { path, message } of EditValues.safeParse(values).error?.issues ?? []) {
    const field = fieldOfIssue(path[0], cells);
    // A row with an id may leave a cell empty to keep the value.
    if (cells[field] !== "" || id === null) {
      errors[field] ??= wrongDate(field) ?? message;
    }
  }
  if (errors.kind && cells.kind !== "") errors.kind = unknownWords("kind", cells.kind);
  for (const field of WORD_FIELDS) {
    if (cells[field] !== "" && READERS[field](cells[field]) === null) errors[field] = unknownWords(field, cells[field]);
  }
  return errors;
}

function nearestOf(cells: ImportRow["cells"], errors: ImportRow["errors"]): ImportRow["nearest"] {
  const labelOf = (field: "kind" | "status") =>
    errors[field] && cells[field] !== "" ? nearestLabel(field, cells[field]) : null;
  const [kind, status] = [labelOf("kind"), labelOf("status")];
  return { ...(kind && { kind }), ...(status && { status }) };
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

/** Returns the profile of a row with at least one cell for it. Empty cells keep their values. */
function profileOf(cells: ImportRow["cells"], values: EditValues): { profile?: ImportedProfile } {
  const { sex, bornOn, size, story } = values;
  const known = COMPANIONS.filter((companion) => values[companion] !== "");
  const goodWith = Object.fromEntries(known.map((companion) => [companion, values[companion] === "yes"]));
  const profile = {
    ...(sex !== "" && { sex }),
    ...(bornOn !== "" && { bornOn }),
    ...(size !== "" && { size }),
    ...(story !== "" && { story }),
    ...(known.length > 0 && { goodWith }),
  };
  return PROFILE_FIELDS.some((field) => cells[field] !== "") ? { profile } : {};
}
