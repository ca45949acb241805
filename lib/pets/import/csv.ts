import Papa from "papaparse";
import { CATEGORIES } from "../categories";
import type { Pet } from "../schema";
import { DEFAULT_STATUS, STATUS_LABELS } from "../status";

/** The columns of an exported file. */
export const HEADINGS = ["id", "name", "kind", "status"] as const;

/**
 * What a spreadsheet takes for a formula, in full width too and even behind apostrophes of its own, so that reading a
 * file again gives exactly what was written.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/** A cell that no spreadsheet runs as a formula. */
export const escapeCell = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell as it was before `escapeCell`. */
export const unescapeCell = (text: string) => (ESCAPED.test(text) ? text.slice(1) : text);

/** Animals as a CSV file that spreadsheets open, and that can be read in again. */
export function toCsv(pets: readonly Pet[]): string {
  const lines = pets.map(({ id, name, categoryId, status = DEFAULT_STATUS }) => [
    id.toString(),
    name,
    CATEGORIES.find((category) => category.id === categoryId)?.name ?? categoryId.toString(),
    STATUS_LABELS[status],
  ]);
  // Spreadsheets take the mark at the beginning for "this is UTF-8".
  return `\uFEFF${Papa.unparse([[...HEADINGS], ...lines.map((cells) => cells.map(escapeCell))])}\r\n`;
}

/** The text of a file: UTF-8 or UTF-16, else as Windows writes it in Western countries. */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
