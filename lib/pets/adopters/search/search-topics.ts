import { editDistance } from "../../../values/edit-distance";

/** What people search for although no filter knows it: how it is said, and what they can do instead. */
const TOPICS: readonly (readonly [said: RegExp, note: (word: string) => string])[] = [
  [
    // "for a flat", "apartment friendly", but not "flat-coated".
    /\b(?:(?:ok|good|happy|suitable|suited|living|lives?) )?(?:(?:for|in|to) )?(?:(?:an?|my|our|the|small) )*(flat|apartment|condo)s?\b(?: friendly| living)?(?! coated)/,
    (home) =>
      `No filter says who is happy in ${home === "apartment" ? "an" : "a"} ${home}: read the stories, or ask us.`,
  ],
  [
    /\b(hypo ?allergenic|allerg(?:y|ies|ic|ens?)(?: (?:friendly|free|to \w+))?|(?:non|low) shedding)\b/,
    () => "No animal is free of allergens: visit us to find out how you react, before you decide.",
  ],
  [
    // Not "free-roaming".
    /\b(?:(?:with|for|an?|the|low|lower|small|reduced|adoption) )*(cheap(?:er|est)?|free(?! (?:roam|rang|fly))|inexpensive|affordable|fees?|costs?|prices?|discounts?)\b/,
    () => "You cannot filter by fees: see the page of an animal, or ask us.",
  ],
];

/** Long words of these topics, which are often misspelled. */
const LONG_WORDS = ["hypoallergenic", "allergies", "allergic", "apartment", "affordable", "inexpensive"];
/** The number of letters from which two errors are likely to be a misspelling. */
const LONG = 8;
const MAX_ERRORS = 2;

/** Returns the word of a topic that a long word misspells, or the word itself. */
const spelledRight = (word: string): string =>
  word.length < LONG ? word : (LONG_WORDS.find((known) => editDistance([...word], [...known]) <= MAX_ERRORS) ?? word);

/** Takes out of a search what no filter knows, and returns the notes on it and the other words. */
export function takeTopics(phrase: string): { notes: string[]; others: string } {
  let others = phrase.split(" ").map(spelledRight).join(" ");
  const notes: string[] = [];
  for (const [said, note] of TOPICS) {
    const word = said.exec(others)?.[1];
    if (word === undefined) continue;
    notes.push(note(word));
    others = others.replace(said, " ");
  }
  return { notes, others };
}
