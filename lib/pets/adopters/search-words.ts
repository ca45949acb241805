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
import { type Category, knownKinds } from "../kinds";

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

/** The names of kinds come before their words, which several may have. */
function meaningsOf(kinds: readonly Category[]): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const ofKinds = [
    ...kinds.flatMap(({ id, plural, words }) => spelled({ label: plural, words }, { categoryId: id })),
    ...kinds.flatMap(({ id, plural, name }) => spelled({ label: name, words: [plural] }, { categoryId: id })),
  ].map(([word, meaning]) => [foldName(word), meaning] as const);
  for (const [word, meaning] of ofKinds) if (!NAMES.has(word)) meanings.set(word, meaning);
  for (const [word, meaning] of FACT_WORDS) meanings.set(word, { ...meanings.get(word), ...meaning });
  return meanings;
}

type Vocabulary = { of: readonly Category[]; meanings: ReadonlyMap<string, Meaning> };
let last: Vocabulary | null = null;

/** Made again only when the known kinds are others. */
function vocabulary(): Vocabulary {
  const of = knownKinds();
  if (last?.of === of) return last;
  last = { of, meanings: meaningsOf(of) };
  return last;
}

export const knownWords = (): readonly string[] => [...vocabulary().meanings.keys()];

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
  const { meanings } = vocabulary();
  const words = foldName(search).split(/[^\p{L}\p{M}\p{N}'-]+/u);
  const named: Meaning[] = [];
  const left: string[] = [];
  let isAfterWith = false;
  for (let at = 0; at < words.length; at++) {
    const [word = "", pair] = [words[at], `${words[at]} ${words[at + 1]}`];
    const companion = isAfterWith ? COMPANION_WORDS.get(word) : undefined;
    const meaning = companion ? { goodWith: companion } : (meanings.get(pair) ?? meanings.get(word));
    isAfterWith ||= word === "with";
    if (meaning) named.push(meaning);
    else left.push(word);
    if (!companion && meanings.has(pair)) at++;
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
