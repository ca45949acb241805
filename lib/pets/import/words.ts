import { recordOf } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { kindOfWord } from "../adopters/search-words";
import { bornOnOf } from "../edit/age-estimate";
import { type Choices, choicesOf, FACT_KEYS, FACTS, type FactKey } from "../facts";
import { isPetStatus, type PetStatus, STATUS_LABELS } from "../status";

const STATUS_CHOICES: Choices = {
  available: { label: STATUS_LABELS.available, words: ["free", "here", "waiting", "new", "yes"] },
  pending: { label: STATUS_LABELS.pending, words: ["reserved", "on hold", "requested"] },
  sold: { label: STATUS_LABELS.sold, words: ["adopted", "gone", "rehomed", "homed"] },
};
const YES_OR_NO: Choices = {
  yes: { label: "Yes", words: ["y", "true", "1"] },
  no: { label: "No", words: ["n", "false", "0"] },
};

const wordMap = (choices: Choices): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(choices).flatMap(([value, { label, words = [], short = [] }]) =>
      [value, label.toLowerCase(), ...words, ...short].map((word) => [word, value] as const),
    ),
  );

const STATUSES = wordMap(STATUS_CHOICES);
const FACT_WORDS = recordOf(
  FACT_KEYS,
  (key) => new Map([...wordMap(choicesOf(key)), ...(FACTS[key].type === "flag" ? wordMap(YES_OR_NO) : [])]),
);

export function statusOfWord(text: string): PetStatus | null {
  const status = STATUSES.get(text.toLowerCase());
  return isPetStatus(status) ? status : null;
}

/** The choice that a cell names, as a form has it; null when it is not understood. */
export const choiceOfWord = (key: FactKey, text: string): string | null =>
  FACT_WORDS[key].get(text.toLowerCase()) ?? null;

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
