import { isolate } from "../../../values/bidi";
import { foldName } from "../../../values/fold-name";
import { orList } from "../../../values/word-lists";
import { type AgeGroup, COMPANIONS, type Companion } from "../../profile/choices";
import { MAX_WORDS } from "./letters";
import { parseAges } from "./parse-ages";
import { PRICES, parseTopics, WEIGHTS } from "./parse-topics";
import { keysByWord } from "./word-table";

// Kept out of the browser's first bundle: used only where lists are read.

/** What phrases of a search say about an animal. */
type Phrases = {
  /** The search without those who are absent. */
  present: string;
  goodWith: Companion[];
  /** The age groups that the stated age covers. */
  aged?: readonly AgeGroup[] | undefined;
  /** Tells the visitor about wishes that no filter covers. */
  note: string;
  /** The other words. */
  others: string;
};

/** The words for children. */
export const CHILDREN_WORDS =
  "children child kids kid toddlers toddler teenagers teenager teens grandchildren grandchild grandkids families family";

/** The words for companions. Some also stand for a kind. */
const COMPANION_WORDS = keysByWord<Companion>({ children: CHILDREN_WORDS, dogs: "dogs dog", cats: "cats cat" });

/** Phrases that are read as one word. */
const SPELLED_APART = [
  [/\bguinea pig/g, "guineapig"],
  [/\bextra large\b/g, "extralarge"],
  // A baby besides the animal is a child, but not "with a baby cat".
  [
    /\b(with|and) (?:a|my|our) (?:little |small |new )?baby\b(?! (?:dog|cat|rabbit|bunny|guinea|hamster|bird|horse|pet|animal))/g,
    "$1 child",
  ],
] as const;

/** What may stand before a companion: "my two small children". It says nothing about the animal. */
const BEFORE_COMPANION =
  /^(?:an?|my|our|the|their|other|another|some|\d+|one|two|three|four|small|little|young|older|old)$/;
const AND_OR = /^(?:and|or)$/;
/** What stands before companions that an animal should be good with: "good with", "likes", "companion for". */
const GOOD_WITH =
  /^(?:(?:(?:good|great|ok|okay|fine|friendly|safe|gentle|happy|lives?|living|gets? (?:along|on)) )?with|likes?|loves?|(?:used|kind|nice) to|(?:companion|company|playmate) for)$/;
/** The number of words of the longest of these. */
const MAX_GOOD_WITH = 3;
const OWN = /^(?:have|has|having|got|owns?)$/;

/**
 * A companion that a search names with the word at the index `at`. What stands before it begins at `start`. `isJoined`
 * says whether "and" or "or" joins it to the one before.
 */
type NamedCompanion = { companion: Companion; at: number; start: number; isJoined: boolean };

/** A phrase of a search: the index after it, its companions, and those of its words that are read again. */
type Phrase = { end: number; companions: Companion[]; rest: string[] };

/** Reads the phrase that begins at an index. Returns null if none does. */
type PhraseReader = (words: readonly string[], at: number) => Phrase | null;

type IsKind = (word: string) => boolean;

/**
 * Extracts who is absent, companions, ages and topics from a search. `isKind` says whether a word stands for a kind.
 */
export function parsePhrases(text: string, isKind: IsKind): Phrases {
  const { present, absence } = takeAbsent(text);
  const { meant, others } = parseAges(numbersAndLettersOf(present));
  const joined = SPELLED_APART.reduce((phrase, [spelled, word]) => phrase.replace(spelled, word), others);
  const friendly = takePhrases(joined.split(" "), readFriendly);
  const owned = takePhrases(friendly.rest, (words, at) => readOwned(words, at, isKind));
  const household = takePhrases(owned.rest, (words, at) => readHousehold(words, at, isKind));
  const goodWith = new Set([...friendly.companions, ...owned.companions, ...household.companions]);
  const topics = parseTopics(household.rest.join(" "));
  return {
    present,
    goodWith: COMPANIONS.filter((companion) => goodWith.has(companion)),
    aged: meant?.ages,
    note: [meant?.note, ...topics.notes, absence].filter(Boolean).join(" "),
    others: topics.others,
  };
}

/** Who may be absent. */
const WHO = `(?:(?:an?|any|my|other|small|young|older) )*(?:${CHILDREN_WORDS.replaceAll(" ", "|")}|cats?|dogs?|pets?|animals?)`;
/** "No cats", "without other dogs or small children", "not with kids", "hates dogs", "does not like cats". */
const ABSENT = new RegExp(
  String.raw`\b(?:no|without|hates?|dislikes?|(?:(?:do|does) not|(?:don|doesn)['’]?t|not) like|(?:not|never|bad) (?:good )?(?:with|for)) ${WHO}\b(?: (?:and|or) (?:no )?${WHO}\b)*(?![\w-])`,
  "gi",
);

