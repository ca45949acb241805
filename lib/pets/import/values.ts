import { mapValues } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { foldName } from "../../values/search";
import { ORIGIN_LABELS } from "../care/words";
import { type Choices, choicesOf, FACTS, isFactKey } from "../facts";
import { STATUS_LABELS } from "../status";
import type { Target } from "./headings";

export type KnownKind = { readonly id: bigint; name: string; plural: string; words: readonly string[] };

/**
 * What a value settles: several facts at once ("Neutered male"), or none ("Unknown"). A kind is its id in digits. `hidden`
 * keeps an animal from visitors ("Stray hold").
 */
export type Meaning = { readonly [fact in Target | "hidden"]?: string | boolean };

/** A different value of a column. */
export type ColumnValue = {
  /** As it is written first. */
  text: string;
  /** Without case and accents, with which a choice is remembered. */
  key: string;
  count: number;
  /** Null: not understood. */
  suggestion: Meaning | null;
};

/** The different values of a column of words, the most frequent first. Empty cells are left out. */
export function readValues(target: Target, cells: readonly string[], kinds: readonly KnownKind[]): ColumnValue[] {
  const understand = readerOf(target, kinds);
  const groups = Map.groupBy(
    cells.filter((cell) => cell !== ""),
    keyOfValue,
  );
  return [...groups]
    .map(([key, [text = "", ...others]]) => ({ text, key, count: 1 + others.length, suggestion: understand(text) }))
    .toSorted((one, other) => other.count - one.count);
}

export const keyOfValue = foldName;

const wordsOf = (text: string) =>
  foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Words in their letters only, with what each settles. */
type Words = readonly (readonly [words: string, meaning: Meaning])[];

const FEMALE = { sex: "female", neutered: true };
const MALE = { sex: "male", neutered: true };
/** What programs of other shelters write, besides what people do. */
const PROGRAMS: { readonly [target in Target]?: Words } = {
  status: [
    ["adoptable availableforadoption foradoption ready free here waiting new yes", { status: "available" }],
    ["reserved onhold hold requested adoptionpending pendingadoption", { status: "pending" }],
    ["gone rehomed homed placed healthyinhome", { status: "sold" }],
    ["strayhold onstrayhold holdstray", { hidden: "stray_hold" }],
    ["quarantine quarantined inquarantine isolation bitequarantine", { hidden: "quarantine" }],
    [
      "incare notavailable unavailable notready medicalhold medicalobservation undervetcare underveterinarycare evaluate",
      { hidden: "in_care" },
    ],
  ],
  sex: [
    ["spayed s sp fs sf fn nf", FEMALE],
    ["castrated gelding c mn nm mc cm", MALE],
    ["doe sow queen", { sex: "female" }],
    ["tom buck boar", { sex: "male" }],
    ["n altered fixed", { neutered: true }],
    ["i", { neutered: false }],
    ["fi if", { sex: "female", neutered: false }],
    ["mi im", { sex: "male", neutered: false }],
  ],
  neutered: [
    ["spayed", FEMALE],
    ["castrated", MALE],
    ["altered fixed", { neutered: true }],
    ["notneutered notspayed notaltered", { neutered: false }],
  ],
  size: [
    ["sm toy mini xs xsmall extrasmall", { size: "small" }],
    ["med md", { size: "medium" }],
    ["lrg lg", { size: "large" }],
    ["xlrg xlg xlarge xxl verylarge", { size: "extra_large" }],
  ],
  energy: [
    ["calm mellow", { energy: "low" }],
    ["normal", { energy: "medium" }],
    ["active veryhigh", { energy: "high" }],
  ],
  cross: [
    ["mix mixed mixedbreed cross", { cross: true }],
    ["pure purebreed", { cross: false }],
  ],
  vaccinated: [["uptodate utd current fullyvaccinated", { vaccinated: true }]],
  houseTrained: [["trained", { houseTrained: true }]],
  origin: [
    ["found", { origin: "stray" }],
    ["ownersurrender ownerguardiansurrender surrendered ownerrelinquish relinquished", { origin: "surrender" }],
    ["transferin transferred transferredin", { origin: "transfer" }],
    ["born bornincare borninshelter", { origin: "born_here" }],
    ["returned adoptionreturn", { origin: "return" }],
    ["wildlife seized confiscated abandoned", { origin: "other" }],
  ],
};
const YES = "yes y true t 1 x ok ✓ ✔ ☑";
const NO = "no n notyet false f 0 ✗ ✘ ☒";
/** Nobody knows it, which is no mistake. */
const NOTHING =
  "unknown unk u na none null notknown unspecified notspecified undetermined tbd nottested untested notsure unsure noage";

