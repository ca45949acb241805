import "server-only";
import { type Author, authorText } from "../author";
import { Batcher } from "../batcher";
import { contentChanged } from "../content-version";
import { isDatabaseUnavailable } from "../database/errors";
import type { Statement } from "../database/pg-private";
import { queryPrepared } from "../database/prepared";
import { afterCommit, type Transaction } from "../database/transaction";
import {
  type AuthoredPet,
  INSERT,
  insertValues,
  toVersionedPet,
  VERSIONED_COLUMNS,
  type VersionedPet,
} from "./columns";
import type { NewPet } from "./schema";
import { DEFAULT_STATUS } from "./status";

// Prepared statements instead of Prisma: docs/decisions/2026-11-21-hot-statements-bypass-prisma.md has the gains.
const statement = (name: string, text: string): Statement => ({ name, text });
const GET = statement("pets_get", `SELECT ${VERSIONED_COLUMNS} FROM pets WHERE id = $1`);
const CREATE = statement("pets_create", INSERT);

/** Reads one pet; null when there is none with this id. */
export async function getPet(id: bigint): Promise<VersionedPet | null> {
  const [row] = await queryPrepared(GET, [String(id)]);
  return row ? toVersionedPet(row) : null;
}

/**
 * Stores a pet, `available` unless it says otherwise, and returns it with its id. Inside `tx` if it is given, otherwise
 * in a batch with concurrent additions.
 */
export async function createPet(pet: NewPet, author: Author, tx?: Transaction): Promise<VersionedPet> {
  if (!tx) return creations.add({ pet, author });
  const { status = DEFAULT_STATUS, ...fields } = pet;
  afterCommit(tx, contentChanged);
  return tx.pet.create({ data: { ...fields, status, createdBy: authorText(author) } });
}

/** Stores the pets that arrive at the same time in one statement, because each commit waits for the disk. */
const creations = new Batcher<AuthoredPet, VersionedPet>(createPets, {
  size: 100,
  parallel: 2,
  waiting: 10_000,
  failsAll: isDatabaseUnavailable,
});

async function createPets(additions: readonly AuthoredPet[]): Promise<VersionedPet[]> {
  const rows = await queryPrepared(CREATE, insertValues(additions));
  contentChanged();
  return rows.map(toVersionedPet);
}
