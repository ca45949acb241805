import { parseInt64 } from "../../values/int64";
import { EMPTY_PET, type PetValues, readPetValues } from "../edit/pet-values";
import { type EditValues, readProfileValues } from "../edit/values";
import type { NewProfile } from "../profile/schema";
import type { NewPet } from "../schema";
import { DEFAULT_STATUS } from "../status";
import { type CellErrors, type Cells, errorsOf, nearestOf } from "./row-errors";
import { type Column, FIELDS, type ImportField, type PastedTable, PROFILE_FIELDS } from "./table";
import { bornOnOfAge, bornOnOfText, categoryOfWord, sexOfWord, sizeOfWord, statusOfWord, yesOrNoOfWord } from "./words";

/** What a row says about the profile of an animal. Other fields keep their values. */
export type ImportedProfile = Partial<Omit<NewProfile, "goodWith">> & { goodWith?: Partial<NewProfile["goodWith"]> };

/** A row: what it says about an animal, or what is wrong with it, by field. */
export type ImportRow = {
  /** Counted from 1, as a spreadsheet does. */
  line: number;
  cells: Cells;
  errors: CellErrors;
  /** What a mistyped kind or status may mean. */
  nearest: CellErrors;
  /** The animal to add, or the change of an existing one; null while something is wrong. */
  wanted: { id: bigint | null; pet: Partial<NewPet>; profile?: ImportedProfile } | null;
};

/**
 * What was changed in the rows before importing them, by line: corrected cells, rows to leave out, and those that were
 * left out because they look like an animal that exists or like an earlier row. People may include these again.
 */
export type RowEdits = {
  cells: Record<string, CellErrors>;
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
  const cells = Object.fromEntries(FIELDS.map((field) => [field, cell(field)])) as Cells; // its keys are all of FIELDS
  const id = cells.id === "" ? null : parseInt64(cells.id);
  const values = valuesOf(cells);
  const errors = errorsOf(cells, values, id);
  const isRight = Object.keys(errors).length === 0;
  return {
    line: number,
    cells,
    errors,
    nearest: nearestOf(cells, errors),
    wanted: isRight ? { id, pet: wantedOf(cells, values, id), ...importedProfileOf(cells, values) } : null,
  };
}

/** Returns the values of the form for the animal that the cells describe. */
function valuesOf(cells: Cells): EditValues {
  return {
    ...EMPTY_PET,
    name: cells.name,
    kind: cells.kind === "" ? "" : (categoryOfWord(cells.kind)?.toString() ?? "unknown"),
    status: statusOfWord(cells.status) ?? DEFAULT_STATUS,
    breed: cells.breed,
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

function wantedOf(cells: Cells, values: PetValues, id: bigint | null): Partial<NewPet> {
  if (id === null) return readPetValues(values) ?? {};
  const categoryId = parseInt64(values.kind);
  return {
    ...(cells.name !== "" && { name: cells.name }),
    ...(cells.kind !== "" && categoryId !== null && { categoryId }),
    ...(cells.status !== "" && { status: values.status }),
  };
}

/** Returns the profile of a row with at least one cell for it. Empty cells keep their values. */
function importedProfileOf(cells: Cells, values: EditValues): { profile?: ImportedProfile } {
  if (PROFILE_FIELDS.every((field) => cells[field] === "")) return {};
  const { goodWith, ...facts } = readProfileValues(values);
  const known = withoutNull(goodWith);
  return { profile: { ...withoutNull(facts), ...(Object.keys(known).length > 0 && { goodWith: known }) } };
}

/** Leaves out members that are null. */
const withoutNull = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Partial<T>; // some of its members
