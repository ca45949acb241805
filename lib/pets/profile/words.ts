import { now } from "../../process/clock";
import { DAY_MS, monthsBetween } from "../../values/time";
import { capitalized } from "../../values/words";
import {
  AGE_GROUP_WORDS,
  COMPANIONS,
  choicesOf,
  FACT_KEYS,
  FACTS,
  type FactKey,
  toFacts,
  typedValue,
  valueWords,
} from "../facts";
import type { Profile } from "./schema";

const MONTHS_A_YEAR = 12;
/** Ages from this many months on are shown in months, and younger ones in weeks. */
const MONTHS_FROM = 3;
export const YEARS_FROM_MONTHS = 24;

const several = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** Returns an age in words, as precise as the date of birth: `2024`, `2024-05` or `2024-05-17`. */
export function ageWords(bornOn: string): string {
  const today = new Date(now());
  const [year = 0, month, day] = bornOn.split("-").map(Number);
  if (month === undefined) {
    const years = today.getUTCFullYear() - year;
    return years <= 0 ? "less than a year" : `about ${several(years, "year")}`;
  }
  const months = monthsSince(year, month, day);
  if (months >= YEARS_FROM_MONTHS) return several(Math.floor(months / MONTHS_A_YEAR), "year");
  if (months >= MONTHS_FROM || (day === undefined && months > 0)) return several(months, "month");
  if (day === undefined) return "less than a month";
  const weeks = Math.floor((now() - Date.UTC(year, month - 1, day)) / (7 * DAY_MS));
  return weeks < 1 ? "less than a week" : several(weeks, "week");
}

function monthsSince(year: number, month: number, day = 1): number {
  return monthsBetween(new Date(Date.UTC(year, month - 1, day)), new Date(now()));
}

type FactFields = { categoryId: bigint; profile: Omit<Profile, "photos"> };

/** The categories whose ages the groups fit: dogs, cats and rabbits. A tortoise of 8 years is no senior. */
const CATEGORIES_WITH_AGE_GROUPS = [1n, 2n, 3n];

/** Without what has a place of its own on a page: the story, whom it gets along with, the fee and bonded animals. */
export const LISTED = FACT_KEYS.filter((key) => {
  const { type, within } = FACTS[key];
  return key !== "story" && !within && type !== "money" && type !== "pet";
});

/** Null if it is not known. */
export function shownFact({ categoryId, profile }: FactFields, key: FactKey): string | boolean | null {
  const value = toFacts(profile)[key];
  if (value === null || typeof value === "boolean") return value;
  return key === "bornOn" ? ageFact(categoryId, profile) : valueWords(key, value);
}

const known = (pet: FactFields) =>
  LISTED.flatMap((key) => {
    const fact = shownFact(pet, key);
    return fact === null ? [] : [{ key, fact }];
  });

/** What is known, in the order of a table. */
export const factRows = (pet: FactFields): [name: string, value: string][] =>
  known(pet).map(({ key, fact }) => [FACTS[key].label, typeof fact === "boolean" ? valueWords(key, fact) : fact]);

/** The same for one line, in which "Yes" would say too little. */
export const factLine = (pet: FactFields): string[] =>
  known(pet).map(({ key, fact }) => {
    const { type, label } = FACTS[key];
    if (typeof fact === "boolean") return choicesOf(key)[typedValue(fact)]?.label ?? label;
    return type === "text" && key !== "breed" ? `${label}: ${fact}` : fact;
  });

/** "Young, 14 months", or without a group "14 months". */
function ageFact(categoryId: bigint, { ageGroup, bornOn }: FactFields["profile"]): string {
  const age = ageWords(bornOn ?? "");
  const hasGroup = ageGroup !== null && CATEGORIES_WITH_AGE_GROUPS.includes(categoryId);
  return hasGroup ? `${AGE_GROUP_WORDS[ageGroup].label}, ${age}` : age;
}

export function companionWords(goodWith: Profile["goodWith"], isGood: boolean): string {
  return COMPANIONS.filter((companion) => goodWith[companion] === isGood).join(", ");
}

export type CompanionMark = readonly [known: "yes" | "no" | "unknown", lead: string, companion: string];

const LEADS = { yes: "good with ", no: "not with ", unknown: "not known: " };

/** Read aloud, they are one sentence: "Good with children, not with dogs, not known: cats". */
export const companionMarks = (goodWith: Profile["goodWith"]): CompanionMark[] =>
  COMPANIONS.map((companion, index) => {
    const isGood = goodWith[companion];
    const known = isGood === null ? "unknown" : isGood ? "yes" : "no";
    return [known, index === 0 ? capitalized(LEADS[known]) : `, ${LEADS[known]}`, companion];
  });

/** In calendar days (UTC), then in weeks, months and years. Null on the first day. */
export function waitWords(since: Date): string | null {
  const days = Math.floor(now() / DAY_MS) - Math.floor(since.getTime() / DAY_MS);
  if (days < 1) return null;
  const months = monthsBetween(since, new Date(now()));
  if (months >= YEARS_FROM_MONTHS) return several(Math.floor(months / MONTHS_A_YEAR), "year");
  if (months >= MONTHS_FROM) return several(months, "month");
  return days < 7 ? several(days, "day") : several(Math.floor(days / 7), "week");
}
