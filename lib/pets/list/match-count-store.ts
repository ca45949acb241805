import "server-only";
import { PET_STATUSES } from "../status";
import { conditionsOn } from "./facts";
import type { CountPetsQuery } from "./query";
import { nameSearch } from "./search";
import { type Query, readSearch } from "./search-store";

/** How many of the newest animals of each status are looked at. Shelters rarely have as many. */
export const MAX_WALKED = 2_000;

/** How many animals of a status and kind match, and how many were looked at. */
export type Matches = { status: string; categoryId: string; matched: number; walked: number };

/** Counts the newest animals of each status that match, by kind. The cost does not depend on how many there are. */
export async function countMatches(filter: CountPetsQuery): Promise<Matches[]> {
  const rows = await readSearch(matchCountStatement(filter));
  return rows.map(([status, categoryId, matched, walked]) => ({
    status: status ?? "",
    categoryId: categoryId ?? "",
    matched: Number(matched),
    walked: Number(walked),
  }));
}

/**
 * Returns the statement of `countMatches`. It walks along the index of each status. OFFSET 0 keeps PostgreSQL from
 * reading all profiles or names for a join.
 */
export function matchCountStatement(filter: CountPetsQuery): Query {
  const search = filter.q === undefined ? null : nameSearch(filter.q);
  const facts = conditionsOn(filter);
  const profile = facts.map(({ text }, index) => text.replace("?", `$${index + 2}`)).join(" AND ");
  const name = search?.condition.replace("?", `$${facts.length + 2}`);
  const matches = [
    ...(profile ? [`EXISTS (SELECT FROM pet_profiles WHERE pet_id = walked.id AND ${profile} OFFSET 0)`] : []),
    ...(name ? [`EXISTS (SELECT FROM pets AS named WHERE named.id = walked.id AND ${name} OFFSET 0)`] : []),
  ];
  const text = `
    SELECT by.status, walked.category_id, count(*) FILTER (WHERE ${matches.join(" AND ") || "true"}), count(*)
    FROM unnest($1::"PetStatus"[]) AS by (status), LATERAL (
      SELECT id, category_id FROM pets WHERE (pets.status) >= (by.status) AND (pets.status) <= (by.status)
      ORDER BY pets.status DESC, id DESC LIMIT ${MAX_WALKED + 1}
    ) AS walked
    GROUP BY by.status, walked.category_id`;
  return { text, values: [[...PET_STATUSES], ...facts.map(({ value }) => value), ...(search ? [search.value] : [])] };
}
