import type { Row } from "../database/pg-private";
import { type Author, authorText } from "../domain";
import { keysOf } from "../values/objects";
import { CHANGEABLE, type NewPet, type Pet } from "./schema";
import { DEFAULT_STATUS, isPetStatus, type PetStatus } from "./status";

type PetColumn = {
  name: string;
  read(text: string | null): unknown;
  /** Its type and its text in an INSERT. Absent where PostgreSQL fills the column in. */
  insert?: { type: string; write(pet: NewPet): string | null };
};

/**
 * Lists are read from an index alone, so each covering index holds all of these. A new column needs a migration that
 * rebuilds every index; otherwise lists silently become slow (list-plans.test.ts). A long string must not be here:
 * PostgreSQL refuses index rows over 2,704 bytes, so the INSERT would fail. See docs/decisions/hot-statements.md.
 */
const COLUMNS = {
  id: { name: "id", read: toInt64 },
  name: { name: "name", read: toText, insert: { type: "text", write: ({ name }) => name } },
  categoryId: {
    name: "category_id",
    read: toInt64,
    insert: { type: "bigint", write: ({ categoryId }) => String(categoryId) },
  },
  status: {
    name: "status",
    read: toStatus,
    insert: { type: '"PetStatus"', write: ({ status = DEFAULT_STATUS }) => status },
  },
} satisfies Record<keyof Pet, PetColumn>;

export const PET_COLUMNS = namesOf(COLUMNS);
/** The number of these columns: whatever a statement selects after them starts at this index. */
export const PET_LENGTH = Object.keys(COLUMNS).length;

export const toId = (row: Row): bigint => toInt64(row[0] ?? null);
export const toPet = reader(COLUMNS);
/** Reads a row of `VERSIONED_COLUMNS` for a list, where the version is a string. */
export const toListedPet = reader({ ...COLUMNS, version: { name: "version", read: toText } });

/** The columns of an animal with its version, for operations that answer with an ETag and lists with versions. */
export const VERSIONED_COLUMNS = `${PET_COLUMNS}, version`;
export const VERSIONED_LENGTH = PET_LENGTH + 1;
export const toVersion = (row: Row): string => toText(row[PET_LENGTH] ?? null);
/** Every column of the table, for moving an animal when it is removed or restored. */
export const STORED_COLUMNS = `${VERSIONED_COLUMNS}, created_at, created_by`;
export type VersionedPet = Pet & { version: bigint };

export const toVersionedPet: (row: Row) => VersionedPet = reader({
  ...COLUMNS,
  version: { name: "version", read: toInt64 },
});

export type AuthoredPet = { pet: NewPet; author: Author };

const inserted: { name: string; type: string; write(addition: AuthoredPet): string | null }[] = [
  ...Object.values<PetColumn>(COLUMNS).flatMap(({ name, insert }) =>
    insert ? [{ name, type: insert.type, write: ({ pet }: AuthoredPet) => insert.write(pet) }] : [],
  ),
  { name: "created_by", type: "text", write: ({ author }) => authorText(author) },
];
const insertedNames = inserted.map(({ name }) => name).join(", ");

/** Adds animals, in the order of its arrays. There is one array for each inserted column, made by `insertValues`. */
export const INSERT = `INSERT INTO pets (${insertedNames})
  SELECT ${insertedNames}
  FROM unnest(${inserted.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ")})
    WITH ORDINALITY AS new (${insertedNames}, place)
  ORDER BY place
  RETURNING ${VERSIONED_COLUMNS}`;

export function insertValues(additions: readonly AuthoredPet[]): string[] {
  return inserted.map(({ write }) => arrayText(additions.map(write)));
}

/** These columns are NOT NULL, so that `NULL` in the statement of changes can mean "not named". */
export const CHANGEABLE_FIELDS = keysOf(CHANGEABLE).map((field) => {
  const { name, insert }: Required<PetColumn> = COLUMNS[field];
  return { field, name, type: insert.type };
});

export const arrayText = (values: readonly (string | null)[]): string => `{${values.map(quoted).join(",")}}`;

function quoted(text: string | null): string {
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

export function namesOf(columns: Readonly<Record<string, { name: string }>>): string {
  return Object.values(columns)
    .map(({ name }) => name)
    .join(", ");
}

export function reader<C extends Record<string, Pick<PetColumn, "read">>>(
  columns: C,
): (row: Row) => { [F in keyof C]: ReturnType<C[F]["read"]> } {
  const fields = Object.entries(columns).map(([field, { read }], index) => ({ field, read, index }));
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { field, read, index } of fields) values[field] = read(row[index] ?? null);
    return values as { [F in keyof C]: ReturnType<C[F]["read"]> }; // it has exactly the fields of the table
  };
}

function toText(text: string | null): string {
  if (text === null) throw new TypeError("a column of pets that has to hold something is NULL");
  return text;
}

function toInt64(text: string | null): bigint {
  return BigInt(toText(text));
}

function toStatus(text: string | null): PetStatus {
  if (!isPetStatus(text)) throw new TypeError(`${text} is not a status of a pet`);
  return text;
}
