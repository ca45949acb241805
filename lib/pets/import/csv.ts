import Papa from "papaparse";
import { CATEGORIES } from "../categories";
import type { ListedPet } from "../list/schema";
import { COMPANIONS, SEX_LABELS, SIZE_LABELS } from "../profile/choices";
import { DEFAULT_STATUS, STATUS_LABELS } from "../status";

/** The columns of an exported file. */
export const HEADINGS = [
  ...["id", "name", "kind", "status", "sex", "born", "size"],
  ...COMPANIONS.map((companion) => `good with ${companion}`),
  "story",
];

/**
 * The beginning of a cell that a spreadsheet would take for a formula, also in full width. Leading apostrophes are
 * included, so that a cell which begins with one is restored exactly.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/** Makes a text a cell that no spreadsheet evaluates as a formula. */
export const escapeCell = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** Returns the text of a cell as it was before `escapeCell`. */
export const unescapeCell = (text: string) => (ESCAPED.test(text) ? text.slice(1) : text);

/** Writes animals as a CSV file for spreadsheets, which can be imported again. */
export function toCsv(pets: readonly ListedPet[]): string {
  const lines = pets.map(({ id, name, categoryId, status = DEFAULT_STATUS, profile }) => [
    id.toString(),
    name,
    CATEGORIES.find((category) => category.id === categoryId)?.name ?? categoryId.toString(),
    STATUS_LABELS[status],
    profile?.sex ? SEX_LABELS[profile.sex] : "",
    profile?.bornOn ?? "",
    profile?.size ? SIZE_LABELS[profile.size] : "",
    ...COMPANIONS.map((companion) => yesOrNo(profile?.goodWith[companion] ?? null)),
    profile?.story ?? "",
  ]);
  // Spreadsheets recognise UTF-8 by this mark at the beginning.
  return `\uFEFF${Papa.unparse([[...HEADINGS], ...lines.map((cells) => cells.map(escapeCell))])}\r\n`;
}

const yesOrNo = (flag: boolean | null) => (flag === null ? "" : flag ? "Yes" : "No");

/** Decodes a file: UTF-8, UTF-16, or else the Western encoding of Windows. */
export function decodeFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
