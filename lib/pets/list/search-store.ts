import "server-only";
import { Semaphore } from "../../concurrency/semaphore";
import type { Row, Statement } from "../../database/pg-private";
import { pool } from "../../database/pool";
import { queryPrepared } from "../../database/prepared";
import { singleton } from "../../process/singleton";
import type { PageRange } from "../../values/cursor";
import { LIST_COLUMNS, VERSIONED_COLUMNS } from "../columns";
import { type Condition, conditionsOn } from "./facts";
import { type Mention, mentionOf } from "./mention";
import { HAS_PART } from "./missing";
import type { ListPetsQuery } from "./query";
import { type Search, searchFor } from "./search";
import { withProfiles } from "./statement";

// Uses the ordinary pool. The connections of the prepared statements have bitmap scans and sorts switched off, and one
// slow statement there would delay those behind it.

const FOLD: Statement = { name: "pets_fold", text: "SELECT pets_fold($1)" };

/**
 * How many rows of the list a search reads before it uses the index: first `near`, and if these have the name, `far`,
 * or `each` for each wanted row if that is more. A search in texts has no index, and reads no more than `texts`.
 */
const WALK = { near: 1_000, far: 20_000, each: 200, texts: 2_000 };

/** What a search filters by. */
type Filter = Omit<ListPetsQuery, "limit" | "cursor" | "sort">;

/** Whether a parameter needs a search. For the others, lists have an index, or they filter nothing. */
const NEEDS_SEARCH: Record<keyof ListPetsQuery, boolean> = {
  ...{ status: false, categoryId: false, ids: false, limit: false, cursor: false, sort: false, include: false },
  ...{ q: true, story: true, sex: true, ageGroup: true, size: true, goodWith: true, lacks: true, adoptedSince: true },
};

/** Whether a list needs a search, because one of its filters is in no index of lists. */
export function needsSearch(query: Partial<ListPetsQuery>): boolean {
  const names = Object.keys(query) as (keyof ListPetsQuery)[];
  return names.some((name) => query[name] !== undefined && NEEDS_SEARCH[name]);
}

/**
 * Makes the function that reads a range of the list of matching animals. Its rows have `LIST_COLUMNS` and what
 * `include` asks for.
 */
export async function searchReader(filter: Filter): Promise<(range: PageRange) => Promise<Row[]>> {
  const search = await makeNameSearch(filter.q);
  if (filter.story !== undefined) {
    const mention = mentionOf(filter.story);
    return async (range) => (mention ? readSearch(textStatement(range, filter, mention, search)) : []);
  }
  return async (range) => {
    if (!search) return readSearch(statementOf(range, filter));
    const { count } = range;
    const nearby = await readSearch(walkStatement(range, filter, search, WALK.near));
    if (nearby.length >= count) return nearby;
    // A common name soon turns up again. For a rare one, the index is faster.
    const length = Math.max(WALK.far, WALK.each * count);
    const further = nearby.length > 0 ? await readSearch(walkStatement(range, filter, search, length)) : nearby;
    return further.length >= count ? further : readSearch(indexStatement(range, filter, search));
  };
}

/** Returns how to find a name, or null if every animal matches. */
export async function makeNameSearch(q: string | undefined): Promise<Search | null> {
  const [[folded] = []] = q === undefined ? [] : await queryPrepared(FOLD, [q]);
  return searchFor(folded ?? "");
}

/** A statement with its values. */
export type Query = { text: string; values: Condition["value"][] };

/** Leaves values as the strings that PostgreSQL sends, which `toPet` expects. */
const TEXTS = { getTypeParser: () => (text: unknown) => text };

/**
 * Searches in progress. They share the ordinary connections with changes and sign-ins, so they may not take all of
 * them.
 */
const searches = singleton("pets.searches", () => new Semaphore({ maxTaken: 4, maxWaiting: 100, maxWaitMs: 3_000 }));

/**
 * Reads the rows of a search, as strings.
 * @throws what the database throws; `tooBusy` when too many searches are waiting
 */
export async function readSearch({ text, values }: Query): Promise<Row[]> {
  const query = { text, values, rowMode: "array", types: TEXTS } as const;
  return (await searches.within(() => pool().query<(string | null)[]>(query))).rows;
}

/** Returns the statement that finds all that match, without a search by name. */
function statementOf(range: PageRange, filter: Filter): Query {
  const { from, order, values } = partsOf(range, filter);
  return {
    text: withLimit(filter, `SELECT ${columnsOf(filter)} ${from} ORDER BY ${order}`, order, range.count),
    values,
  };
}

