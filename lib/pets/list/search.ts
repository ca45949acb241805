import { parseInt64 } from "../../values/schemas";
import { foldName } from "../../values/search";

/** How many characters of a folded name are searched (pets_fold). */
const MAX_FOLDED = 600;
/** How many words of a text are searched, and how many characters of each (pets_words). */
const MAX_WORDS = 10;
const MAX_WORD = 100;

/** Returns the number of an animal that a search may mean ("59" or "#59"), or null for any other search. */
export function numberOf(text: string): bigint | null {
  return parseInt64(/^#?(\d+)$/.exec(text.trim())?.[1] ?? "");
}

/** How to find a name: by pieces that an index has, then by a condition that decides. */
export type NamePattern = {
  /** Pieces that every matching name has (pets_grams). */
  grams: string[];
  /** The condition on the column `folded`. `?` stands for the value. */
  condition: string;
  value: string;
};

/**
 * One or two characters have to be at the start of a word (`pets_breaks`). Null for a text of only accents, because
 * every name contains it.
 */
export function nameSearch(text: string): NamePattern | null {
  const letters = [...foldName(text)].slice(0, MAX_FOLDED);
  const folded = letters.join("").trimEnd();
  if (letters.length === 0) return null;
  if (letters.length <= 2) {
    const value = letters.map((letter) => (/[\w\s]|[^\0-\x7f]/.test(letter) ? letter : `\\${letter}`)).join("");
    return { grams: [` ${folded}`], condition: "folded ~ ('(^|' || pets_breaks() || ')' || ?)", value };
  }
  return {
    grams: letters.slice(2).map((_, index) => letters.slice(index, index + 3).join("")),
    condition: "folded LIKE ?",
    value: `%${folded.replace(/[\\%_]/g, "\\$&")}%`,
  };
}

export const wordsOf = (text: string): string[] =>
  foldName(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .map((word) => [...word].slice(0, MAX_WORD).join(""));

/** "labradors" finds "Labrador", too. Words that say nothing ("of") are left out. */
export function stemsOf(text: string): string[] {
  const words = wordsOf(text).filter((word) => !/^[a-z0-9]{1,2}$/.test(word));
  const stems = words.map((word) => (/^[a-z]{2,}[^s]s$/.test(word) ? word.slice(0, -1) : word));
  return [...new Set(stems)].slice(0, MAX_WORDS);
}

export const wordQuery = (text: string): string | null =>
  stemsOf(text)
    .map((stem) => `'${stem}':*`)
    .join(" & ") || null;