/** "Not too big", "isn't shy", "never nervous with strangers". */
const UNWANTED =
  /(?<!\p{L})(?:not|never|(?:isn|aren|doesn|don)['’]?t)(?: (?:too|very|so|that|really|be|an?))* [\p{L}-]+(?: (?:with|for|to|of|towards|at|in) [\p{L}-]+)?/giu;

/**
 * Takes out of a search who is absent and what an animal should not be, and says so: no filter leaves animals out, and
 * a home without cats suits those that like them too.
 */
function takeAbsent(text: string): { present: string; absence: string } {
  const typed = text.replace(/\s+/g, " ");
  const absent = typed.match(ABSENT) ?? [];
  const wanted = typed.replace(ABSENT, " ");
  const unwanted = wanted.match(UNWANTED) ?? [];
  if (absent.length + unwanted.length === 0) return { present: text, absence: "" };
  const ignored = orList([...absent, ...unwanted].map((words) => `“${isolate(words.toLowerCase())}”`));
  const where = absent.length > 0 ? "Each card says whom an animal is good with." : "The stories tell you more.";
  return {
    present: wanted.replace(UNWANTED, " ").trim(),
    absence: `A search cannot leave animals out, so ${ignored} changes nothing. ${where}`,
  };
}

/** Takes phrases out of a search. An empty word takes the place of each, so that the words around it are not joined. */
function takePhrases(words: readonly string[], read: PhraseReader): { companions: Companion[]; rest: string[] } {
  const companions: Companion[] = [];
  const rest: string[] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = read(words, at);
    companions.push(...(phrase?.companions ?? []));
    rest.push(...(phrase ? [...phrase.rest, ""] : words.slice(at, at + 1)));
    at = phrase?.end ?? at + 1;
  }
  return { companions, rest };
}

/** Reads "good with children and cats", "lives with dogs", "likes cats" or "dog friendly". */
function readFriendly(words: readonly string[], at: number): Phrase | null {
  const companion = companionAt(words, at);
  if (companion && words[at + 1] === "friendly") return { end: at + 2, companions: [companion], rest: [] };
  for (let start = at + 1; start <= at + MAX_GOOD_WITH; start++) {
    if (GOOD_WITH.test(words.slice(at, start).join(" "))) return phraseOf(companionsFrom(words, start));
  }
  return null;
}

/** Reads "have a cat": a companion if the search also names another kind. */
function readOwned(words: readonly string[], at: number, isKind: IsKind): Phrase | null {
  const phrase = OWN.test(words[at] ?? "") ? phraseOf(companionsFrom(words, at + 1)) : null;
  return phrase && isKindAround(words, at, phrase.end, isKind) ? phrase : null;
}

/**
 * Reads children, and who is named with them: "for cats and kids", "small children", "family dog", "family, cat". The
 * others are companions in a list after "for", or if the search also names another kind. If not, they are its kinds.
 */
function readHousehold(words: readonly string[], at: number, isKind: IsKind): Phrase | null {
  const isFor = words[at] === "for";
  const named = companionsFrom(words, isFor ? at + 1 : at);
  const all = phraseOf(named);
  const list = isFor ? joinedOnes(named) : named.slice(0, 1);
  const child = list.findLast(({ companion }) => companion === "children");
  if (!all || !child) return null;
  const next = named[named.indexOf(child) + 1];
  if ((isFor && (!next || next.isJoined)) || isKindAround(words, at, all.end, isKind)) return all;
  // "A small family dog" is a small dog for a family.
  const described = words[child.at] === "family" && next ? words.slice(child.start, child.at) : [];
  const rest = [...described, "", ...words.slice(child.at + 1, all.end)];
  return { end: all.end, companions: ["children"], rest };
}

/** Returns the phrase that ends with these companions, or null if there are none. */
function phraseOf(named: readonly NamedCompanion[]): Phrase | null {
  const last = named.at(-1);
  return last ? { end: last.at + 1, companions: named.map(({ companion }) => companion), rest: [] } : null;
}

/** Reads the companions from an index on: "dogs and cats", "small children and an old cat". */
function companionsFrom(words: readonly string[], from: number): NamedCompanion[] {
  const named: NamedCompanion[] = [];
  for (let next = from; ; ) {
    const isJoined = named.length > 0 && AND_OR.test(words[next] ?? "");
    const start = isJoined ? next + 1 : next;
    let at = start;
    while (BEFORE_COMPANION.test(words[at] ?? "")) at++;
    const companion = companionAt(words, at);
    if (!companion) return named;
    named.push({ companion, at, start, isJoined });
    next = at + 1;
  }
}

/** Returns the first companion and those that are joined to it. */
function joinedOnes(named: readonly NamedCompanion[]): readonly NamedCompanion[] {
  const end = named.findIndex(({ isJoined }, index) => index > 0 && !isJoined);
  return end < 0 ? named : named.slice(0, end);
}

const companionAt = (words: readonly string[], at: number) => COMPANION_WORDS.get(words[at] ?? "");

/** Whether the words before or after a phrase name a kind. */
const isKindAround = (words: readonly string[], start: number, end: number, isKind: IsKind): boolean =>
  [...words.slice(0, start), ...words.slice(end)].some(isKind);

/** Returns the words and numbers of a string like `lettersOf`, as one string: "1-3 years" is "1 to 3 years". */
const numbersAndLettersOf = (text: string) =>
  foldName(text)
    .replace(PRICES, " price ")
    .replace(WEIGHTS, " weight ")
    .replace(/(\d)[-–](?=\d)/g, "$1 to ")
    .replace(/(\d)[.,]\d+/g, "$1")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .join(" ");
