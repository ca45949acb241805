/** Maximum number of words that are searched for. */
const MAX_WORDS = 10;
/** A word of at most this many letters is found only as a whole word: "lab" is not in "available". */
const SHORT = 3;

/** How to find the texts that mention a search term: patterns for LIKE, and the regular expressions that decide. */
export type Mention = { patterns: string[]; expressions: string[] };

/**
 * Returns how to find, in lower case, the texts that have a word starting with each word of a search. Returns null if
 * all words are too short to mean anything.
 */
export function mentionOf(text: string): Mention | null {
  const found = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const words = [...new Set(found)].slice(0, MAX_WORDS);
  if (words.every((word) => isPlain(word) && word.length < SHORT)) return null;
  return { patterns: words.map((word) => `%${word}%`), expressions: words.map(expressionOf) };
}

/** Whether a word has only characters for which PostgreSQL finds word boundaries in every locale. */
const isPlain = (word: string) => /^[a-z0-9]+$/.test(word);

function expressionOf(word: string): string {
  if (!isPlain(word)) return word;
  return `(^|[^a-z0-9])${word}${word.length <= SHORT ? "s?([^a-z0-9]|$)" : ""}`;
}
