// Kept out of the browser's first bundle: used only where lists are read.

/** Words for a character that stories use for the same thing. Each group is short, because each word is one reading. */
const SIMILAR = [
  ["calm", "quiet", "gentle", "relaxed", "easy-going"],
  ["playful", "lively", "energetic", "active"],
  ["cuddly", "affectionate", "loving"],
  ["shy", "timid", "nervous", "cautious"],
  ["friendly", "sociable", "outgoing"],
].map((words) => ({ words, pattern: new RegExp(`\\b(?:${words.join("|")})\\b`) }));

/** How else some of these words are written or said. */
const SAID: readonly (readonly [said: RegExp, word: string])[] = [
  [/\b(?:easy ?going|laid[- ]?back|chilled?|mellow|placid)\b/, "easy-going"],
  [/\b(?:snuggly|cuddles)\b/, "cuddly"],
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
