import "server-only";
import { type Author, authorText } from "../author";
import { type Place, readPage } from "../cursor";
import { Batch } from "../database/batch";
import { db } from "../database/client";
import { queryPrepared } from "../database/prepared";
import type { Statement } from "../database/rows-query";
import { afterCommit, type Transaction } from "../database/transaction";
import { INT64_MAX } from "../int64";
import {
  type AuthoredPet,
  INSERT,
  insertValues,
  LIST_COLUMNS,
  toId,
  toPet,
  toVersionedPet,
  VERSIONED_COLUMNS,
  type VersionedPet,
} from "./columns";
import type { ListPetsQuery } from "./list-query";
import type { PetsPage } from "./page";
import type { NewPet, Pet } from "./schema";
import { readSettled } from "./settled-store";
import { petsChanged } from "./version";

// Prepared statements instead of Prisma: docs/decisions/2026-11-21-hot-statements-bypass-prisma.md says what they earn.
const statement = (name: string, text: string): Statement => ({ name, text });
const list = (where: string, order: string) =>
  `SELECT ${LIST_COLUMNS} FROM pets WHERE ${where} ORDER BY ${order} LIMIT $2`;

/**
 * The statements of the list: $1 is the id to continue from, $2 the number of rows. Ids are unique; the columns after
 * the id in ORDER BY are there to make PostgreSQL choose the index that holds every column. With a status ($3) the
 * place is one comparison of (status, id): with `status = $3 AND id <= $1` PostgreSQL may walk along all pets instead,
 * past a million available ones to the next sold one.
 */
export const LIST = {
  older: statement("pets_older", list("id <= $1", `${LIST_COLUMNS.replaceAll(",", " DESC,")} DESC`)),
  newer: statement("pets_newer", list("id > $1", LIST_COLUMNS)),
  olderByStatus: statement(
    "pets_older_by_status",
    list(`(status, id) <= ($3::"PetStatus", $1) AND status >= $3::"PetStatus"`, "status DESC, id DESC"),
  ),
  newerByStatus: statement(
    "pets_newer_by_status",
    list(`(status, id) > ($3::"PetStatus", $1) AND status <= $3::"PetStatus"`, "status, id"),
  ),
};
const GET = statement("pets_get", `SELECT ${VERSIONED_COLUMNS} FROM pets WHERE id = $1`);
/**
 * Available pets of a category ($1), newest first, among the last 1,000: so that a rare category does not scan the
 * whole index.
 */
const AVAILABLE_OF_CATEGORY = statement(
  "pets_available_of_category",
  `SELECT ${LIST_COLUMNS} FROM (
     SELECT ${LIST_COLUMNS} FROM pets
     WHERE (status, id) <= ('available', ${INT64_MAX}) AND status >= 'available' ORDER BY status DESC, id DESC LIMIT 1000
   ) AS newest
   WHERE category_id = $1 AND id <> $2 LIMIT $3`,
);
const CREATE = statement("pets_create", INSERT);

/** Lists pets by keyset: a page costs the same at any depth, and new pets move nothing on later pages. */
export async function listPets({ limit, status, cursor }: ListPetsQuery): Promise<PetsPage> {
  const filter = status ? [status] : [];
  const statements = status ? { older: LIST.olderByStatus, newer: LIST.newerByStatus } : LIST;
  const read = ({ direction, id, count }: Place) => {
    const edge = direction === "older" ? id : id - 1n;
    return queryPrepared(statements[direction], [String(edge), String(count), ...filter]);
  };
  // Paging on to newer pets must not skip one whose transaction has not committed yet.
  const { entries, next, prev } = await readPage({ limit, cursor }, { read, idOf: toId, settle: readSettled });
  return { pets: entries.map(toPet), next, prev };
}

/** Reads one pet; null when there is none with this id. */
export async function getPet(id: bigint): Promise<VersionedPet | null> {
  const [row] = await queryPrepared(GET, [String(id)]);
  return row ? toVersionedPet(row) : null;
}

/** Lists the newest available pets of a category, leaving out one. */
export async function listAvailable(categoryId: bigint, except: bigint, limit: number): Promise<Pet[]> {
  return (await queryPrepared(AVAILABLE_OF_CATEGORY, [String(categoryId), String(except), String(limit)])).map(toPet);
}

/** Lists the newest available pets, each with the time when it was added. */
export async function listArrivals(limit: number): Promise<(Pet & { createdAt: Date })[]> {
  return db().pet.findMany({ where: { status: "available" }, orderBy: { id: "desc" }, take: limit });
}

/**
 * Stores a pet, `available` unless it says otherwise, and returns it with its id: in the given transaction if there is
 * one, otherwise batched with concurrent additions.
 */
export async function createPet(pet: NewPet, author: Author, tx?: Transaction): Promise<VersionedPet> {
  if (!tx) return creations.add({ pet, author });
  const { status = "available", ...fields } = pet;
  afterCommit(tx, petsChanged);
  return tx.pet.create({ data: { ...fields, status, createdBy: authorText(author) } });
}

/** One statement stores the pets that arrive at the same moment: each commit waits for the disk. */
const creations = new Batch<AuthoredPet, VersionedPet>(createPets, { size: 100, parallel: 2, waiting: 10_000 });

async function createPets(additions: readonly AuthoredPet[]): Promise<VersionedPet[]> {
  const rows = await queryPrepared(CREATE, insertValues(additions));
  petsChanged();
  return rows.map(toVersionedPet);
}
