import { foldName } from "../../../values/fold-name";
import { type AgeGroup, COMPANIONS, type Companion } from "../../profile/choices";
import { meantAges } from "./meant-ages";

// Only used where lists are read, so that the first page needs none of these words.

/** A search has hardly more words than this. Further ones are ignored. */
export const MAX_WORDS = 20;

/** What phrases of a search say about an animal. */
type Phrases = {
  goodWith: Companion[];
  /** The groups of the age that it names. */
  aged?: readonly AgeGroup[] | undefined;
  /** What no filter can say. */
  note: string;
  /** The other words. */
  others: string;
};

const FRIENDS: ReadonlyMap<string, Companion> = new Map([
  ...["children", "child", "kids", "kid", "toddlers", "toddler", "families", "family"].map(
    (word) => [word, "children"] as const,
  ),
  ...["dogs", "dog"].map((word) => [word, "dogs"] as const),
  ...["cats", "cat"].map((word) => [word, "cats"] as const),
]);

/** Phrases that are read as one word. */
const PHRASES = [
  [/\bguinea pig/g, "guineapig"],
  [/\bextra large\b/g, "extralarge"],
] as const;

/** "for a flat", "apartment friendly", but not "flat-coated". */
const HOME =
  /\b(?:(?:ok|good|happy|suitable|suited|living|lives?) )?(?:(?:for|in|to) )?(?:(?:an?|my|our|the|small) )*(flat|apartment|condo)s?\b(?: friendly| living)?(?! coated)/;

const FRIEND = `(?:${[...FRIENDS.keys()].join("|")})`;
const CHILDREN = [...FRIENDS.keys()].filter((word) => FRIENDS.get(word) === "children").join("|");
/** What may stand before a friend: "my two small children". It says nothing about the animal. */
const WHOSE = "(?:(?:an?|my|our|the|other|another|one|two|three|small|little|young|older|old) )*";
/** "children", "dogs and cats", "small children and an old cat". */
const FRIENDS_LIST = `${WHOSE}${FRIEND}(?: (?:and |or )?${WHOSE}${FRIEND})*\\b`;
/** "good with children and cats", "lives with dogs", "likes cats", "for a family", "dog-friendly", "family dog". */
const FRIENDLY = new RegExp(
  [
    `\\b(?:(?:good|great|ok|okay|fine|friendly|safe|gentle|happy|lives?|living|gets? (?:along|on)) )?with ${FRIENDS_LIST}`,
    `\\b(?:likes?|loves?) ${FRIENDS_LIST}`,
    // With children, "for" is about others too: "for cats and children", but "looking for a cat".
    `\\bfor (?:${WHOSE}${FRIEND} (?:and|or) )*${WHOSE}(?:${CHILDREN})\\b(?: (?:and |or )?${WHOSE}${FRIEND}\\b)*`,
    `\\b${FRIEND} friendly\\b`,
    "\\bfamily (?=(?:dog|cat|rabbit|pet|animal)s?\\b)",
  ].join("|"),
  "g",
);

/** Takes what several words say together out of the text of a search. */
export function phrasesOf(text: string): Phrases {
  const { meant, others } = meantAges(numbersAndLettersOf(text));
  let phrase = others;
  for (const [spelled, word] of PHRASES) phrase = phrase.replace(spelled, word);
  const goodWith = new Set<Companion>();
  phrase = phrase.replace(FRIENDLY, (found) => {
    for (const word of found.split(" ")) {
      const companion = FRIENDS.get(word);
      if (companion) goodWith.add(companion);
    }
    return "";
  });
  const home = HOME.exec(phrase)?.[1];
  return {
    goodWith: COMPANIONS.filter((companion) => goodWith.has(companion)),
    aged: meant?.ages,
    note: [meant?.note, home && homeNote(home)].filter(Boolean).join(" "),
    others: phrase.replace(HOME, " "),
  };
}

/** Says that no filter knows who suits a home. */
const homeNote = (home: string) =>
  `No filter says who is happy in ${home === "apartment" ? "an" : "a"} ${home}: read the stories, or ask us.`;

/** Returns the words and numbers of a string like `lettersOf`, as one string: "1-3 years" is "1 to 3 years". */
const numbersAndLettersOf = (text: string) =>
  foldName(text)
    .replace(/(\d)[-–](?=\d)/g, "$1 to ")
    .replace(/(\d)[.,]\d+/g, "$1")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .join(" ");
