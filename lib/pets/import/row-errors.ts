import { isolate } from "../../values/bidi";
import { beginningOf } from "../../values/excerpt";
import { maxCountOf } from "../edit/age-estimate";
import { EditValues } from "../edit/values";
import { COMPANIONS } from "../profile/choices";
import { FIELDS, type ImportField } from "./table";
import { bornOnOfAge, nearestLabel, sexOfWord, sizeOfWord, statusOfWord, yesOrNoOfWord } from "./words";

/** The cells of a row, by field. */
export type Cells = Record<ImportField, string>;
/** A text about some cells of a row, by field. */
export type CellErrors = Partial<Record<ImportField, string>>;

/** The messages for cells with a word that is not known. */
const YES_OR_NO = "Use Yes or No, or leave it empty";
const UNKNOWN = {
  sex: "Use Female or Male, or leave it empty",
  size: "Use Small, Medium, Large or Extra large, or leave it empty",
  bornOn: "Write it like 2024, 2024-05 or 2024-05-17. It cannot be in the future",
  age: "Write it like 3 years, 6 months or 2 (years)",
  children: YES_OR_NO,
  dogs: YES_OR_NO,
  cats: YES_OR_NO,
} as const;

/** Returns the message for an impossible date of birth. One that was computed from an age is before the first year. */
function wrongDate(field: ImportField): string | null {
  if (field === "age") return `At most ${maxCountOf("years")} years`;
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
function fieldOfIssue(name: PropertyKey | undefined, cells: Cells): ImportField {
  const field = FIELDS.find((known) => known === name) ?? "kind";
  return field === "bornOn" && cells.bornOn === "" ? "age" : field;
}

/** Returns what is wrong with the cells of a row, by field. `values` are what they stand for. */
export function errorsOf(cells: Cells, values: EditValues, id: bigint | null): CellErrors {
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
    if (cells[field] !== "" && READERS[field](cells[field]) === null) errors[field] = unknownWords(field, cells[field]);
  }
  return errors;
}

/** Returns what a mistyped kind or status may mean, by field. */
export function nearestOf(cells: Cells, errors: CellErrors): CellErrors {
  const labelOf = (field: "kind" | "status") =>
    errors[field] && cells[field] !== "" ? nearestLabel(field, cells[field]) : null;
  const [kind, status] = [labelOf("kind"), labelOf("status")];
  return { ...(kind && { kind }), ...(status && { status }) };
}
