import { keysOf, mapValues, recordOf } from "../values/objects";

// The facts of an animal, each once: schemas, statements, filters, forms, pages, imports and the history follow from
// this list. Without Zod, to keep the JavaScript of the first page small.

/** What people read, and in lower case what they type for it in a search and in files that are imported. */
export type Words = {
  label: string;
  /** A search finds them with -s, too. */
  words?: readonly string[];
  /** Only in files, because a search has other meanings for them. */
  short?: readonly string[];
};
export type Choices = Readonly<Record<string, Words>>;

export type Fact = {
  label: string;
  /** In forms. */
  formLabel?: string;
  /** What our own files call it. */
  fileLabel?: string;
  /** What other files call it, in lower case. Absent: it is not imported. */
  headings?: readonly string[];
  /** In `pet_profiles`. */
  column: string;
  /** The object of the profile that it is in. */
  within?: "goodWith";
  /** It has a control among the filters, as ages and companions have. All facts but texts are parameters of the list. */
  isAsked?: boolean;
  /** On cards, which have two lines whatever is known. */
  isOnCards?: boolean;
} & (
  | { type: "text"; maxLength: number; hasLines?: boolean }
  | { type: "choice"; choices: Choices }
  | { type: "flag"; choices: Readonly<Record<"yes" | "no", Words>> }
  /** As precise as it is known: 2024, 2024-05 or 2024-05-17. */
  | { type: "date"; groups: Choices }
  /** A decimal string: "120" or "120.50". */
  | { type: "money" }
  /** The id of another animal. */
  | { type: "pet" }
);

const text = (label: string, column: string, maxLength: number, headings: readonly string[]) => ({
  type: "text" as const,
  ...{ label, column, maxLength, headings },
});

type FlagWords = { words?: readonly string[]; no?: readonly string[]; headings?: readonly string[] };

const flag = (label: string, column: string, { words = [], no = [], headings = [] }: FlagWords) => ({
  type: "flag" as const,
  ...{ label, column, headings },
  choices: { yes: { label, words }, no: { label: `Not ${label.toLowerCase()}`, words: no } },
});

export const MAX_STORY_LENGTH = 2_000;

const LIST = {
  story: { ...text("Story", "story", MAX_STORY_LENGTH, ["description"]), hasLines: true },
  breed: text("Breed", "breed", 60, ["breeds", "primary breed", "main breed", "breed or mix", "race"]),
  cross: flag("Cross-breed", "is_cross", {
    words: ["crossbreed", "mongrel", "mutt"],
    no: ["purebred", "pedigree"],
    headings: ["crossbreed", "cross breed", "is mixed"],
  }),
  bornOn: {
    type: "date",
    label: "Age",
    fileLabel: "Born",
    headings: ["born on", "bornon", "birthday", "birthdate", "date of birth", "dob"],
    column: "born_on",
    groups: {
      baby: { label: "Baby", words: ["babies", "newborn", "puppy", "puppies", "pup", "kitten", "foal"] },
      young: { label: "Young", words: ["younger"] },
      adult: { label: "Adult" },
      senior: { label: "Senior", words: ["old", "older", "elderly"] },
    },
  },
  sex: {
    type: "choice",
    label: "Sex",
    headings: ["gender"],
    column: "sex",
    choices: {
      female: { label: "Female", words: ["girl", "mare"], short: ["f"] },
      male: { label: "Male", words: ["boy", "tomcat", "stallion", "gelding"], short: ["m"] },
    },
    isAsked: true,
    isOnCards: true,
  },
  neutered: flag("Neutered", "is_neutered", {
    words: ["spayed", "castrated", "desexed", "sterilised", "sterilized"],
    no: ["intact", "entire", "unaltered"],
    headings: ["spayed/neutered", "spay/neuter", "neuter status", "altered", "desexed", "sterilised", "sterilized"],
  }),
  size: {
    type: "choice",
    label: "Size",
    formLabel: "Size when grown",
    headings: [],
    column: "size",
    choices: {
      small: { label: "Small", words: ["smaller", "little", "tiny"], short: ["s"] },
      medium: { label: "Medium", short: ["m", "middle"] },
      large: { label: "Large", words: ["larger", "big", "bigger"], short: ["l"] },
      extra_large: { label: "Extra large", words: ["extralarge", "huge", "giant"], short: ["xl"] },
    },
    isAsked: true,
    isOnCards: true,
  },
  colour: text("Colour", "colour", 60, ["color", "colours", "colors", "primary colour", "primary color", "coat"]),
  children: {
    ...flag("Good with children", "good_with_children", {
      words: ["children", "child", "kid", "toddler", "teenager", "family", "families"],
      headings: ["good with kids", "children", "kids"],
    }),
    within: "goodWith",
  },
  // "dogs" and "cats" alone are missing, because they are kinds too.
  dogs: {
    ...flag("Good with dogs", "good_with_dogs", { headings: ["good with other dogs"] }),
    within: "goodWith",
  },
  cats: {
    ...flag("Good with cats", "good_with_cats", { headings: ["good with other cats"] }),
    within: "goodWith",
  },
  energy: {
    type: "choice",
    label: "Energy",
    headings: ["energy level", "activity", "activity level"],
    column: "energy",
    choices: {
      low: { label: "Low energy" },
      medium: { label: "Medium energy", short: ["moderate", "average"] },
      high: { label: "High energy", words: ["energetic"] },
    },
    isAsked: true,
  },
  houseTrained: {
    ...flag("House-trained", "is_house_trained", {
      words: ["housetrained", "house trained", "housebroken", "house broken", "potty trained"],
      headings: ["housetrained", "house trained", "housebroken", "potty trained", "toilet trained", "litter trained"],
    }),
    isAsked: true,
  },
  vaccinated: flag("Vaccinated", "is_vaccinated", {
    headings: ["vaccinations", "vaccines", "shots", "shots current", "up to date on shots"],
  }),
  specialNeeds: text("Special needs", "special_needs", 200, ["medical needs", "needs"]),
  adoptionFee: { type: "money", label: "Adoption fee", headings: ["fee", "price"], column: "adoption_fee" },
  bondedWith: { type: "pet", label: "Bonded with", column: "bonded_with" },
} as const satisfies Readonly<Record<string, Fact>>;

