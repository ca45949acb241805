import { type Note, notesFor, readNotes } from "../../shelter/words";
import { CATEGORIES, categoryPlural } from "../kinds";

const KINDS = CATEGORIES.map(({ plural }) => plural);

export function notesForKind(notes: string, categoryId: bigint): Note[] {
  return notesFor(categoryPlural(categoryId), readNotes(notes), KINDS);
}

export const notesTextForKind = (notes: string, categoryId: bigint) =>
  notesForKind(notes, categoryId)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join("\n");

/** Maximum length of a fee that is shown above the button. A longer one is only among the notes. */
const MAX_FEE_LENGTH = 30;

export const feeOf = (notes: string, categoryId: bigint): string | undefined =>
  notesForKind(notes, categoryId).find(isShortFee)?.text;

/** Maximum length of a fee in a line with other facts. A phone has less room there than above the button. */
export const MAX_FEE_LENGTH_IN_LINE = 20;

/** The adoption fee of each kind, by its slug, or an empty string. */
export type Fees = Readonly<Record<string, string>>;

export function listedFees(notes: string): Fees {
  const fees = CATEGORIES.map(({ id, slug }) => [slug, feeOf(notes, id) ?? ""] as const);
  return Object.fromEntries(fees.filter(([, fee]) => fee.length <= MAX_FEE_LENGTH_IN_LINE));
}

const isShortFee = ({ label, text }: Note): boolean =>
  /^(?:adoption )?fee$/i.test(label) && text.length <= MAX_FEE_LENGTH;
