import { parseInt64 } from "../../values/schemas";
import { kindOfWord } from "../adopters/search-words";
import { bornOnOf } from "../edit/age-estimate";
import { SEX_LABELS, SEXES, type Sex, SIZE_LABELS, SIZES, type Size } from "../profile/choices";
import { PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";

/** The words for each choice of a field, in lower case, besides its value and its label. */
type Words<W extends string> = Readonly<Record<W, readonly string[]>>;

const STATUS_WORDS: Words<PetStatus> = {
  available: ["free", "here", "waiting", "new", "yes"],
  pending: ["reserved", "on hold", "requested"],
  sold: ["adopted", "gone", "rehomed", "homed"],
};
const SEX_WORDS: Words<Sex> = { female: ["f", "girl"], male: ["m", "boy"] };
const SIZE_WORDS: Words<Size> = { small: ["s"], medium: ["m", "middle"], large: ["l", "big"], extra_large: ["xl"] };

function wordMap<W extends string>(
  choices: readonly W[],
  labels: Readonly<Record<W, string>>,
  words: Words<W>,
): ReadonlyMap<string, W> {
  return new Map(
    choices.flatMap((choice) =>
      [choice, labels[choice].toLowerCase(), ...words[choice]].map((word) => [word, choice] as const),
    ),
  );
}

const STATUSES = wordMap(PET_STATUSES, STATUS_LABELS, STATUS_WORDS);
const SEXES_BY_WORD = wordMap(SEXES, SEX_LABELS, SEX_WORDS);
const SIZES_BY_WORD = wordMap(SIZES, SIZE_LABELS, SIZE_WORDS);

export const statusOfWord = (text: string) => STATUSES.get(text.toLowerCase()) ?? null;
export const sexOfWord = (text: string) => SEXES_BY_WORD.get(text.toLowerCase()) ?? null;
export const sizeOfWord = (text: string) => SIZES_BY_WORD.get(text.toLowerCase()) ?? null;

const YES_OR_NO: ReadonlyMap<string, "yes" | "no"> = new Map([
  ...["yes", "y", "true", "1"].map((word) => [word, "yes"] as const),
  ...["no", "n", "false", "0"].map((word) => [word, "no"] as const),
]);

export const yesOrNoOfWord = (text: string) => YES_OR_NO.get(text.toLowerCase()) ?? null;

const AGE =
  /^(?:about |approx\.? |~ ?)?(\d{1,4}(?:[.,]\d+)?) ?(y|yrs?|years?|m|mos?|mths?|months?|w|wks?|weeks?)?(?: old)?$/i;

/** "3 years", "6 mths", "10 wks" or "2", which means years; null when it is not understood. */
export function bornOnOfAge(text: string): string | null {
  const [, digits, unit = "years"] = AGE.exec(text) ?? [];
  if (digits === undefined) return null;
  const count = Number(digits.replace(",", "."));
  const months = (precise: number) => bornOnOf({ count: Math.floor(precise), unit: "months" });
  if (/^m/i.test(unit)) return months(count);
  if (/^w/i.test(unit)) return months((count * 12) / 52);
  if (Number.isInteger(count)) return bornOnOf({ count, unit: "years" });
  return months(Math.round(count * 12));
}

export function categoryOfWord(text: string): bigint | null {
  const number = /^\s*category\s+(-?\d+)\s*$/i.exec(text)?.[1] ?? text.trim();
  return kindOfWord(text)?.id ?? parseInt64(number);
}

/** Dates as spreadsheets write them, or an age with its unit. An ambiguous date stays as it is: "3/4/2024". */
export function bornOnOfText(text: string): string {
  const pad = (digits: string | undefined) => (digits ?? "").padStart(2, "0");
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?$/.exec(text) ?? [];
  if (year !== undefined) return [year, pad(month), ...(day === undefined ? [] : [pad(day)])].join("-");
  const [, one, other, last] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  if (last === undefined) return (/[a-z]/i.test(text) ? bornOnOfAge(text) : null) ?? text;
  if (text.includes(".") || Number(one) > 12) return `${last}-${pad(other)}-${pad(one)}`;
  return Number(other) > 12 ? `${last}-${pad(one)}-${pad(other)}` : text;
}
