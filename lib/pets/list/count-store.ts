import "server-only";
import { contentVersion, LruMap, Recent } from "../../concurrency/caches";
import { pool } from "../../database/pool";
import { encodeJson } from "../../http/json";
import { singleton } from "../../process/singleton";
import { INT64_MAX } from "../../values/schemas";
import { boundedCount } from "../../values/words";
import { AND_SEEN, forVisibilities, type Seen, type Visibility } from "../care/visibility";
import { refreshKinds } from "../categories/store";
import { toPet } from "../columns";
import { knownKinds } from "../kinds";
import { PET_STATUSES, type PetStatus } from "../status";
import type { CountPetsQuery } from "./query";
import { MAX_COUNT, type PetCounts } from "./schema";
import { nameSearch } from "./search";
import { type Query, readMatching, readSearch } from "./search-store";
import { conditionsOn } from "./statement";

/** How many of the newest animals of each status are looked at. Shelters rarely have as many. */
const MAX_WALKED = 2_000;

/** Walks along the index of each status. OFFSET 0 keeps PostgreSQL from reading all profiles or names for a join. */
export function matchCountStatement(filter: Seen<CountPetsQuery>): Query {
  const search = filter.q === undefined ? null : nameSearch(filter.q);
  const facts = conditionsOn(filter, filter.visibility);
  const profile = facts.map(({ text }, index) => text.replace("?", `$${index + 2}`)).join(" AND ");
  const name = search?.condition.replace("?", `$${facts.length + 2}`);
  const matches = [
    ...(profile ? [`EXISTS (SELECT FROM pet_profiles WHERE pet_id = walked.id AND ${profile} OFFSET 0)`] : []),
    ...(name ? [`EXISTS (SELECT FROM pets AS named WHERE named.id = walked.id AND ${name} OFFSET 0)`] : []),
  ];
  const text = `
    SELECT by.status, walked.category_id, count(*) FILTER (WHERE ${matches.join(" AND ") || "true"}), count(*)
    FROM unnest($1::"PetStatus"[]) AS by (status), LATERAL (
      SELECT id, category_id FROM pets
      WHERE (pets.status) >= (by.status) AND (pets.status) <= (by.status)${AND_SEEN[filter.visibility]}
      ORDER BY pets.status DESC, id DESC LIMIT ${MAX_WALKED + 1}
    ) AS walked
    GROUP BY by.status, walked.category_id`;
  return { text, values: [[...PET_STATUSES], ...facts.map(({ value }) => value), ...(search ? [search.value] : [])] };
}

/** How long counts are cached, in milliseconds. A change of an animal by this process clears them. */
const FRESH_MS = 1_000;
const MAX_CACHED = 200;

/** Returns the SQL of one count of at most $3 rows: a walk along the index that begins with these columns. */
const counted = (columns: string, values: string, andSeen: string) => `
  LATERAL (SELECT count(*)::int AS count FROM (
    SELECT FROM pets WHERE (${columns}) >= (${values}) AND (${columns}) <= (${values})${andSeen} ORDER BY ${columns}, id LIMIT $3
  ) AS walked) AS counted`;

export const COUNTS = forVisibilities((andSeen, end) => ({
  name: `pets_counts${end}`,
  text: `
  SELECT by.status, by.category, counted.count
  FROM (SELECT status, category FROM unnest($1::"PetStatus"[]) AS status, unnest($2::bigint[]) AS category) AS by,
    ${counted("pets.category_id, pets.status", "by.category, by.status", andSeen)}
  UNION ALL
  SELECT by.status, NULL, counted.count FROM unnest($1::"PetStatus"[]) AS by (status),
    ${counted("pets.status", "by.status", andSeen)}`,
}));

/**
 * The cost does not depend on how many there are: with a filter, only the newest `MAX_WALKED` of each status are looked
 * at, or a search finds up to `MAX_COUNT` + 1 of each.
 */
export async function countPets(filter: Seen<CountPetsQuery>): Promise<PetCounts> {
  await refreshKinds();
  const cached = singleton("cached counts", () => new LruMap<string, Recent<PetCounts>>(MAX_CACHED));
  const { visibility, seesCare: _, ...others } = filter;
  const { categoryId, text, lacks, adoptedSince } = others;
  const key = encodeJson(filter);
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  // A walk would look for those that are hidden among all.
  const isFound =
    visibility === "hidden" || [categoryId, text, lacks, adoptedSince].some((value) => value !== undefined);
  const read = () => (isFound ? readFound(filter) : isFiltered ? readMatches(filter) : readCounts(visibility));
  const counts = cached.get(key) ?? new Recent(read, FRESH_MS, contentVersion);
  cached.set(key, counts);
  return counts.get();
}

async function readCounts(visibility: Visibility): Promise<PetCounts> {
  type Counted = { status: PetStatus; category: string | null; count: number };
  const { rows } = await pool().query<Counted>({
    ...COUNTS[visibility],
    values: [[...PET_STATUSES], knownKinds().map(({ id }) => String(id)), MAX_COUNT + 1],
  });
  return countsFrom((status, id) => {
    const category = id === null ? null : String(id);
    return rows.find((row) => row.status === status && row.category === category)?.count ?? 0;
  });
}

async function readMatches(filter: Seen<CountPetsQuery>): Promise<PetCounts> {
  const found = await readSearch(matchCountStatement(filter));
  const rows = found.map(([status, categoryId, matched, walked]) => {
    return { status, categoryId, matched: Number(matched), walked: Number(walked) };
  });
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  const ofStatus = (status: PetStatus) => rows.filter((row) => row.status === status);
  return countsFrom(
    (status, id) => {
      const counted = ofStatus(status).filter(({ categoryId }) => id === null || categoryId === String(id));
      return sum(counted.map(({ matched }) => matched));
    },
    (status) => sum(ofStatus(status).map(({ walked }) => walked)) > MAX_WALKED,
  );
}

async function readFound(filter: Seen<CountPetsQuery>): Promise<PetCounts> {
  const found = new Map<PetStatus, bigint[]>();
  for (const status of PET_STATUSES) {
    const range = { direction: "older", id: INT64_MAX, count: MAX_COUNT + 1 } as const;
    const rows = await readMatching({ ...filter, status }, range);
    found.set(
      status,
      rows.map((row) => toPet(row).categoryId),
    );
  }
  return countsFrom((status, id) => {
    const kinds = found.get(status) ?? [];
    return kinds.filter((categoryId) => id === null || categoryId === id).length;
  });
}

/** `isCut` says whether there may be more of a status. */
function countsFrom(
  numberOf: (status: PetStatus, category: bigint | null) => number,
  isCut: (status: PetStatus) => boolean = () => false,
): PetCounts {
  const bounded = (status: PetStatus, category: bigint | null) => {
    const count = numberOf(status, category);
    return boundedCount(count, MAX_COUNT, isCut(status));
  };
  const ofStatus = (status: PetStatus) => {
    const categories = knownKinds().map(({ id }) => ({ categoryId: id, ...bounded(status, id) }));
    return { ...bounded(status, null), categories };
  };
  return { available: ofStatus("available"), pending: ofStatus("pending"), sold: ofStatus("sold") };
}
