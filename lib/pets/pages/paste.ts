import Papa from "papaparse";
import { errorsFromIssues, type FieldErrors } from "../../http/field-errors";
import { parseInt64 } from "../../int64";
import { CATEGORIES, STATUS_LABELS } from "../categories";
import { NewPet } from "../schema";
import { PET_STATUSES } from "../status";

/** Maximum number of rows that can be pasted at once. */
export const MAX_ROWS = 200;

/** A pasted row with the animal it describes, or its errors by field. */
export type PastedRow = {
  /** Counted from 1, as a spreadsheet does. */
  line: number;
  cells: { name: string; category: string; status: string };
  pet: NewPet | null;
  errors: FieldErrors<keyof NewPet> & { row?: string };
};

/**
 * Reads rows of name, category and status from a spreadsheet (tabs) or a CSV file. A category is a known name or any
 * number; a status is a word of the API or of these pages, `available` when it is empty. A line of headings is skipped.
 */
export function readPaste(text: string): { rows: PastedRow[]; tooMany: boolean } {
  // Spreadsheets paste tabs, and names may hold commas. Without a tab, Papa Parse guesses the separator.
  const delimiter = text.includes("\t") ? "\t" : "";
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: "greedy", preview: MAX_ROWS + 2 });
  const lines = data.map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }));
  const rows = lines.filter(({ cells, line }) => line > 1 || cells[0]?.toLowerCase() !== "name").map(readRow);
  return { rows: rows.slice(0, MAX_ROWS), tooMany: rows.length > MAX_ROWS };
}

function readRow({ cells, line }: { cells: string[]; line: number }): PastedRow {
  const [name = "", category = "", status = "", ...more] = cells;
  const parsed = NewPet.safeParse({
    name: name === "" ? undefined : name,
    categoryId: category === "" ? undefined : readCategory(category),
    ...(status !== "" && { status: readStatus(status) }),
  });
  const errors: PastedRow["errors"] = parsed.success ? {} : errorsFromIssues(parsed.error.issues);
  if (errors.categoryId && category !== "") errors.categoryId = "It must be a known category or a whole number.";
  if (more.some((cell) => cell !== "")) errors.row = "There are more than three columns.";
  const isRight = parsed.success && Object.keys(errors).length === 0;
  return { line, cells: { name, category, status }, pet: isRight ? parsed.data : null, errors };
}

function readCategory(text: string): bigint | string {
  const known = CATEGORIES.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  return known?.id ?? parseInt64(text) ?? text;
}

function readStatus(text: string): string {
  const word = text.toLowerCase();
  return PET_STATUSES.find((status) => STATUS_LABELS[status].label.toLowerCase() === word) ?? word;
}
