import { editDistance } from "../../../values/edit-distance";

const NUMBER = String.raw`\d[\d.,]*`;
const AMOUNT = String.raw`(?:[£$€] ?${NUMBER}|\b${NUMBER} ?(?:[£$€]|(?:dollars?|euros?|quid|usd|gbp|eur)\b))`;
const TO = "(?:-|–|to|and)";
const BELOW = String.raw`(?:under|below|less than|up to|max(?:imum|\.)?)`;
const AROUND = String.raw`(?:\b(?:${BELOW}|over|above|more than|at least|between|from|about|around) )`;
/** A number above 25: an age is hardly ever that high. */
const HIGH = String.raw`(?:2[6-9]|[3-9]\d|\d{3,}|\d{1,3}[.,]\d{3})\b(?:[.,]\d+)?`;
/** Units that a price does not have. "Pounds" may be a weight. */
const NO_PRICE = String.raw`(?! ?(?:years?|yrs?|yo|months?|weeks?|days?|kgs?|kilos?|lbs?|pounds?|cm|inch(?:es)?)\b)`;
/** "Between £50 and £100", "under 100", but neither "under 2" nor "under 30 months". */
export const PRICES = new RegExp(
  `${AROUND}?(?:${NUMBER} ?${TO} ?)?${AMOUNT}(?: ?${TO} ?(?:${AMOUNT}|${NUMBER}))?|\\b${BELOW} ${HIGH}${NO_PRICE}`,
  "g",
);

/** "Under 10 kg", "about 20 to 30 pounds". */
export const WEIGHTS = new RegExp(
  String.raw`${AROUND}?\b${NUMBER} ?(?:${TO} ?${NUMBER} ?)?(?:kgs?|kilos?|kilograms?|lbs?|pounds?)\b`,
  "g",
);

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
  [
    /\b(adopted|rehomed|pending|reserved)\b/,
    (word) =>
      word === "pending" || word === "reserved"
        ? "Choose the status “Pending” to see pending animals."
        : "Choose the status “Adopted” to see adopted animals.",
  ],
  [/\b(new arrivals?|newest|recently (?:added|arrived))\b/, () => "Sorted by “Newest first”, new arrivals come first."],
  [
    /\b(waiting (?:the )?longest|longest(?: waiting| wait| stay)?|long waiting)\b/,
    () => "Sort by “Waiting longest” to see those first that have waited longest.",
  ],
  [/\b(?:(?:weighs?|weighing) )*(weights?)\b/, () => "You cannot filter by weight: choose a size, or ask us."],
];

/** Long words of these topics, which are often misspelled. */
const LONG_WORDS = ["hypoallergenic", "allergies", "allergic", "apartment", "affordable", "inexpensive"];
/** The number of letters from which two errors are likely to be a misspelling. */
const TWO_ERRORS_LENGTH = 8;
const MAX_ERRORS = 2;

/** Returns the word of a topic that a long word misspells, or the word itself. */
const spelledRight = (word: string): string =>
  word.length < TWO_ERRORS_LENGTH
    ? word
    : (LONG_WORDS.find((known) => editDistance([...word], [...known]) <= MAX_ERRORS) ?? word);

/** Takes out of a search what no filter knows, and returns the notes on it and the other words. */
export function parseTopics(phrase: string): { notes: string[]; others: string } {
  let others = phrase.split(" ").map(spelledRight).join(" ");
  const notes: string[] = [];
  for (const [said, note] of TOPICS) {
    const word = said.exec(others)?.[1];
    if (word === undefined) continue;
    notes.push(note(word));
    others = others.replaceAll(new RegExp(said, "g"), " ");
  }
  return { notes, others };
}
