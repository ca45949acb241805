import "server-only";
import { Semaphore } from "../../concurrency/capacity";
import type { Row } from "../../database/pg-private";
import { pool } from "../../database/pool";
import { singleton } from "../../process/singleton";
import type { PageRange } from "../../values/cursor";
import { keysOf } from "../../values/objects";
import { AND_SEEN, type Seen } from "../care/visibility";
import { PET_COLUMNS, VERSIONED_COLUMNS } from "../columns";
import type { ListPetsQuery } from "./query";
import type { MissingPart } from "./schema";
import { type NamePattern, nameSearch, numberOf, wordQuery } from "./search";
import { type Condition, conditionsOn, withProfiles } from "./statement";

// Uses the ordinary pool. The connections of the prepared statements have bitmap scans and sorts switched off, and one
// slow statement there would delay those behind it.

/**
 * How many rows are read along the list before an index is used: first `near`, and if some match, `far`. What matches
 * often soon turns up; of what is rare, an index has few, and sorting these is fast.
 */
const WALKS = { names: { near: 1_000, far: 10_000 }, words: { near: 500, far: 4_000 } };

type Filter = Seen<Omit<ListPetsQuery, "limit" | "cursor" | "sort">>;

/** For these, lists have an index, or they filter nothing. */
const UNSEARCHED = new Set<string>([
  ...["status", "categoryId", "ids", "limit", "cursor", "sort", "include", "visibility", "seesCare"],
]);

export const needsSearch = (query: Partial<Seen<ListPetsQuery>>): boolean =>
  keysOf(query).some((name) => query[name] !== undefined && !UNSEARCHED.has(name));

export type Query = { text: string; values: Condition["value"][] };

/** Leaves values as the strings that PostgreSQL sends, which `toPet` expects. */
const TEXTS = { getTypeParser: () => (text: unknown) => text };

/** They share the ordinary connections with changes and sign-ins, so they may not take all of them. */
const searches = singleton("pets.searches", () => new Semaphore({ maxTaken: 4, maxWaiting: 100, maxWaitMs: 3_000 }));

/** @throws what the database throws; `tooBusy` when too many searches are waiting */
export async function readSearch({ text, values }: Query): Promise<Row[]> {
  const query = { text, values, rowMode: "array", types: TEXTS } as const;
  return (await searches.within(() => pool().query<(string | null)[]>(query))).rows;
}

export const readMatching = (filter: Filter, range: PageRange): Promise<Row[]> =>
  readSearch(searchStatement(filter, range));

export function searchStatement(filter: Filter, range: PageRange): Query {
  const parts = partsOf(filter, range);
  const { add, conditions, facts, suits, values } = parts;
  const { include, q, text } = filter;
  const columns = include?.includes("version") ? VERSIONED_COLUMNS : PET_COLUMNS;
  const order = parts.by("id");
  const limited = (statement: string): Query => {
    const page = `${statement} ORDER BY ${order} LIMIT ${range.count}`;
    return { text: include?.includes("profile") ? withProfiles(page, order) : page, values };
  };
  const searched = text ?? q;
  const name = searched === undefined ? null : nameSearch(searched);
  if (!name) {
    const profiles = facts ? " JOIN pet_profiles ON pet_id = id" : "";
    return limited(`SELECT ${columns} FROM pets${profiles} WHERE ${conditions}${facts && ` AND ${facts}`}`);
  }
  const steps = [namesIn(parts, name)];
  const found = ["SELECT id FROM names"];
  // A number means the animal with this number, too, and no word of a story.
  const number = text === undefined ? null : numberOf(text);
  const query = text === undefined || number !== null ? null : wordQuery(text);
  if (number !== null) found.push(`SELECT ${add({ text: "?::bigint", value: String(number) })}`);
  if (text !== undefined && filter.seesCare)
    found.push(`SELECT pet_id FROM pet_care WHERE reference = ${add({ text: "?", value: text.trim() })}`);
  if (query !== null) {
    steps.push(wordsIn(parts, query));
    found.push("SELECT id FROM words");
  }
  return limited(`WITH ${steps.join(", ")}
    SELECT ${columns} FROM pets JOIN (${found.join(" UNION ")}) AS found USING (id)
    WHERE ${conditions}${suits("pets.id")}`);
}

