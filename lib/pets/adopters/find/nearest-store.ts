import "server-only";
import { LIST_COLUMNS, LIST_LENGTH, toPet } from "../../columns";
import { conditionsOn } from "../../list/facts";
import type { SearchPetsQuery } from "../../list/query";
import type { ListedPet } from "../../list/schema";
import { type Query, readSearch } from "../../list/search-store";
import { withProfiles } from "../../list/statement";
import { toProfile } from "../../profile/columns";
import type { Pet } from "../../schema";
import { DEFAULT_STATUS } from "../../status";

/** How many of the newest animals are compared, of the wanted kind and of all. */
const MAX_COMPARED = 300;

type Wishes = Pick<SearchPetsQuery, "categoryId" | "sex" | "ageGroup" | "size" | "goodWith">;

/**
 * Reads available animals that are not shown yet in the order of how many filters they meet, those of the wanted kind
 * first. Those that are known not to get along with a wanted companion are left out.
 */
export async function readNearest(
  wishes: Wishes,
  shown: readonly Pick<Pet, "id">[],
  limit: number,
): Promise<ListedPet[]> {
  const rows = await readSearch(nearestStatement(wishes, shown, limit));
  return rows.map((row) => ({ ...toPet(row), profile: toProfile(row, LIST_LENGTH + 1) }));
}

/** Returns the statement of `readNearest`. */
export function nearestStatement(
  { categoryId, ...facts }: Wishes,
  shown: readonly Pick<Pet, "id">[],
  limit: number,
): Query {
  const conditions = conditionsOn(facts);
  const values = [shown.map(({ id }) => String(id)), DEFAULT_STATUS, ...conditions.map(({ value }) => value)];
  const met = conditions.map(({ text }, at) => `coalesce((${text.replace("?", `$${at + 3}`)})::int, 0)`);
  const newest = (kind: string) =>
    `(SELECT * FROM pets WHERE status = $2::"PetStatus"${kind} ORDER BY id DESC LIMIT ${MAX_COMPARED})`;
  let compared = newest("");
  if (categoryId !== undefined) {
    const kind = `category_id = $${values.push(String(categoryId))}::bigint`;
    met.push(`(${kind})::int * ${conditions.length + 1}`);
    compared = `${newest(` AND ${kind}`)} UNION ${compared}`;
  }
  const unsuited = [...(facts.goodWith ?? [])].map((companion) => ` AND good_with_${companion} IS DISTINCT FROM false`);
  const list = `SELECT ${LIST_COLUMNS}, ${met.join(" + ") || "0"} AS met FROM (${compared}) AS pets
    LEFT JOIN LATERAL (SELECT * FROM pet_profiles WHERE pet_id = id OFFSET 0) AS profile ON true
    WHERE id <> ALL ($1::bigint[])${unsuited.join("")} ORDER BY met DESC, id DESC LIMIT ${limit}`;
  return { text: withProfiles(list, "met DESC, id DESC"), values };
}
