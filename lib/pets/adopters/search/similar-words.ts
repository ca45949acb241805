import { editDistance } from "../../../values/edit-distance";

// Kept out of the browser's first bundle: used only where lists are read.

/**
 * Words for a character that texts use for the same thing. Each group is short, because each word costs a query. A
 * word in two groups is similar to those of the first.
 */
const SIMILAR = [
  ["calm", "quiet", "gentle", "relaxed", "easy-going"],
  ["playful", "lively", "energetic", "active"],
  ["cuddly", "affectionate", "loving"],
  ["shy", "timid", "nervous", "cautious"],
  ["friendly", "outgoing", "gets along", "gentle", "affectionate"],
].map((words) => ({ words, pattern: new RegExp(`\\b(?:${words.join("|")})\\b`) }));

/** How else some of these words are written or said. */
const SAID: readonly (readonly [said: RegExp, word: string])[] = [
  [/\b(?:easy ?going|laid[- ]?back|chilled?|mellow|placid)\b/, "easy-going"],
  [/\b(?:lazy|couch potato)\b/, "relaxed"],
  [/\b(?:snuggly|cuddles)\b/, "cuddly"],
  [/\bsociable\b/, "friendly"],
];

/**
 * Returns texts that say the same with another word for a character: "gentle dog" and others for "calm dog". Empty if
 * a text has no such word.
 */
export function similarTexts(text: string): string[] {
  const typed = SAID.reduce((before, [said, word]) => before.replace(said, word), text.toLowerCase());
  const similar = SIMILAR.find(({ pattern }) => pattern.test(typed));
  if (similar) {
    const texts = similar.words.map((word) => typed.replace(similar.pattern, word));
    return texts.filter((other) => other !== text.toLowerCase());
  }
  return [];
}

/** A shorter word is too near to too many others. */
const MIN_LETTERS = 5;
/** Words for a coat. */
const COATS = ["ginger", "tabby", "tortoiseshell", "brindle", "chocolate", "golden", "fluffy", "spotted", "striped"];
/** Words for facts. */
const FACTS = "young younger adult adults senior seniors female females small smaller medium large larger".split(" ");
const TRAITS = [...SIMILAR.flatMap(({ words }) => words), ...COATS, ...FACTS].filter(
  (word) => word.length >= MIN_LETTERS,
);

/**
 * Returns a search with its misspelled words for a character, a coat or a fact corrected: "quiet dog" of "quite dog".
 * Null if it has none. `isKind` says whether a word stands for a kind.
 */
export function correctTraits(text: string, isKind: (word: string) => boolean): string | null {
  const words = text.toLowerCase().split(/\s+/);
  const corrected = words.map((word, at) => {
    const next = words[at + 1];
    // A "quite small dog" is not quiet.
    const isAdverb = word === "quite" && next !== undefined && !isKind(next);
    return (!isAdverb && TRAITS.find((trait) => isMisspelled(word, trait))) || word;
  });
  return corrected.join() === words.join() ? null : corrected.join(" ");
}

/** Whether letters of a word are swapped, or one is missing or too many. "Lovely" does not mean "lively". */
function isMisspelled(word: string, trait: string): boolean {
  if (word[0] !== trait[0] || TRAITS.includes(word)) return false;
  const isSwapped = word.length === trait.length && sorted(word) === sorted(trait);
  const isOneOff = Math.abs(word.length - trait.length) === 1;
  return (isSwapped || isOneOff) && editDistance([...word], [...trait]) === 1;
}

const sorted = (word: string) => [...word].sort().join("");
