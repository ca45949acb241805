/**
 * Whether a string has more than `max` code points. A code point has one or two units, so only that many units are
 * counted.
 */
export const isLongerThan = (text: string, max: number) => [...text.slice(0, 2 * max + 1)].length > max;

/**
 * Returns the beginning of a string, in one line: at most `max` code points, ending at the end of a word. One that is
 * cut ends with "…" instead of punctuation.
 */
export function beginningOf(text: string, max: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (!isLongerThan(line, max)) return line;
  const start = [...line].slice(0, max).join("");
  return `${start.replace(/\s+\S*$/u, "").replace(/[.,;:!?…–—-]+$/u, "")}…`;
}

/** Maximum length of a name within a sentence, in characters. */
const NAME_IN_SENTENCE = 40;

/** Returns a name for use in a sentence. A very long one is cut. */
export const nameInSentence = (name: string) => beginningOf(name, NAME_IN_SENTENCE);

/** Returns the paragraphs of a text, which empty lines separate. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/(?:\r?\n[ \t]*){2,}/).filter((paragraph) => /\S/.test(paragraph));