/** Returns the statement that filters the next `length` rows of the list by name. */
function walkStatement(range: PageRange, filter: Filter, { condition, value }: Search, length: number): Query {
  const { from, order, values } = partsOf(range, filter);
  const columns = columnsOf(filter);
  const walk = `SELECT ${columns}, folded ${from} ORDER BY ${order} LIMIT ${length}`;
  const where = condition(`$${values.length + 1}`);
  const text = `SELECT ${columns} FROM (${walk}) AS walked WHERE ${where} ORDER BY ${order}`;
  return { text: withLimit(filter, text, order, range.count), values: [...values, value] };
}

/**
 * Returns the statement that finds those whose text mentions something among the next animals of the list.
 * OFFSET 0 keeps PostgreSQL from reading all profiles for a join.
 */
function textStatement(range: PageRange, filter: Filter, mention: Mention, search: Search | null): Query {
  const { from, order, values } = partsOf(range, filter, []);
  const columns = columnsOf(filter);
  const conditions: Condition[] = [
    { text: "described LIKE ALL (?::text[])", value: mention.patterns },
    { text: "described ~ ALL (?::text[])", value: mention.expressions },
    ...conditionsOn(filter),
    ...(search ? [{ text: search.condition("?"), value: search.value }] : []),
  ];
  const where = conditions.map(({ text }, index) => text.replace("?", () => `$${values.length + index + 1}`));
  const walk = `SELECT ${columns}, folded ${from} ORDER BY ${order} LIMIT ${WALK.texts}`;
  const described = "lower(concat_ws(' ', breed, story)) AS described";
  const profile = `SELECT *, ${described} FROM pet_profiles WHERE pet_id = walked.id OFFSET 0`;
  const text = `SELECT ${columns} FROM (${walk}) AS walked, LATERAL (${profile}) AS profile
    WHERE ${where.join(" AND ")} ORDER BY ${order}`;
  return {
    text: withLimit(filter, text, order, range.count),
    values: [...values, ...conditions.map(({ value }) => value)],
  };
}

/**
 * Returns the statement that finds all with the name from the index. OFFSET 0 keeps PostgreSQL from walking along the
 * list instead.
 */
function indexStatement(range: PageRange, filter: Filter, { grams, condition, value }: Search): Query {
  const { from, order, values } = partsOf(range, filter);
  const where = `pets_grams(folded) @> $${values.length + 1}::text[] AND ${condition(`$${values.length + 2}`)}`;
  const found = `SELECT ${columnsOf(filter)} ${from} AND ${where} OFFSET 0`;
  const text = `SELECT * FROM (${found}) AS found ORDER BY ${order}`;
  return { text: withLimit(filter, text, order, range.count), values: [...values, grams, value] };
}

function columnsOf({ include }: Filter): string {
  return include?.has("version") ? VERSIONED_COLUMNS : LIST_COLUMNS;
}

/** Limits a statement, and adds the profiles if `include` asks for them. */
function withLimit({ include }: Filter, text: string, order: string, count: number): string {
  const limited = `${text} LIMIT ${count}`;
  return include?.has("profile") ? withProfiles(limited, order) : limited;
}

/**
 * Returns FROM, ORDER BY and the values for the animals of a range that match all filters but the name. `facts` are the
 * conditions on their profiles.
 */
function partsOf({ direction, id }: PageRange, filter: Filter, facts = conditionsOn(filter)) {
  const isOlder = direction === "older";
  const conditions = [
    { text: `id ${isOlder ? "<=" : ">="} ?`, value: String(id) },
    ...(filter.status ? [{ text: 'status = ?::"PetStatus"', value: filter.status }] : []),
    ...(filter.categoryId === undefined ? [] : [{ text: "category_id = ?", value: String(filter.categoryId) }]),
    ...(filter.ids ? [{ text: "id = ANY (?::bigint[])", value: filter.ids.map(String) }] : []),
    ...(filter.adoptedSince ? [{ text: ADOPTED_SINCE, value: `${filter.adoptedSince}T00:00:00Z` }] : []),
    ...facts,
  ];
  const numbered = conditions.map(({ text }, index) => text.replace("?", `$${index + 1}`));
  const where = [...numbered, ...(filter.lacks ? [`NOT ${HAS_PART[filter.lacks]}`] : [])].join(" AND ");
  return {
    from: `FROM pets${facts.length > 0 ? " JOIN pet_profiles ON pet_id = id" : ""} WHERE ${where}`,
    order: isOlder ? "id DESC" : "id",
    values: conditions.map(({ value }) => value),
  };
}

/** The animal became sold since a time, and still is. The index `pet_changes_adopted_at_idx` has these changes. */
const ADOPTED_SINCE = `status = 'sold' AND id IN (
  SELECT pet_id FROM pet_changes WHERE coalesce(took_place_at, at) >= ?::timestamptz AND changes #>> '{status,to}' = 'sold')`;
