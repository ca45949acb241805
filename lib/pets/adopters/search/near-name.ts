import { editDistance } from "../../../values/edit-distance";
import { foldName } from "../../../values/fold-name";

/** A name with fewer letters never counts as a typing error, because too many names are as near. */
const MIN_LETTERS = 3;
/** A longer name is never one either: comparing two of these would take too long. */
const MAX_LETTERS = 40;
/** A name of up to this many letters may have one error, a longer one two. */
const SHORT = 4;

/** An animal whose name is near the text of a search: the name or the word of it that is, and the number of errors. */
export type Near<P> = { pet: P; meant: string; errors: number };

/**
 * Finds the animal whose name, or a word of it, was probably meant by the text of a search: the one with the fewest
 * typing errors, and the first of several. Returns null if none is near.
 */
export function nearestName<P extends { name: string }>(text: string, pets: readonly P[]): Near<P> | null {
  const typed = [...foldName(text)];
  let nearest: Near<P> | null = null;
  for (const pet of pets) {
    for (const meant of new Set([pet.name, ...pet.name.split(/\s+/)])) {
      const errors = countErrorsInName(typed, [...foldName(meant)]);
      if (errors !== null && errors < (nearest?.errors ?? Number.POSITIVE_INFINITY)) nearest = { pet, meant, errors };
    }
  }
  return nearest;
}

/** Counts the errors between two words. Returns null if there are too many for their length. */
function countErrorsInName(typed: readonly string[], name: readonly string[]): number | null {
  const letters = Math.min(typed.length, name.length);
  const most = letters <= SHORT ? 1 : 2;
  if (letters < MIN_LETTERS || letters > MAX_LETTERS) return null;
  // "Buddie" sounds like "Buddy".
  const isAlike = soundOf(typed) === soundOf(name);
  const isNearAsLong = Math.abs(typed.length - name.length) <= most;
  const errors = isNearAsLong ? editDistance(typed, name) : Number.POSITIVE_INFINITY;
  if (errors <= 1 || isAlike) return Math.min(errors, 1);
  if (errors <= most) return errors;
  // "Biscut" is the beginning of "Biscotti", with one error.
  const isBeginning = typed.length > SHORT && typed.length < name.length;
  return isBeginning && editDistance(typed, name.slice(0, typed.length)) === 1 ? 2 : null;
}

/** Returns a name with one spelling of its ending: "Buddie" and "Buddy" are equal, and "Starlite" and "Starlight". */
const soundOf = (name: readonly string[]) =>
  name
    .join("")
    .replace(/(?:ie|ey|ee|y|i)$/, "y")
    .replace(/ight$/, "ite");

/** Whether each word of a search is one of the words of a name. */
export function hasAllWords(name: string, text: string): boolean {
  const wordsIn = (of: string) => foldName(of).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const words = new Set<string>(wordsIn(name));
  return wordsIn(text).every((word) => words.has(word));
}
