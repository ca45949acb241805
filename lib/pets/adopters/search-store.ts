import "server-only";
import { logFailure } from "../../database/health";
import { decodeCursor, type Neighbours } from "../../values/cursor";
import { definedOf } from "../../values/objects";
import { editDistance } from "../../values/search";
import { withSeenPartners } from "../care/store";
import { AND_SEEN, type Seen } from "../care/visibility";
import { refreshKinds } from "../categories/store";
import { PET_COLUMNS, PET_LENGTH, toPet } from "../columns";
import { COMPANIONS, FACT_FILTERS, FACTS, type FactFilters } from "../facts";
import { countPets } from "../list/count-store";
import type { SearchPetsQuery } from "../list/query";
import type { FoundPets, ListedPet, PetCounts } from "../list/schema";
import { wordsOf } from "../list/search";
import { type Query, readSearch } from "../list/search-store";
import { conditionsOn, withProfiles } from "../list/statement";
import { listPets } from "../list/store";
import { toProfile } from "../profile/columns";
import type { Pet } from "../schema";
import { DEFAULT_STATUS } from "../status";
import { type CardsPage, toPage, toSearched } from "./card";
import { CARDS_PAGE_SIZE, type PetFilters } from "./filters";
import { knownWords, understand } from "./search-words";

/** How many of the newest animals are compared, of the wanted kind and of all. */
const MAX_COMPARED = 300;

type Wishes = FactFilters & Pick<SearchPetsQuery, "categoryId">;

/**
 * In the order of how many filters they meet, those of the wanted kind first. Those that are known not to get along
 * with a wanted companion are left out.
 */
export async function readNearest(
  wishes: Seen<Wishes>,
  shown: readonly Pick<Pet, "id">[],
  limit: number,
): Promise<ListedPet[]> {
  const rows = await readSearch(nearestStatement(wishes, shown, limit));
  const nearest = rows.map((row) => ({ ...toPet(row), profile: toProfile(row, PET_LENGTH + 1) }));
  return withSeenPartners(nearest, wishes.visibility);
}

function nearestStatement(
  { categoryId, visibility, ...facts }: Seen<Wishes>,
  shown: readonly Pick<Pet, "id">[],
  limit: number,
): Query {
  const conditions = conditionsOn(facts, visibility);
  const values = [shown.map(({ id }) => String(id)), DEFAULT_STATUS, ...conditions.map(({ value }) => value)];
  const met = conditions.map(({ text }, at) => `coalesce((${text.replace("?", `$${at + 3}`)})::int, 0)`);
  const newest = (kind: string) =>
    `(SELECT * FROM pets WHERE status = $2::"PetStatus"${kind}${AND_SEEN[visibility]} ORDER BY id DESC LIMIT ${MAX_COMPARED})`;
  let compared = newest("");
  if (categoryId !== undefined) {
    const kind = `category_id = $${values.push(String(categoryId))}::bigint`;
    met.push(`(${kind})::int * ${conditions.length + 1}`);
    compared = `${newest(` AND ${kind}`)} UNION ${compared}`;
  }
  const unsuited = (facts.goodWith ?? []).map((key) => ` AND ${FACTS[key].column} IS DISTINCT FROM false`);
  const list = `SELECT ${PET_COLUMNS}, ${met.join(" + ") || "0"} AS met FROM (${compared}) AS pets
    LEFT JOIN LATERAL (SELECT * FROM pet_profiles WHERE pet_id = id OFFSET 0) AS profile ON true
    WHERE id <> ALL ($1::bigint[])${unsuited.join("")} ORDER BY met DESC, id DESC LIMIT ${limit}`;
  return { text: withProfiles(list, "met DESC, id DESC"), values };
}

/** A list with at most this many animals also shows others. */
const SHORT_LIST = 4;
const MAX_NEAREST = 8;

/**
 * Three statements at most: what matches; if nothing does, what the search may mean; and if few do, others that are
 * near.
 */
export async function searchPets({ q, ...query }: Seen<SearchPetsQuery>): Promise<FoundPets & Neighbours> {
  await refreshKinds();
  const { filters, text } = understand(q ?? "");
  const goodWith = COMPANIONS.filter((key) => query.goodWith?.includes(key) || filters.goodWith?.includes(key));
  const wanted = {
    ...query,
    ...filters,
    goodWith: goodWith.length > 0 ? goodWith : undefined,
    text: text || undefined,
    include: query.sort === "oldest" ? (["profile", "arrivedAt"] as const) : (["profile"] as const),
  };
  const { pets, ...page } = await listPets(wanted);
  const { status, categoryId } = wanted;
  const found = {
    filters: { status, categoryId, ...definedOf(wanted, FACT_FILTERS), q: text || undefined },
    pets,
    suggestion: null,
    nearest: [],
    ...page,
  };
  const isShort = query.cursor === undefined && page.next === null && pets.length <= SHORT_LIST;
  if (!isShort) return found;
  const suggestion = pets.length === 0 && text ? await suggest(text, wanted) : null;
  if (suggestion !== null) {
    const meant = await listPets({ ...wanted, text: suggestion, limit: MAX_NEAREST });
    return { ...found, suggestion, nearest: meant.pets };
  }
  return { ...found, nearest: await readNearest(wanted, pets, MAX_NEAREST) };
}

