import type { Shelter } from "../../shelter/schema";
import { type Note, notesFor, readNotes } from "../../shelter/words";
import { categoryPlural, knownKinds } from "../kinds";

export function notesForKind(notes: string, categoryId: bigint): Note[] {
  const kinds = knownKinds().map(({ plural }) => plural);
  return notesFor(categoryPlural(categoryId), readNotes(notes), kinds);
}

export const notesTextForKind = (notes: string, categoryId: bigint) =>
  notesForKind(notes, categoryId)
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join("\n");

/** Maximum length of a fee that is shown among the facts. A longer one is only among the notes. */
const MAX_FEE_LENGTH = 30;

export const feeOf = (notes: string, categoryId: bigint): string | undefined =>
  notesForKind(notes, categoryId).find(isShortFee)?.text;

/** Those of each kind, by its id, or an empty string, and the currency of those that animals have. */
export type Fees = { ofKinds: Readonly<Record<string, string>>; currency: string | null };

export const listedFees = ({ adoptionNotes, currency }: Pick<Shelter, "adoptionNotes" | "currency">): Fees => ({
  ofKinds: Object.fromEntries(knownKinds().map(({ id }) => [String(id), feeOf(adoptionNotes ?? "", id) ?? ""])),
  currency,
});

export const isFee = ({ label }: Note): boolean => /^(?:adoption )?fee$/i.test(label);
const isShortFee = (note: Note): boolean => isFee(note) && note.text.length <= MAX_FEE_LENGTH;

/** "£120", or the bare number if the currency is not known. */
export function amountWords(amount: string, currency: string | null): string {
  if (currency === null) return amount;
  const format = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return Number(amount).toLocaleString("en-GB", format);
}
