import type { Statement } from "../../database/pg-private";
import type { Cursor } from "../../values/cursor";
import { AND_SEEN, HIDDEN, type Visibility } from "../care/visibility";
import { PET_COLUMNS, VERSIONED_COLUMNS } from "../columns";
import { FACTS, type FactFilters, type FactKey, FILTERING } from "../facts";
import { bornBetween } from "../profile/age";
import { profileColumns } from "../profile/columns";

/** What a statement of the list filters by and reads. The values follow in this order, from $3 on. */
export type ListShape = {
  byCategory?: boolean;
  byStatus?: boolean;
  byIds?: boolean;
  version?: boolean;
  profile?: boolean;
  /** Of all animals when absent. */
  visibility?: Visibility;
};

/**
 * $1 is the id to continue from, $2 the number of rows. It walks along the covering index that begins with the filtered
 * columns, because the pipeline has bitmap scans and sorts off (`INDEX_WALKS`). The condition is a single comparison of
 * (status, id): with `status = $3 AND id <= $1`, PostgreSQL might walk past a million available animals to the next sold
 * one.
 */
export function listStatement(direction: Cursor["direction"], shape: ListShape): Statement {
  const { byCategory, byStatus, byIds, version, profile, visibility = "all" } = shape;
  const columns = [...(byCategory ? ["category_id"] : []), ...(byStatus ? ["status"] : [])];
  const values = columns.map((column, index) => `$${index + 3}::${column === "status" ? '"PetStatus"' : "bigint"}`);
  const name = ["pets", direction, ...(byCategory ? ["by_category"] : []), ...(byStatus ? ["by_status"] : [])];
  let [where, order] = walk(direction, columns, values);
  if (byIds || visibility === "hidden") {
    const filters = columns.map((column, index) => ` AND ${column} = ${values[index]}`).join("");
    [where, order] = walk(direction, [], []);
    where += filters;
  }
  if (byIds) {
    where += ` AND id = ANY ($${columns.length + 3}::bigint[])`;
    name.push("by_ids");
  }
  if (visibility !== "all") name.push(visibility);
  where += AND_SEEN[visibility];
  if (version) name.push("version");
  const selected = version ? VERSIONED_COLUMNS : PET_COLUMNS;
  const text = `SELECT ${selected} FROM pets WHERE ${where} ORDER BY ${order} LIMIT $2`;
  if (!profile) return { name: name.join("_"), text };
  return { name: [...name, "profile"].join("_"), text: withProfiles(text, order) };
}

/** Adds the columns of the profiles. OFFSET 0 keeps PostgreSQL from reading all profiles for a join. */
export function withProfiles(list: string, order: string): string {
  return `SELECT page.*, ${profileColumns("page.id")} FROM (${list}) AS page
    LEFT JOIN LATERAL (SELECT * FROM pet_profiles WHERE pet_id = page.id OFFSET 0) AS profile ON true
    ORDER BY ${order}`;
}

function walk(
  direction: Cursor["direction"],
  columns: readonly string[],
  values: readonly string[],
): [where: string, order: string] {
  const isOlder = direction === "older";
  if (columns.length === 0) return isOlder ? ["id <= $1", "id DESC"] : ["id > $1", "id"];
  const row = (parts: readonly string[]) => (parts.length === 1 ? parts[0] : `(${parts.join(", ")})`);
  const place = `(${[...columns, "id"].join(", ")}) ${isOlder ? "<=" : ">"} (${[...values, "$1"].join(", ")})`;
  const order = [...columns, "id"].map((column) => (isOlder ? `${column} DESC` : column)).join(", ");
  return [`${place} AND ${row(columns)} ${isOlder ? ">=" : "<="} ${row(values)}`, order];
}

/** A condition. In its text, `?` stands for the value. */
export type Condition = { text: string; value: string | string[] };

/** To visitors, an animal that is bonded with a hidden one is bonded with none. */
export function conditionsOn(filters: FactFilters, visibility: Visibility): Condition[] {
  const { ageGroup, goodWith = [], maxAdoptionFee } = filters;
  const { after, until } = ageGroup ? bornBetween(ageGroup) : { after: null, until: null };
  const isValue = (key: FactKey, value: unknown) => {
    const { column, type } = FACTS[key];
    const andSeen = type === "pet" && visibility === "public" ? ` AND ${column} NOT IN (${HIDDEN})` : "";
    return { text: `${column} = ?${andSeen}`, value: String(value) };
  };
  return [
    ...FILTERING.flatMap((key) => (filters[key] === undefined ? [] : [isValue(key, filters[key])])),
    ...goodWith.map((companion) => isValue(companion, true)),
    ...(after === null ? [] : [{ text: 'born_on COLLATE "C" > ?', value: after }]),
    ...(until === null ? [] : [{ text: 'born_on COLLATE "C" <= ?', value: until }]),
    ...(maxAdoptionFee === undefined ? [] : [{ text: "adoption_fee <= ?", value: maxAdoptionFee }]),
  ];
}