function partsOf(filter: Filter, { direction, id, count }: PageRange) {
  const isOlder = direction === "older";
  const values: Condition["value"][] = [];
  const add = ({ text, value }: Condition) => text.replace("?", () => `$${values.push(value)}`);
  const from = `${isOlder ? "<=" : ">="} ${add({ text: "?::bigint", value: String(id) })}`;
  const facts = conditionsOn(filter, filter.visibility).map(add).join(" AND ");
  const { text, q } = filter;
  const also = text === undefined || q === undefined ? null : nameSearch(q);
  const conditions = [
    `id ${from}`,
    ...conditionsOnPet(filter).map(add),
    ...(filter.lacks ? [`NOT ${HAS_PART[filter.lacks]}`] : []),
    ...(also ? [add({ text: also.condition, value: also.value })] : []),
  ]
    .join(" AND ")
    .concat(AND_SEEN[filter.visibility]);
  const by = (column: string) => (isOlder ? `${column} DESC` : column);
  /** The condition that the profile of an animal has the facts. OFFSET 0 keeps PostgreSQL from reading all of them. */
  const suits = (pet: string) =>
    facts && ` AND EXISTS (SELECT FROM pet_profiles WHERE pet_id = ${pet} AND ${facts} OFFSET 0)`;
  return { values, add, from, facts, conditions, by, suits, count };
}
type SearchParts = ReturnType<typeof partsOf>;

/** Returns the steps that find names. OFFSET 0 keeps PostgreSQL from walking along the list instead of the index. */
function namesIn({ add, conditions, by, suits, count }: SearchParts, { grams, condition, value }: NamePattern): string {
  const isNamed = add({ text: condition, value });
  const hasGrams = add({ text: "pets_grams(folded) @> ?::text[]", value: grams });
  return stepsOf("names", count, by("id"), {
    walk: (
      length,
    ) => `SELECT id FROM (SELECT id, folded FROM pets WHERE ${conditions} ORDER BY ${by("id")} LIMIT ${length})
      AS walked WHERE ${isNamed}${suits("walked.id")}`,
    index: (isWanted) => `SELECT id FROM (SELECT id FROM pets
      WHERE ${hasGrams} AND ${isNamed} AND ${conditions}${suits("pets.id")} AND ${isWanted} OFFSET 0) AS indexed`,
  });
}

function wordsIn({ add, from, facts, conditions, by, count }: SearchParts, query: string): string {
  const hasWords = add({ text: "words @@ ?::tsquery", value: query });
  const isListed = `EXISTS (SELECT FROM pets WHERE id = pet_id AND ${conditions} OFFSET 0)`;
  return stepsOf("words", count, by("id"), {
    walk: (length) => `SELECT pet_id AS id FROM (SELECT * FROM pet_profiles WHERE pet_id ${from}
      ORDER BY ${by("pet_id")} LIMIT ${length}) AS walked WHERE ${hasWords}${facts && ` AND ${facts}`} AND ${isListed}`,
    index: (isWanted) => `SELECT pet_id AS id FROM (SELECT pet_id FROM (SELECT * FROM pet_profiles
      WHERE ${hasWords} AND pet_id ${from} AND ${isWanted} OFFSET 0) AS indexed WHERE ${facts || "true"} ORDER BY ${by("pet_id")} OFFSET 0)
      AS ordered WHERE ${isListed}`,
  });
}

/** How a step finds matches: in the next `length` rows of the list, or in an index if `isWanted`. */
type Step = { walk(length: number): string; index(isWanted: string): string };

function stepsOf(key: keyof typeof WALKS, count: number, order: string, { walk, index }: Step): string {
  const { near, far } = WALKS[key];
  const isBelow = (step: string) => `(SELECT count(*) FROM ${key}_${step}) < ${count}`;
  return `
    ${key}_near AS MATERIALIZED (${walk(near)} ORDER BY ${order} LIMIT ${count}),
    ${key}_far AS MATERIALIZED (${walk(far)} AND (SELECT count(*) FROM ${key}_near) BETWEEN 1 AND ${count - 1}
      ORDER BY ${order} LIMIT ${count}),
    ${key} AS (SELECT id FROM ${key}_near UNION SELECT id FROM ${key}_far UNION (
      ${index(`${isBelow("near")} AND ${isBelow("far")}`)} ORDER BY ${order} LIMIT ${count}))`;
}

const conditionsOnPet = ({ status, categoryId, ids, adoptedSince }: Filter): Condition[] => [
  ...(status ? [{ text: 'status = ?::"PetStatus"', value: status }] : []),
  ...(categoryId === undefined ? [] : [{ text: "category_id = ?::bigint", value: String(categoryId) }]),
  ...(ids ? [{ text: "id = ANY (?::bigint[])", value: ids.map(String) }] : []),
  ...(adoptedSince ? [{ text: ADOPTED_SINCE, value: `${adoptedSince}T00:00:00Z` }] : []),
];

/** The animal became sold since a time, and still is. The index `changes_adopted_idx` has these changes. */
const ADOPTED_SINCE = `status = 'sold' AND id IN (
  SELECT pet_id FROM changes WHERE at >= ?::timestamptz AND fields #>> '{status,to}' = 'sold')`;

/** The conditions on a row of `pets` that has each part. */
export const HAS_PART: Readonly<Record<MissingPart, string>> = {
  photo: "EXISTS (SELECT FROM photos WHERE photos.pet_id = pets.id AND photos.removed_at IS NULL)",
  story:
    "EXISTS (SELECT FROM pet_profiles AS described WHERE described.pet_id = pets.id AND described.story IS NOT NULL)",
};
