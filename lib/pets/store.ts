import "server-only";
import { Batcher } from "../concurrency/batcher";
import { contentChanged } from "../concurrency/caches";
import { isDatabaseUnavailable } from "../database/errors";
import type { Statement } from "../database/pg-private";
import { requireCommits } from "../database/pool";
import { changePrepared, queryPrepared } from "../database/prepared";
import { afterCommit, joinedTransaction } from "../database/transaction";
import { type Author, authorText, DomainError } from "../domain";
import { forVisibilities, type Visibility } from "./care/visibility";
import {
  type AuthoredPet,
  INSERT,
  insertValues,
  toVersionedPet,
  VERSIONED_COLUMNS,
  type VersionedPet,
} from "./columns";
import { type NewPet, NO_PET } from "./schema";
import { DEFAULT_STATUS } from "./status";

/** How additions of animals, and changes of single ones, share statements. */
export const IN_BATCHES = { maxBatch: 100, maxParallel: 2, maxWaiting: 10_000, failsAll: isDatabaseUnavailable };

// Prepared statements instead of Prisma: docs/decisions/hot-statements.md says what they gain.
const statement = (name: string, text: string): Statement => ({ name, text });
const SELECT_PET = forVisibilities((andSeen, end) =>
  statement(`pets_get${end}`, `SELECT ${VERSIONED_COLUMNS} FROM pets WHERE id = $1${andSeen}`),
);
const INSERT_PETS = statement("pets_create", INSERT);

/** Reads one animal. @throws DomainError not_found */
export async function getPet(id: bigint, visibility: Visibility): Promise<VersionedPet> {
  const [row] = await queryPrepared(SELECT_PET[visibility], [String(id)]);
  if (!row) throw new DomainError("not_found", NO_PET);
  return toVersionedPet(row);
}

/**
 * In a batch with concurrent additions, or in the command's transaction with Prisma, because prepared statements have
 * their own connections.
 */
export async function createPet(author: Author, pet: NewPet): Promise<VersionedPet> {
  const tx = joinedTransaction();
  if (!tx) {
    requireCommits();
    return creations.add({ pet, author });
  }
  const { status = DEFAULT_STATUS, ...fields } = pet;
  afterCommit(tx, contentChanged);
  return tx.pet.create({ data: { ...fields, status, createdBy: authorText(author) } });
}

/** Stores the animals that arrive at the same time in one statement, because each commit waits for the disk. */
const creations = new Batcher<AuthoredPet, VersionedPet>(createPets, IN_BATCHES);

async function createPets(additions: readonly AuthoredPet[]): Promise<VersionedPet[]> {
  const rows = await changePrepared(INSERT_PETS, insertValues(additions));
  contentChanged();
  return rows.map(toVersionedPet);
}
