import "server-only";
import type { Place } from "../../cursor";
import { pool } from "../../database/pool";
import { queryPrepared } from "../../database/prepared";
import type { Row, Statement } from "../../database/rows-query";
import { tooBusy } from "../../database/unavailable";
import { singleton } from "../../singleton";
import { Slots } from "../../slots";
import { LIST_COLUMNS, VERSIONED_COLUMNS } from "../columns";
import { bornBetween } from "../profile/age";
import type { ListPetsQuery } from "./query";
import { type Search, searchFor } from "./search";
import { withProfiles } from "./statement";

// On the ordinary pool: the connections of the prepared statements have bitmap scans and sorts switched off, and one
// slow statement there would delay those behind it.

const FOLD: Statement = { name: "pets_fold", text: "SELECT pets_fold($1)" };

/** How many rows a search reads along the list before it asks the index, at least and for each row that it wants. */
const WALK = { least: 10_000, each: 100 };

/** What a search filters by. */
type Filter = Omit<ListPetsQuery, "limit" | "cursor" | "sort">;

/** Whether a list needs a search: its filters are in no index of lists. */
export function needsSearch({ q, sex, ageGroup, size, goodWith }: Filter): boolean {
  return (q ?? sex ?? ageGroup ?? size ?? goodWith) !== undefined;
}

/**
 * Makes the function that reads a place in the list of the animals that match; rows as `LIST_COLUMNS`, and `include`.
 */
export async function searchReader(filter: Filter): Promise<(place: Place) => Promise<Row[]>> {
  const [[folded] = []] = filter.q === undefined ? [] : await queryPrepared(FOLD, [filter.q]);
  const search = searchFor(folded ?? "");
  return async (place) => {
    if (!search) return read(statementOf(place, filter));
    const nearby = await read(nearbyStatement(place, filter, search));
    return nearby.length >= place.count ? nearby : read(indexStatement(place, filter, search));
  };
}

type Values = { text: string; values: (string | number | string[])[] };

/** Texts as PostgreSQL writes them, as `toPet` reads them. */
const TEXTS = { getTypeParser: () => (text: unknown) => text };

/** Searches under way: they share the ordinary connections with changes and sign-ins, and must leave some to these. */
const searches = singleton("pets.searches", () => new Slots({ most: 4, waiting: 100, waitMs: 3_000 }));

/** @throws what the database throws; `tooBusy` when too many searches wait */
async function read({ text, values }: Values): Promise<Row[]> {
  const giveBack = await searches.take();
  if (!giveBack) throw tooBusy();
  try {
    return (await pool().query<(string | null)[]>({ text, values, rowMode: "array", types: TEXTS })).rows;
  } finally {
    giveBack();
  }
}

/** All that match, without a search. */
function statementOf(place: Place, filter: Filter): Values {
  const { from, values, order } = matching(place, filter);
  return finish(filter, `SELECT ${columnsOf(filter)} ${from} ORDER BY ${order}`, order, values, place.count);
}

/** Those with the name among the next rows of the list: for names that many have, this is all that has to be read. */
function nearbyStatement(place: Place, filter: Filter, { condition, value }: Search): Values {
  const { from, values, order } = matching(place, filter);
  const length = Math.max(WALK.least, WALK.each * place.count);
  const walk = `SELECT ${columnsOf(filter)}, folded ${from} ORDER BY ${order} LIMIT ${length}`;
  values.push(value);
  const text = `SELECT ${columnsOf(filter)} FROM (${walk}) AS walked WHERE ${condition(values.length)} ORDER BY ${order}`;
  return finish(filter, text, order, values, place.count);
}

/** All with the name, from the index. OFFSET 0 keeps PostgreSQL from walking along the list instead. */
function indexStatement(place: Place, filter: Filter, { grams, condition, value }: Search): Values {
  const { from, values, order } = matching(place, filter);
  values.push(grams, value);
  const where = `pets_grams(folded) @> $${values.length - 1}::text[] AND ${condition(values.length)}`;
  const found = `SELECT ${columnsOf(filter)} ${from} AND ${where} OFFSET 0`;
  return finish(filter, `SELECT * FROM (${found}) AS found ORDER BY ${order}`, order, values, place.count);
}

function columnsOf({ include }: Filter): string {
  return include?.has("version") ? VERSIONED_COLUMNS : LIST_COLUMNS;
}

/** Limits a statement, and adds the profiles if they are wanted. */
function finish({ include }: Filter, text: string, order: string, values: Values["values"], count: number): Values {
  const limited = `${text} LIMIT ${count}`;
  return { text: include?.has("profile") ? withProfiles(limited, order) : limited, values };
}

/** The animals from a place on that match everything but the name. */
function matching({ direction, id }: Place, filter: Filter) {
  const values: Values["values"] = [String(id)];
  const value = (given: string | string[]) => `$${values.push(given)}`;
  const conditions = [`id ${direction === "older" ? "<=" : ">="} $1`];
  if (filter.status) conditions.push(`status = ${value(filter.status)}::"PetStatus"`);
  if (filter.categoryId !== undefined) conditions.push(`category_id = ${value(String(filter.categoryId))}`);
  if (filter.ids) conditions.push(`id = ANY (${value(filter.ids.map(String))}::bigint[])`);
  const facts = factsOf(filter, value);
  const join = facts.length > 0 ? " JOIN pet_profiles ON pet_id = id" : "";
  return {
    from: `FROM pets${join} WHERE ${[...conditions, ...facts].join(" AND ")}`,
    values,
    order: direction === "older" ? "id DESC" : "id",
  };
}

/** The conditions on the profile. */
function factsOf({ sex, size, ageGroup, goodWith }: Filter, value: (given: string) => string): string[] {
  const facts: string[] = [];
  if (sex) facts.push(`sex = ${value(sex)}`);
  if (size) facts.push(`size = ${value(size)}`);
  for (const companion of goodWith ?? []) facts.push(`good_with_${companion}`);
  const { after, until } = ageGroup ? bornBetween(ageGroup) : { after: null, until: null };
  if (after !== null) facts.push(`born_on COLLATE "C" > ${value(after)}`);
  if (until !== null) facts.push(`born_on COLLATE "C" <= ${value(until)}`);
  return facts;
}
