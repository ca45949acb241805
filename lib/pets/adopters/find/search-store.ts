import "server-only";
import type { Neighbours } from "../../../values/cursor";
import { editDistance } from "../../../values/edit-distance";
import type { SearchPetsQuery } from "../../list/query";
import { wordsOf } from "../../list/search";
import { type Query, readSearch } from "../../list/search-store";
import { listPets } from "../../list/store";
import type { FoundPets } from "./find-schema";
import { readNearest } from "./nearest-store";
import { KNOWN_WORDS, understand } from "./search-words";

/** A list with at most this many animals also shows others. */
const SHORT_LIST = 4;
/** How many others. */
const MAX_NEAREST = 8;

/**
 * Finds animals, in three statements at most: those that match; if nothing does, what the search may mean; and if few
 * do, others that are near.
 */
export async function searchPets({ q, ...query }: SearchPetsQuery): Promise<FoundPets & Neighbours> {
  const { filters, text } = understand(q ?? "");
  const goodWith = new Set([...(query.goodWith ?? []), ...(filters.goodWith ?? [])]);
  const wanted = {
    ...query,
    ...filters,
    goodWith: goodWith.size > 0 ? goodWith : undefined,
    text: text || undefined,
    include: new Set(query.sort === "oldest" ? (["profile", "waitsSince"] as const) : (["profile"] as const)),
  };
  const { pets, ...page } = await listPets(wanted);
  const { status, categoryId, sex, ageGroup, size } = wanted;
  const found = {
    filters: {
      status,
      categoryId,
      sex,
      ageGroup,
      size,
      goodWith: wanted.goodWith && [...goodWith],
      q: text || undefined,
    },
    pets,
    suggestion: null,
    nearest: [],
    ...page,
  };
  const isShort = query.cursor === undefined && page.next === null && pets.length <= SHORT_LIST;
  if (!isShort) return found;
  const suggestion = pets.length === 0 && text ? await suggest(text, status) : null;
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

/**
 * Returns a text with each unknown word replaced by the nearest one of names and breeds, and of the words that searches
 * understand. Returns null if none is near.
 */
async function suggest(text: string, status: SearchPetsQuery["status"]): Promise<string | null> {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  const typed = words.filter((word) => [...word].length >= MIN_LETTERS);
  if (typed.length === 0) return null;
  const rows = await readSearch(similarStatement(typed, status));
  const known = new Set([...rows.flatMap(([name]) => wordsOf(name ?? "")), ...KNOWN_WORDS]);
  const spelled = words.map((word) => (known.has(word) || !typed.includes(word) ? word : nearestOf(word, known)));
  return spelled.join(" ") === words.join(" ") ? null : spelled.join(" ");
}

/** Returns the word with the fewest errors, or the word itself if none is near. */
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
 * Returns the statement that reads the newest names and breeds, and others that begin or end like one of these words: a
 * single error in a long word leaves one of these as it is. OFFSET 0 keeps PostgreSQL from walking along the list.
 */
export function similarStatement(words: readonly string[], status: SearchPetsQuery["status"]): Query {
  const values: string[] = [];
  const add = (value: string) => `$${values.push(value)}`;
  const wanted = status === undefined ? "" : ` AND status = ${add(status)}::"PetStatus"`;
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
