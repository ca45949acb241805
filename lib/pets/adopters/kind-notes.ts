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

/** Maximum length of a fee that is shown among the facts. A longer one is only among the notes. */
const MAX_FEE_LENGTH = 30;

export const feeOf = (notes: string, categoryId: bigint): string | undefined =>
  notesForKind(notes, categoryId).find(isShortFee)?.text;

/** The adoption fee of each kind, by its slug, or an empty string. */
export type Fees = Readonly<Record<string, string>>;

export const listedFees = (notes: string): Fees =>
  Object.fromEntries(CATEGORIES.map(({ id, slug }) => [slug, feeOf(notes, id) ?? ""]));

const isShortFee = ({ label, text }: Note): boolean =>
  /^(?:adoption )?fee$/i.test(label) && text.length <= MAX_FEE_LENGTH;
