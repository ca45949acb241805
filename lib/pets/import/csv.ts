import Papa from "papaparse";
import { FACT_KEYS, FACTS, type FactKey, type Facts, optionsOf, toFacts, typedValue } from "../facts";
import { findKind } from "../kinds";
import type { ListedPet } from "../list/schema";
import { DEFAULT_STATUS, STATUS_LABELS } from "../status";

/**
 * Below any other heading ("No.", "ID") are the numbers of another list, which would change the animals that have them
 * here.
 */
export const ID_HEADING = "id";

const COLUMNS: readonly (readonly [heading: string, text: (pet: ListedPet) => string | undefined | null])[] = [
  [ID_HEADING, ({ id }) => id.toString()],
  ["name", ({ name }) => name],
  ["kind", ({ categoryId }) => findKind(categoryId)?.name ?? categoryId.toString()],
  ["status", ({ status = DEFAULT_STATUS }) => STATUS_LABELS[status]],
  // The story is the last one, because it is long.
  ...[...FACT_KEYS.filter((key) => key !== "story"), "story" as const].map((key) => {
    const { label, fileLabel = label } = FACTS[key];
    const textOf = ({ profile }: ListedPet) => (profile ? wordsOf(key, toFacts(profile)[key]) : "");
    return [fileLabel.toLowerCase(), textOf] as const;
  }),
];

/** Without words of ours for an animal, whose number is read by programs. */
function wordsOf(key: FactKey, value: Facts[FactKey]): string {
  const typed = typedValue(value);
  return optionsOf(key)[typed] ?? typed;
}

/**
 * Where a spreadsheet would see the start of a formula, also a full-width one. One that separates cells by semicolons
 * or tabs, or ignores quotes, starts a cell after each of these and after line breaks. Apostrophes before such a place
 * are included, so that the text can be restored exactly.
 */
const FORMULA = /((?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*)(?='*[=+\-@＝＋－＠])/g;
const ESCAPED = /((?:^|[;\t\r\n])(?:"|[^\S\t\r\n])*)'(?='*[=+\-@＝＋－＠])/g;

export const escapeCell = (text: string) => text.replace(FORMULA, "$1'");

export const unescapeCell = (text: string) => text.replace(ESCAPED, "$1");

export function toCsv(pets: readonly ListedPet[]): string {
  const headings = COLUMNS.map(([heading]) => heading);
  const lines = pets.map((pet) => COLUMNS.map(([, textOf]) => escapeCell(textOf(pet) ?? "")));
  // Spreadsheets recognise UTF-8 by this mark at the beginning.
  return `\uFEFF${Papa.unparse([headings, ...lines])}\r\n`;
}

export const MAX_EXPORT = 10_000;
