/** Accents and vowel points, the Arabic tatweel, and what cannot be seen, such as joiners and emoji variations. */
const IGNORED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are removed one by one.
  /[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+/g;

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ς: "σ",
  ø: "o",
  đ: "d",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ð: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  "‘": "'",
  "’": "'",
  ʼ: "'",
};

/** Without case, accents and surrounding space, as `pets_fold` in the database does, which also cuts a long text. */
export const foldName = (name: string) =>
  name
    .normalize("NFKD")
    .replace(IGNORED, "")
    .toLowerCase()
    .replace(/[ςøđłıħŧðßæœþ‘’ʼ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFKC")
    .replace(/ {2,}/g, " ")
    .replace(/^ | $/g, "");

/** Damerau-Levenshtein: letters that are wrong, missing or too many, and swapped neighbours. */
export function editDistance(left: readonly string[], right: readonly string[]): number {
  let [twoBack, previous]: [number[], number[]] = [[], right.map((_, index) => index)];
  previous.push(right.length);
  for (const [row, letter] of left.entries()) {
    const current = [row + 1];
    for (const [column, other] of right.entries()) {
      const [above = 0, diagonal = 0, before = 0] = [previous[column + 1], previous[column], current[column]];
      const isSwapped = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === other;
      const swapped = isSwapped ? (twoBack[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(above + 1, before + 1, diagonal + (letter === other ? 0 : 1), swapped));
    }
    [twoBack, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
