import { editDistance } from "../../../values/edit-distance";
import type { Category } from "../../kinds/categories";
import { KIND_WORDS } from "../../kinds/kind-words";
import { BREED_KINDS } from "./breeds";
import { lettersOf } from "./letters";

// Kept out of the browser's first bundle: used only where lists are read.

/**
 * A search with its misspelled words corrected, and the kind that the first of them stands for. `isSure`: hardly any
 * name looks like these errors.
 */
export type SpellingCorrection = { kind: Category; spelling: string; isSure: boolean };

/**
 * Returns the text of a search with all words for kinds and breeds spelled correctly, or null if none is misspelled. It
 * is itself spelled correctly.
 */
export function correctSpelling(text: string): SpellingCorrection | null {
  const words = lettersOf(text).map((typed) => ({ typed, nearest: nearestWord(typed) }));
  const errors = words.flatMap(({ typed, nearest }) =>
    nearest && nearest.word !== typed ? [{ typed, ...nearest }] : [],
  );
  const [first] = errors;
  if (!first) return null;
  return {
    kind: first.kind,
    spelling: words.map(({ typed, nearest }) => nearest?.word ?? typed).join(" "),
    isSure: errors.every(({ typed, word }) => isSureError(typed, word)),
  };
}

/** In a word for a kind with fewer letters, only swapped letters are a typing error: "dgo". */
const SHORT_KIND = 5;
/** Breeds with fewer letters look like many names of animals. */
const MIN_BREED = 6;
/** A breed with fewer letters is meant only if the first letter is right: "Ollie" is not a collie. */
const SHORT_BREED = 7;
/** A word with this many letters may have two errors. */
const TWO_ERRORS_LENGTH = 8;
/** A shorter word with another letter in it looks like many names: "Poppy" is not "puppy", but "pupy" is. */
const MIN_SURE_LENGTH = 6;

/** The words that a typing error may lead to. */
const SPELLED = [...KIND_WORDS, ...[...BREED_KINDS].filter(([word]) => word.length >= MIN_BREED)];

/** Returns the word that one with a typing error is nearest to, or null if none is near. */
function nearestWord(typed: string): { word: string; kind: Category } | null {
  let [nearest, least]: [{ word: string; kind: Category } | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const [word, kind] of SPELLED) {
    const errors = countErrorsInWord(typed, word);
    if (errors !== null && errors < least) [nearest, least] = [{ word, kind }, errors];
  }
  return nearest;
}

/** Whether a typing error is unlikely to be a name: "Sunny" does not mean "bunny", nor "Poppy" "puppy". */
function isSureError(typed: string, word: string): boolean {
  const isReplaced = typed.length === word.length && sorted(typed) !== sorted(word);
  return typed[0] === word[0] && (word.length >= MIN_SURE_LENGTH || !isReplaced);
}

/** Counts the errors in a word. Returns null if there are too many for its length. */
function countErrorsInWord(typed: string, word: string): number | null {
  const most = word.length < TWO_ERRORS_LENGTH ? 1 : 2;
  if (Math.abs(typed.length - word.length) > most) return null;
  if (word.length < SHORT_KIND && sorted(typed) !== sorted(word)) return null;
  if (word.length < SHORT_BREED && BREED_KINDS.has(word) && typed[0] !== word[0]) return null;
  const errors = editDistance([...typed], [...word]);
  return errors <= most ? errors : null;
}

const sorted = (word: string) => [...word].sort().join("");