export const isFlag = (target: string) => isFactKey(target) && FACTS[target].type === "flag";

/** What people choose from. */
export function choicesFor(target: string): Choices {
  if (target === "status") return mapValues(STATUS_LABELS, (label) => ({ label }));
  if (target === "origin") return mapValues(ORIGIN_LABELS, (label) => ({ label }));
  return isFactKey(target) ? choicesOf(target) : {};
}

const choiceWords = (target: Target): Words =>
  Object.entries(choicesFor(target)).map(([choice, { label, words = [], short = [] }]) => {
    const all = [...(isFlag(target) ? [] : [choice]), label, ...words, ...short].map(joined);
    return [all.join(" "), { [target]: isFlag(target) ? choice === "yes" : choice }];
  });

const RELATED: { readonly [target in Target]?: Target } = { sex: "neutered", neutered: "sex" };

function wordsFor(target: Target): Words {
  const related = RELATED[target];
  const flags: Words = [
    [YES, { [target]: true }],
    [NO, { [target]: false }],
  ];
  return [
    ...(related ? choiceWords(related) : []),
    ...(isFlag(target) ? flags : []),
    ...choiceWords(target),
    ...(PROGRAMS[target] ?? []),
  ];
}

const joined = (text: string) => wordsOf(text).join("") || text.trim();

const NOTHINGS: ReadonlySet<string> = new Set(NOTHING.split(" "));

/** Whether a cell says that nobody knows, or has only a dash. */
export const isNothing = (text: string) => NOTHINGS.has(joined(text)) || !/[\p{L}\p{N}✓✔☑✗✘☒]/u.test(text);

/** Returns what suggests the meaning of a value. */
export function readerOf(target: Target, kinds: readonly KnownKind[]): (text: string) => Meaning | null {
  if (target === "kind") return kindReader(kinds);
  const all: Words = [[NOTHING, {}], ...wordsFor(target)];
  const vocabulary = new Map(
    all.flatMap(([words, meaning]) => words.split(" ").map((word) => [word, meaning] as const)),
  );
  return (text) =>
    vocabulary.get(joined(text)) ?? (isNothing(text) ? {} : meaningOfAll(wordsOf(text), vocabulary, MEASURE));
}

/** In "Small (0-25 lbs)". */
const MEASURE = /^(?:\d+(?:lbs?|kg)?|lbs?|kg|pounds|or|less|more|over|under|to|up|and)$/;

/**
 * Of words that each say something; null if none does, if one is neither known nor `ignored`, or if two differ. Two words
 * that are known together come first: "guinea pig".
 */
function meaningOfAll(words: readonly string[], vocabulary: ReadonlyMap<string, Meaning>, ignored: RegExp) {
  const all: Record<string, string | boolean> = {};
  let isUnderstood = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const pair = vocabulary.get(`${word}${words[at + 1]}`);
    const meaning = pair ?? vocabulary.get(word);
    if (pair !== undefined) at++;
    if (meaning === undefined && !ignored.test(word)) return null;
    if (meaning === undefined) continue;
    if (Object.entries(meaning).some(([fact, value]) => (all[fact] ?? value) !== value)) return null;
    Object.assign(all, meaning);
    isUnderstood = true;
  }
  return isUnderstood ? all : null;
}

/** `D (Dog)` and "Domestic cat" name one kind; the other words do not matter. Any number is a category. */
function kindReader(kinds: readonly KnownKind[]): (text: string) => Meaning | null {
  const vocabulary = new Map(
    kinds.flatMap(({ id, name, plural, words }) => {
      const all = [name, plural, ...words].map(joined);
      return [...all, ...all.map((word) => `${word}s`)].map((word) => [word, { kind: id.toString() }] as const);
    }),
  );
  return (text) => {
    const number = parseInt64(/^(?:category )?(-?\d+)$/i.exec(text.trim())?.[1] ?? "");
    if (number !== null) return { kind: number.toString() };
    return vocabulary.get(joined(text)) ?? meaningOfAll(wordsOf(text), vocabulary, /./);
  };
}
