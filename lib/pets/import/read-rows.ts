import { definedOf, recordOf } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { beginningOf, isolate } from "../../values/words";
import { toCareValues } from "../care/form";
import { NO_CARE } from "../care/schema";
import { maxCountOf } from "../edit/age-estimate";
import { EditValues, EMPTY_PET, type PetValues, readProfileValues, toNewPet } from "../edit/pet-values";
import { choicesOf, FACT_KEYS, type NamedFacts, namedFacts, optionsOf, toFacts } from "../facts";
import type { NewPet } from "../schema";
import { DEFAULT_STATUS } from "../status";
import { type Column, FIELDS, type ImportField, type PastedTable, PROFILE_FIELDS } from "./table";
import { bornOnOfAge, bornOnOfText, categoryOfWord, choiceOfWord, statusOfWord } from "./words";

type Cells = Record<ImportField, string>;
type CellErrors = Partial<Record<ImportField, string>>;

const WRONG_DATE = "Write it like 2024, 2024-05 or 2024-05-17. It cannot be in the future";
const WRONG_AGE = "Write it like 3 years, 6 months or 2 (years)";

/** Returns the message for an impossible date of birth. One that was computed from an age is before the first year. */
function wrongDate(field: ImportField): string | null {
  if (field === "age") return `At most ${maxCountOf("years")} years`;
  return field === "bornOn" ? WRONG_DATE : null;
}

const CHOSEN = FACT_KEYS.filter((key) => Object.keys(choicesOf(key)).length > 0);
const WORD_FIELDS = ["status", "age", ...CHOSEN] as const;
type WordField = (typeof WORD_FIELDS)[number];

function meaningOf(field: WordField, text: string): string | null {
  if (field === "status") return statusOfWord(text);
  return field === "age" ? bornOnOfAge(text) : choiceOfWord(field, text);
}

/** Returns the message for a word that is not known. If a select beside it offers all words, it names only this one. */
function unknownWords(field: "kind" | WordField, word: string): string {
  if (field === "age") return WRONG_AGE;
  if (field === "kind" || field === "status") return `“${isolate(beginningOf(word, 30))}” is not a known ${field}`;
  const labels = Object.values(optionsOf(field));
  return `Use ${labels.slice(0, -1).join(", ")} or ${labels.at(-1)}, or leave it empty`;
}

/** Returns the field whose cell an issue is about. A date of birth may come from an age. */
function fieldOfIssue(name: PropertyKey | undefined, cells: Cells): ImportField {
  const field = FIELDS.find((known) => known === name) ?? "kind";
  return field === "bornOn" && cells.bornOn === "" ? "age" : field;
}

function errorsOf(cells: Cells, values: EditValues, id: bigint | null): CellErrors {
  const errors: CellErrors = {};
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
    if (cells[field] !== "" && meaningOf(field, cells[field]) === null)
      errors[field] = unknownWords(field, cells[field]);
  }
  return errors;
}

export type ImportRow = {
  /** Counted from 1, as a spreadsheet does. */
  line: number;
  cells: Cells;
  /** What the cells mean, where they are understood. */
  values: EditValues;
  errors: CellErrors;
  /** The animal to add, or the change of an existing one; null while something is wrong. */
  wanted: { id: bigint | null; pet: Partial<NewPet>; profile?: NamedFacts } | null;
};

/** What was corrected or left out, by line. */
export type RowEdits = { cells: Record<string, CellErrors>; leftOut: number[] };

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
  const cells = recordOf([...FIELDS, ...FACT_KEYS], cell);
  const id = cells.id === "" ? null : parseInt64(cells.id);
  const values = valuesOf(cells);
  const errors = errorsOf(cells, values, id);
  const isRight = Object.keys(errors).length === 0;
  return {
    line: number,
    cells,
    values,
    errors,
    wanted: isRight ? { id, pet: wantedOf(cells, values, id), ...importedProfileOf(cells, values) } : null,
  };
}

function valuesOf(cells: Cells): EditValues {
  return {
    ...EMPTY_PET,
    name: cells.name,
    kind: cells.kind === "" ? "" : (categoryOfWord(cells.kind)?.toString() ?? "unknown"),
    status: statusOfWord(cells.status) ?? DEFAULT_STATUS,
    ...recordOf(FACT_KEYS, (key) => (CHOSEN.includes(key) ? (choiceOfWord(key, cells[key]) ?? "") : cells[key])),
    // An age is only an estimate, so a date of birth takes precedence.
    bornOn: cells.bornOn === "" ? (bornOnOfAge(cells.age) ?? "") : bornOnOfText(cells.bornOn),
    ...toCareValues(NO_CARE),
  };
}

function wantedOf(cells: Cells, values: PetValues, id: bigint | null): Partial<NewPet> {
  if (id === null) return toNewPet(values);
  const categoryId = parseInt64(values.kind);
  return {
    ...(cells.name !== "" && { name: cells.name }),
    ...(cells.kind !== "" && categoryId !== null && { categoryId }),
    ...(cells.status !== "" && { status: values.status }),
  };
}

/** Returns the profile of a row with at least one cell for it. Empty cells keep their values. */
function importedProfileOf(cells: Cells, values: EditValues): { profile?: NamedFacts } {
  if (PROFILE_FIELDS.every((field) => cells[field] === "")) return {};
  const facts = toFacts(readProfileValues(values));
  return {
    profile: namedFacts(
      definedOf(
        facts,
        FACT_KEYS.filter((key) => facts[key] !== null),
      ),
    ),
  };
}