/** How many of the newest names and breeds are compared, and how many others that begin or end like a word. */
const MAX_NEWEST = 1_000;
const MAX_SIMILAR = 200;
/** A shorter word is near to too many others, and a search has hardly more words. */
const MIN_LETTERS = 4;
const MAX_WORDS = 4;
/** A word with this many letters may have two errors. */
const TWO_ERRORS = 8;

/** Each unknown word is replaced by the nearest one of names, breeds and known words. Null if none is near. */
async function suggest(text: string, among: Seen<Pick<SearchPetsQuery, "status">>): Promise<string | null> {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const typed = words.filter((word) => [...word].length >= MIN_LETTERS);
  if (typed.length === 0) return null;
  const rows = await readSearch(similarStatement(typed, among));
  const known = new Set([...rows.flatMap(([name]) => wordsOf(name ?? "")), ...knownWords()]);
  const spelled = words.map((word) => (known.has(word) || !typed.includes(word) ? word : nearestOf(word, known)));
  return spelled.join(" ") === words.join(" ") ? null : spelled.join(" ");
}

function nearestOf(word: string, known: Iterable<string>): string {
  const letters = [...word];
  let [nearest, least] = [word, letters.length < TWO_ERRORS ? 2 : 3];
  for (const other of known) {
    if (Math.abs(other.length - word.length) >= least) continue;
    const errors = editDistance(letters, [...other]);
    if (errors < least) [nearest, least] = [other, errors];
  }
  return nearest;
}

/**
 * The newest names and breeds, and others that begin or end like one of these words: a single error in a long word
 * leaves its begin or its end. OFFSET 0 keeps PostgreSQL from walking along the list.
 */
function similarStatement(
  words: readonly string[],
  { status, visibility }: Seen<Pick<SearchPetsQuery, "status">>,
): Query {
  const values: string[] = [];
  const add = (value: string) => `$${values.push(value)}`;
  const ofStatus = status === undefined ? "" : ` AND status = ${add(status)}::"PetStatus"`;
  const wanted = ofStatus + AND_SEEN[visibility];
  const isListed = `EXISTS (SELECT FROM pets WHERE id = pet_id${wanted} OFFSET 0)`;
  const named = (grams: string) => `(SELECT folded FROM (SELECT folded FROM pets
    WHERE pets_grams(folded) @> ARRAY[${add(grams)}]${wanted} OFFSET 0) AS named LIMIT ${MAX_SIMILAR})`;
  const parts = words.flatMap((word) => {
    const letters = [...word];
    const [start, end] = [letters.slice(0, 3).join(""), letters.slice(-3).join("")];
    return [
      named(start),
      named(end),
      `(SELECT breed FROM (SELECT pet_id, breed FROM pet_profiles
        WHERE words @@ ${add(`'${start}':*`)}::tsquery AND breed IS NOT NULL OFFSET 0) AS bred
        WHERE ${isListed} LIMIT ${MAX_SIMILAR})`,
    ];
  });
  const newest = [
    `(SELECT folded FROM pets WHERE true${wanted} ORDER BY id DESC LIMIT ${MAX_NEWEST})`,
    `(SELECT breed FROM pet_profiles WHERE breed IS NOT NULL AND ${isListed} ORDER BY pet_id DESC LIMIT ${MAX_NEWEST})`,
  ];
  return { text: [...newest, ...parts].join(" UNION "), values };
}

export type FirstPage = { page: CardsPage; problem: null } | { page: null; problem: "unavailable" };

/** Null if the cursor is none of this list. */
export async function readFirstPage(filters: PetFilters): Promise<FirstPage | null> {
  const cursor = filters.cursor === undefined ? undefined : decodeCursor(filters.cursor);
  if (cursor === null || (cursor && cursor.sort !== filters.sort)) return null;
  try {
    const query = { ...toSearched(filters), visibility: "public", limit: CARDS_PAGE_SIZE, cursor } as const;
    return { page: toPage(filters, await searchPets(query)), problem: null };
  } catch (error) {
    logFailure("page data unavailable", error);
    return { page: null, problem: "unavailable" };
  }
}

export const countFor = (filters: PetFilters): Promise<PetCounts> =>
  countPets({ ...definedOf(filters, FACT_FILTERS), visibility: "public" });