export type FactKey = keyof typeof LIST;
export const FACTS: Readonly<Record<FactKey, Fact>> = LIST;
export const FACT_KEYS = keysOf(LIST);
export const isFactKey = (text: string): text is FactKey => Object.hasOwn(LIST, text);

type KeyOf<Kind> = { [K in FactKey]: (typeof LIST)[K] extends Kind ? K : never }[FactKey];
type ValueOf<F> = F extends { type: "choice"; choices: infer C }
  ? keyof C & string
  : F extends { type: "flag" }
    ? boolean
    : F extends { type: "pet" }
      ? bigint
      : string;

/** Null means "not known". */
export type Facts = { -readonly [K in FactKey]: ValueOf<(typeof LIST)[K]> | null };

export type AgeGroup = keyof typeof LIST.bornOn.groups;
export const AGE_GROUP_WORDS: Readonly<Record<AgeGroup, Words>> = LIST.bornOn.groups;
export const AGE_GROUPS = keysOf(AGE_GROUP_WORDS);

export type Companion = KeyOf<{ within: "goodWith" }>;
export const isCompanion = (key: FactKey): key is Companion => FACTS[key].within === "goodWith";
export const COMPANIONS = FACT_KEYS.filter(isCompanion);

/** The facts as a profile has them. */
type Nested = Omit<Facts, Companion> & { goodWith: Pick<Facts, Companion> };

export const toFacts = ({ goodWith, ...facts }: Nested): Facts => ({ ...facts, ...goodWith });

/** Only some facts, as a change of a profile has them. */
export type Some<T> = { [K in keyof T]?: T[K] | undefined };
export type NamedFacts = Some<Omit<Facts, Companion>> & { goodWith?: Some<Pick<Facts, Companion>> };

/** What people choose from. */
export function choicesOf(key: FactKey): Choices {
  const fact = FACTS[key];
  return fact.type === "choice" || fact.type === "flag" ? fact.choices : {};
}

/** What a form offers, by its values, which are the same for a cell of a table. */
export function optionsOf(key: FactKey): Readonly<Record<string, string>> {
  if (FACTS[key].type === "flag") return { yes: "Yes", no: "No" };
  return mapValues(choicesOf(key), ({ label }) => label);
}

/** The value of a form. Empty for "not known". */
export const typedValue = (value: Facts[FactKey]): string =>
  typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");

/** "Extra large", "Yes", or the value itself. */
export function typedWords(key: FactKey, typed: string): string {
  const isPet = FACTS[key].type === "pet" && typed !== "";
  return optionsOf(key)[typed] ?? (isPet ? `Animal ${typed}` : typed);
}

export const valueWords = (key: FactKey, value: Facts[FactKey]): string => typedWords(key, typedValue(value));

/** Facts that filter by their own value. */
export type Filtering = Exclude<KeyOf<{ type: "choice" | "flag" | "pet" }>, Companion>;
export const FILTERING = FACT_KEYS.filter(
  (key): key is Filtering => ["choice", "flag", "pet"].includes(FACTS[key].type) && !isCompanion(key),
);

/** What lists filter by. An animal gets along with everybody in `goodWith`. */
export type FactFilters = { [K in Filtering]?: NonNullable<Facts[K]> | undefined } & {
  ageGroup?: AgeGroup | undefined;
  goodWith?: readonly Companion[] | undefined;
  maxAdoptionFee?: string | undefined;
};
export const FACT_FILTERS: readonly (keyof FactFilters)[] = ["ageGroup", ...FILTERING, "goodWith", "maxAdoptionFee"];

/** What visitors choose from, by the values of the parameter. No page has a filter for fees and bonded animals. */
export function filterChoices(name: keyof FactFilters): Choices {
  if (name === "maxAdoptionFee") return {};
  if (name === "ageGroup") return AGE_GROUP_WORDS;
  if (name === "goodWith") return recordOf(COMPANIONS, (companion) => ({ label: FACTS[companion].label }));
  return FACTS[name].type === "flag" ? { true: { label: FACTS[name].label } } : choicesOf(name);
}
