/**
 * Letters written from right to left, and the rest of Bidi_Control. They are listed because browsers take long to look
 * up the property.
 */
const TURNS_TEXT =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Keeps a name from changing the direction of plain text around it: U+2068 and U+2069 (UAX #9). Those that it has itself
 * could end that early. Pages use `<bdi>`.
 */
export const isolate = (name: string) =>
  TURNS_TEXT.test(name) ? FIRST_STRONG_ISOLATE + name.replace(ISOLATES, "") + POP_ISOLATE : name;

/** In code points, which have one or two units. */
export const isLongerThan = (text: string, max: number) => [...text.slice(0, 2 * max + 1)].length > max;

/** One line of at most `max` code points, ending at the end of a word; with "…" if it was cut. */
export function beginningOf(text: string, max: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (!isLongerThan(line, max)) return line;
  const start = [...line].slice(0, max).join("");
  return `${start.replace(/\s+\S{0,30}$/u, "").replace(/[.,;:!?…–—-]+$/u, "")}…`;
}

const NAME_IN_SENTENCE = 40;

export const nameInSentence = (name: string) => beginningOf(name, NAME_IN_SENTENCE);

/** Empty lines separate them. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/(?:\r?\n[ \t]*){2,}/).filter((paragraph) => /\S/.test(paragraph));

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

let format: Intl.ListFormat | undefined;

/** "cats, dogs and rabbits". The format is made when it is first needed: that holds up a slow phone. */
export function andList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  format ??= new Intl.ListFormat("en-GB");
  return format.format(words);
}

/** `more`: counting stopped there. */
export type BoundedCount = { count: number; more: boolean };

/** `isCut`: counting stopped earlier. */
export const boundedCount = (count: number, max: number, isCut = false): BoundedCount => ({
  count: Math.min(count, max),
  more: isCut || count > max,
});

export const sumOf = (counts: readonly BoundedCount[]): BoundedCount => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  more: counts.some(({ more }) => more),
});

/** "1,000+" where counting stopped. Small counts need no format, which holds up a slow phone. */
export const countWords = ({ count, more }: BoundedCount) =>
  `${count < 1000 ? count : count.toLocaleString("en")}${more ? "+" : ""}`;
