import { foldName } from "../../values/search";
import {
  AGE_GROUP_WORDS,
  AGE_GROUPS,
  COMPANIONS,
  type Companion,
  choicesOf,
  FACTS,
  type FactFilters,
  FILTERING,
  type Words,
} from "../facts";
import { CATEGORIES, type Category } from "../kinds";

/** Everyday words for the known kinds, by the id of the category. Plurals with -s follow from them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "1": ["dog", "puppy", "puppies", "pup", "doggy", "doggie", "hound", "canine"],
  "2": ["cat", "kitten", "kitty", "kitties", "feline", "tomcat", "tom"],
  "3": ["rabbit", "bunny", "bunnies", "hare", "kit"],
  "4": ["guinea pig", "guineapig", "guinea-pig", "cavy", "cavies"],
  "5": ["hamster", "hammy"],
  "6": ["bird", "parrot", "budgie", "budgerigar", "canary", "canaries", "parakeet", "cockatiel", "finch", "finches"],
  "7": ["tortoise", "turtle", "terrapin"],
  "8": ["horse", "pony", "ponies", "foal", "mare", "gelding", "stallion", "donkey"],
};

export const KIND_WORDS: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.flatMap((kind) =>
    [kind.name, kind.plural, ...(WORDS[kind.id.toString()] ?? [])].flatMap((word) => [
      [word.toLowerCase(), kind] as const,
      [`${word.toLowerCase()}s`, kind] as const,
    ]),
  ),
);

export function kindOfWord(text: string): Category | undefined {
  return KIND_WORDS.get(text.trim().toLowerCase().replaceAll(/\s+/g, " "));
}

type Meaning = { categoryId?: bigint } & Omit<FactFilters, "goodWith"> & { goodWith?: Companion };

const spelled = ({ label, words = [] }: Words, meaning: Meaning) =>
  [label.toLowerCase(), ...words].flatMap((word) => [[word, meaning] as const, [`${word}s`, meaning] as const]);

/** Some also stand for a kind: a kitten is a baby cat. Nobody searches for what an animal is not. */
const FACT_WORDS: readonly (readonly [word: string, meaning: Meaning])[] = [
  ...AGE_GROUPS.flatMap((ageGroup) => spelled(AGE_GROUP_WORDS[ageGroup], { ageGroup })),
  ...FILTERING.flatMap((key) =>
    Object.entries(choicesOf(key)).flatMap(([value, words]) => {
      if (FACTS[key].type !== "flag") return spelled(words, { [key]: value });
      return value === "yes" ? spelled(words, { [key]: true }) : [];
    }),
  ),
  ...COMPANIONS.flatMap((goodWith) => spelled(choicesOf(goodWith).yes ?? { label: goodWith }, { goodWith })),
];

/** Words for kinds that are more often names. */
const NAMES = new Set(["tom", "toms", "kit", "kits", "kitty", "kittys", "hammy", "hammys"]);

const MEANINGS: ReadonlyMap<string, Meaning> = (() => {
  const meanings = new Map<string, Meaning>();
  for (const [word, { id }] of KIND_WORDS) if (!NAMES.has(word)) meanings.set(word, { categoryId: id });
  for (const [word, meaning] of FACT_WORDS) meanings.set(word, { ...meanings.get(word), ...meaning });
  return meanings;
})();

export const KNOWN_WORDS: readonly string[] = [...MEANINGS.keys()];

/** After "with", these are companions, not kinds. */
const COMPANION_WORDS: ReadonlyMap<string, Companion> = new Map([
  ...["dog", "dogs"].map((word) => [word, "dogs"] as const),
  ...["cat", "cats"].map((word) => [word, "cats"] as const),
]);

const FILLERS = new Set("a an the and or for of to in my our is are who which good great gets along with".split(" "));

type Understood = { filters: { categoryId?: bigint } & FactFilters; text: string };

/**
 * Words that name a kind or a choice of a fact become filters ("small dog good with kids"), the others are left as
 * text. Where several name different choices ("cat or dog"), none is chosen.
 */
export function understand(search: string): Understood {
  const words = foldName(search).split(/[^\p{L}\p{M}\p{N}'-]+/u);
  const named: Meaning[] = [];
  const left: string[] = [];
  let isAfterWith = false;
  for (let at = 0; at < words.length; at++) {
    const [word = "", pair] = [words[at], `${words[at]} ${words[at + 1]}`];
    const companion = isAfterWith ? COMPANION_WORDS.get(word) : undefined;
    const meaning = companion ? { goodWith: companion } : (MEANINGS.get(pair) ?? MEANINGS.get(word));
    isAfterWith ||= word === "with";
    if (meaning) named.push(meaning);
    else left.push(word);
    if (!companion && MEANINGS.has(pair)) at++;
  }
  if (named.length === 0) return { filters: {}, text: search };
  const goodWith = COMPANIONS.filter((companion) => named.some((meaning) => meaning.goodWith === companion));
  const single = (["categoryId", "ageGroup", ...FILTERING] as const).map((name) => onlyOne(named, name));
  return {
    filters: { ...Object.assign({}, ...single), ...(goodWith.length > 0 && { goodWith }) },
    text: left.filter((word) => word !== "" && !FILLERS.has(word)).join(" "),
  };
}

function onlyOne<K extends keyof Meaning>(meanings: readonly Meaning[], name: K): Pick<Meaning, K> | null {
  const [value, ...others] = new Set(meanings.flatMap((meaning) => meaning[name] ?? []));
  if (value === undefined || others.length > 0) return null;
  const only: Pick<Meaning, K> = { [name]: value } as Pick<Meaning, K>; // its only member is the one that was named
  return only;
}
