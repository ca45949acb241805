// Kept out of the browser's first bundle: used only where lists are read.

/** Words for a character that stories use for the same thing. Each group is short, because each word is one reading. */
const SIMILAR: readonly (readonly string[])[] = [
  ["calm", "quiet", "gentle", "relaxed", "easy-going"],
  ["playful", "lively", "energetic", "active"],
  ["cuddly", "affectionate", "loving"],
  ["shy", "timid", "nervous", "cautious"],
  ["friendly", "sociable", "outgoing"],
];

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
  for (const group of SIMILAR) {
    const word = group.find((each) => new RegExp(`\\b${each}\\b`).test(typed));
    if (word) return group.map((other) => typed.replace(word, other)).filter((other) => other !== text.toLowerCase());
  }
  return [];
}
