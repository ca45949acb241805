/**
 * Letters that are written from right to left, and the other characters of Bidi_Control, which control the direction of
 * text. They are listed because browsers take long to look up the property.
 */
const TURNS_TEXT =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
const OPENS_ISOLATE = /[\u2066-\u2068]/;

/**
 * Keeps a name from changing the direction of the plain text around it. A name that could do so is put between U+2068
 * and U+2069 (UAX #9). Pages use `<bdi>` instead.
 */
export function isolate(name: string): string {
  if (!TURNS_TEXT.test(name)) return name;
  let open = 0;
  let text = "";
  for (const char of name) {
    if (OPENS_ISOLATE.test(char)) open++;
    else if (char === POP_ISOLATE) {
      // Dropped, because it would end the isolation of the whole name.
      if (open === 0) continue;
      open--;
    }
    text += char;
  }
  return FIRST_STRONG_ISOLATE + text + POP_ISOLATE.repeat(open + 1);
}

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

/** Returns a text with its first letter in upper case. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

let format: Intl.ListFormat | undefined;

/**
 * Returns words as a sentence lists them: "cats, dogs and rabbits". The format is made when it is first needed, because
 * that holds up a slow phone.
 */
export function andList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  format ??= new Intl.ListFormat("en-GB");
  return format.format(words);
}

/** A count with a limit. `more` says that counting stopped there. */
export type BoundedCount = { count: number; more: boolean };

/** Returns a count that stops at a limit. `isCut` says that counting stopped earlier. */
export const boundedCount = (count: number, max: number, isCut = false): BoundedCount => ({
  count: Math.min(count, max),
  more: isCut || count > max,
});

/** Returns the sum of counts. It has `more` if one of them does. */
export const sumOf = (counts: readonly BoundedCount[]): BoundedCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  more: counts.some(({ more }) => more),
});

/**
 * Returns a count in words: "1,000+" where counting stopped. Small counts need no commas, and the browser's own format
 * holds up a slow phone when it is first used.
 */
export const countWords = ({ count, more }: BoundedCount) =>
  `${count < 1000 ? count : count.toLocaleString("en")}${more ? "+" : ""}`;
