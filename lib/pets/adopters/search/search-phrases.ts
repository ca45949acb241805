import { foldName } from "../../../values/fold-name";
import { type AgeGroup, COMPANIONS, type Companion } from "../../profile/choices";
import { parseAges } from "./search-ages";
import { takeTopics } from "./search-topics";

// Kept out of the browser's first bundle: used only where lists are read.

/** A search has hardly more words than this. Further ones are ignored. */
export const MAX_WORDS = 20;

/** What phrases of a search say about an animal. */
type Phrases = {
  goodWith: Companion[];
  /** The age groups that the stated age covers. */
  aged?: readonly AgeGroup[] | undefined;
  /** Tells the visitor about wishes that no filter covers. */
  note: string;
  /** The other words. */
  others: string;
};

const FRIENDS: ReadonlyMap<string, Companion> = new Map([
  ...(
    "children child kids kid toddlers toddler teenagers teenager teens grandchildren grandchild grandkids families " +
    "family"
  )
    .split(" ")
    .map((word) => [word, "children"] as const),
  ...["dogs", "dog"].map((word) => [word, "dogs"] as const),
  ...["cats", "cat"].map((word) => [word, "cats"] as const),
]);

/** Phrases that are read as one word. */
const PHRASES = [
  [/\bguinea pig/g, "guineapig"],
  [/\bextra large\b/g, "extralarge"],
  // A baby besides the animal is a child, but not "with a baby cat".
  [
    /\b(with|and) (?:a|my|our) (?:little |small |new )?baby\b(?! (?:dog|cat|rabbit|bunny|guinea|hamster|bird|horse|pet|animal))/g,
    "$1 child",
  ],
] as const;

const FRIEND = `(?:${[...FRIENDS.keys()].join("|")})`;
const CHILDREN = [...FRIENDS.keys()].filter((word) => FRIENDS.get(word) === "children").join("|");
/** What may stand before a friend: "my two small children". It says nothing about the animal. */
const WHOSE = "(?:(?:an?|my|our|the|their|other|another|some|\\d+|one|two|three|four|small|little|young|older|old) )*";
/** "children", "dogs and cats", "small children and an old cat". */
const FRIENDS_LIST = `${WHOSE}${FRIEND}(?: (?:and |or )?${WHOSE}${FRIEND})*\\b`;
/** "good with children and cats", "lives with dogs", "likes cats", "dog-friendly". */
const FRIENDLY = new RegExp(
  [
    `\\b(?:(?:good|great|ok|okay|fine|friendly|safe|gentle|happy|lives?|living|gets? (?:along|on)) )?with ${FRIENDS_LIST}`,
    `\\b(?:likes?|loves?|(?:used|kind|nice) to) ${FRIENDS_LIST}`,
    `\\b${FRIEND} friendly\\b`,
  ].join("|"),
  "g",
);
/**
 * Children, and who is named with them: "for cats and kids", "small children", "family dog", "family, cat". Its groups
 * are "for", those before the children, what is said of these, their word, and those after them.
 */
const HOUSEHOLD = new RegExp(
  `\\b(for (?:(${WHOSE}${FRIEND} (?:and|or) )*))?(${WHOSE})(${CHILDREN})\\b((?: (?:and |or )?${WHOSE}${FRIEND}\\b)*)`,
  "g",
);
/** "have a cat": a companion if the search also names another kind. */
const OWNED = new RegExp(`\\b(?:have|has|having|got|owns?) ${FRIENDS_LIST}`, "g");

/** Reads the phrases of a search, which mean more than their words. `isKind` says whether a word stands for a kind. */
export function phrasesOf(text: string, isKind: (word: string) => boolean): Phrases {
  const { meant, others } = parseAges(numbersAndLettersOf(text));
  let phrase = others;
  for (const [spelled, word] of PHRASES) phrase = phrase.replace(spelled, word);
  const goodWith = new Set<Companion>();
  /** Adds the companions that some words name, and returns what remains of the words. */
  const addFriends = (found: string) => {
    for (const word of found.split(" ")) {
      const companion = FRIENDS.get(word);
      if (companion) goodWith.add(companion);
    }
    return "";
  };
  phrase = phrase.replace(FRIENDLY, addFriends);
  /** Whether the search names a kind besides these words. */
  const isKindNamed = (found: string) => phrase.replace(found, " ").split(" ").some(isKind);
  phrase = phrase.replace(OWNED, (found) => (isKindNamed(found) ? addFriends(found) : found));
  phrase = phrase.replace(HOUSEHOLD, (found, ...groups: (string | undefined)[]) => {
    const [before, , whose = "", child = "", after = ""] = groups;
    const isList = before !== undefined && /^(?:$| (?:and|or) )/.test(after);
    if (isList || isKindNamed(found)) return addFriends(found);
    addFriends(child);
    // "A small family dog" is a small dog for a family.
    return `${child === "family" && after !== "" ? whose : ""}${after} `;
  });
  const topics = takeTopics(phrase);
  return {
    goodWith: COMPANIONS.filter((companion) => goodWith.has(companion)),
    aged: meant?.ages,
    note: [meant?.note, ...topics.notes].filter(Boolean).join(" "),
    others: topics.others,
  };
}

/** Returns the words and numbers of a string like `lettersOf`, as one string: "1-3 years" is "1 to 3 years". */
const numbersAndLettersOf = (text: string) =>
  foldName(text)
    .replace(/(\d)[-–](?=\d)/g, "$1 to ")
    .replace(/(\d)[.,]\d+/g, "$1")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .join(" ");
