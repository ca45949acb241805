import { type AgeRange, groupsBetween } from "../../profile/age";
import type { AgeGroup } from "../../profile/choices";

// Kept out of the browser's first bundle: used only where lists are read.

/** The ages that a search names: their groups, and a note if these are not exactly what was typed. */
type ParsedAges = { ages: readonly AgeGroup[]; note?: string };

/** Numbers in words, by their value. */
const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NUMBER = `(\\d{1,2}|an?|${NUMBER_WORDS.join("|")})`;
const UNIT = "(years?|yrs?|yo|months?|weeks?)\\b(?: olds?\\b| of age\\b)?";
const BELOW = "under|below|younger than|less than|up to";
const ABOVE = "over|above|older than|more than|at least";

/** "1 to 3 years". */
const RANGE = new RegExp(`\\b(?:between |from )?${NUMBER} (?:to|and) ${NUMBER} ?${UNIT}`);
/** "under 2 years", "older than 8", but not "up to 3", which may be a number of animals. */
const BELOW_AGE = new RegExp(`\\b(?:(?:${BELOW}) ${NUMBER} ?${UNIT}|(?:under|younger than) ${NUMBER}\\b)`);
const ABOVE_AGE = new RegExp(`\\b(?:(?:${ABOVE}) ${NUMBER} ?${UNIT}|(?:over|older than) ${NUMBER}\\b)`);
/** "2 years old", "8 weeks". */
const EXACT = new RegExp(`\\b${NUMBER} ?${UNIT}`);

/** The groups in words. */
const CONTAINED: Readonly<Record<AgeGroup, string>> = {
  baby: "babies are under 1 year old",
  young: "young animals are 1 or 2 years old",
  adult: "adults are 3 to 7 years old",
  senior: "seniors are 8 years or older",
};

/** Finds an age in the words of a search. Returns it, if there is one, and the other words. */
export function parseAges(phrase: string): { meant: ParsedAges | null; others: string } {
  const range = rangeIn(phrase);
  if (!range) return { meant: null, others: phrase };
  const groups = groupsBetween(range);
  const inexact = groups.filter(({ isWhole }) => !isWhole).map(({ group }) => CONTAINED[group]);
  const note = inexact.length > 0 && `Ages are searched in groups: ${inexact.join(", and ")}.`;
  return {
    meant: { ages: groups.map(({ group }) => group), ...(note && { note }) },
    others: phrase.replace(range.typed, " "),
  };
}

/** Returns the ages that a search names, in years, and how they are typed. Returns null if it names none. */
function rangeIn(phrase: string): (AgeRange & { typed: string }) | null {
  const range = RANGE.exec(phrase);
  if (range) {
    const [typed, from, until, unit] = range;
    return { typed, from: years(from, unit), until: years(until, unit) };
  }
  const below = BELOW_AGE.exec(phrase);
  if (below) return { typed: below[0], from: 0, until: years(below[1] ?? below[3], below[2]) };
  const above = ABOVE_AGE.exec(phrase);
  if (above) return { typed: above[0], from: years(above[1] ?? above[3], above[2]), until: Number.POSITIVE_INFINITY };
  const exact = EXACT.exec(phrase);
  if (!exact) return null;
  const [typed, number, unit] = exact;
  return { typed, from: years(number, unit), until: years(number, unit, 1) };
}

/** Returns a time in years, `more` units later. */
function years(number = "", unit = "years", more = 0): number {
  const inWords = NUMBER_WORDS.indexOf(number);
  const count = (/^an?$/.test(number) ? 1 : inWords < 0 ? Number(number) : inWords) + more;
  return count / (unit.startsWith("m") ? 12 : unit.startsWith("w") ? 52 : 1);
}
