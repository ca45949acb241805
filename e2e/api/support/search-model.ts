import fc from "fast-check";

// A plain implementation of the search by name, and names of many scripts for it. Which marks are ignored follows from
// the properties of Unicode, not from the service's list of them.

/** Accents, and points that people also leave out. */
const MARK = /(?=\p{M})(?:\p{sc=Inherited}|(?=\p{Mn})[\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])/u;
/** Marks of no particular script that stay: of Indian chants, of Chinese tones, and those that voice a kana. */
const STAYS = /[\u0951-\u0954\u302A-\u302D\u3099\u309A]/u;
/** Invisible characters, except for those that no keyboard types. */
const INVISIBLE = /(?=\p{Default_Ignorable_Code_Point})(?![\u061C\u206A-\u206F])\p{Cf}/u;
const TATWEEL = "\u0640";

const isIgnored = (letter: string) =>
  (MARK.test(letter) && !STAYS.test(letter)) || INVISIBLE.test(letter) || letter === TATWEEL;

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

/** How many characters of a folded name are searched. */
export const MAX_FOLDED = 600;

/** Returns a text without what the search ignores. */
export function fold(text: string): string {
  const letters = [...text.normalize("NFKD")].filter((letter) => !isIgnored(letter));
  const plain = [...letters.join("").toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join("");
  const searched = [...plain.normalize("NFKC")].slice(0, MAX_FOLDED).join("");
  return searched.replace(/ +/g, " ").replace(/^ | $/g, "");
}

/** What a word begins after: everything but letters, digits and marks. */
const BREAK = /[^\p{L}\p{N}\p{M}]/u;

/** Whether a search finds a name. */
export function matches(name: string, q: string): boolean {
  const [text, searched] = [fold(name), fold(q)];
  if ([...searched].length > 2) return text.includes(searched);
  const starts = [...text].flatMap((_, index, all) =>
    index === 0 || BREAK.test(all[index - 1] ?? "") ? [all.slice(index).join("")] : [],
  );
  return searched === "" || starts.some((start) => start.startsWith(searched));
}

/** The everyday characters of many scripts, from the first to the last code point of each block. */
const BLOCKS = [
  "20-7e a0-24f 1e00-1eff 370-3ff 1f00-1fff 400-52f 530-58f 10a0-10ff", // Europe
  "590-5ff 600-6ff fe70-fefc 700-74f 780-7bf 1200-137f 13a0-13ff",
  "900-97f 980-9ff b80-bff e00-e7f e80-eff f00-fff 1000-109f 1780-17b3 17b6-17ff",
  "1100-115e ac00-ae00 3000-312f 4e00-5000 f900-fa60 ff01-ff9f",
  "1f300-1f64f 2070-218b 2460-24ff 1d400-1d4ff", // pictures, and letters and digits in other forms
];
/** Accents, joiners, directions and variations. */
const MARKS = "300-36f ad-ad 200b-200f 2060-2064 20d0-20f0 fe00-fe0f";

/** The characters of each block. */
const charactersOf = (blocks: string) =>
  blocks.split(" ").map((block) => {
    const [first = 0, last = 0] = block.split("-").map((digits) => Number.parseInt(digits, 16));
    const all = Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    return all.filter((character) => !/[\p{Cn}\p{Cc}\u061C]/u.test(character));
  });
const marks = fc.constantFrom(...charactersOf(MARKS).flat());
const separators = fc.constantFrom(...` -'’"“„«([/.,&+‘¡¿–—:;!?_{·「\\|~×§`);

/** Names, each in a single script, with marks and separators. */
export const nameOfAnyScript: fc.Arbitrary<string> = fc
  .constantFrom(...BLOCKS.flatMap(charactersOf))
  .chain((characters) => {
    const letters = fc.constantFrom(...characters);
    const any = fc.oneof(
      { weight: 8, arbitrary: letters },
      { weight: 1, arbitrary: marks },
      { weight: 1, arbitrary: separators },
    );
    return fc.array(any, { minLength: 1, maxLength: 12 }).map((all) => all.join(""));
  });
