import "server-only";
import { db } from "../db";
import { INT64_MAX } from "../int64";
import { type Cursor, decodeCursor, encodeCursor } from "./cursor";
import type { ListPetsQuery, NewPet, Pet } from "./schema";

const COLUMNS = { id: true, name: true, categoryId: true, status: true } as const;

/** One page of animals, newest first, and the cursors of its neighbours. */
export type PetsPage = { pets: Pet[]; next: string | null; prev: string | null };

/**
 * Lists animals by keyset: the cost is the same at any depth, and animals being added move nothing.
 * @throws ApiError bad_request when the cursor is not one of ours
 */
export async function listPets({ limit, status, cursor }: ListPetsQuery): Promise<PetsPage> {
  const from = cursor === undefined ? null : decodeCursor(cursor);
  const newer = from?.direction === "newer";
  const rows = await db().pet.findMany({
    select: COLUMNS,
    where: { ...(status && { status }), ...(from && { id: newer ? { gt: from.id } : { lt: from.id } }) },
    orderBy: { id: newer ? "asc" : "desc" },
    take: limit + 1, // the one more tells whether the list goes on
  });
  const goesOn = rows.length > limit;
  const pets = rows.slice(0, limit);
  if (newer) pets.reverse();
  return { pets, ...neighbours(pets, from, goesOn) };
}

/**
 * The cursors around a page. We came from the side that the cursor points away from, so animals are there (rows are never
 * deleted); on the other side they are when the query found one more. An empty page leads back to where it came from.
 */
function neighbours(pets: Pet[], from: Cursor | null, goesOn: boolean): { next: string | null; prev: string | null } {
  const older = (id: bigint) => encodeCursor({ direction: "older", id });
  const newer = (id: bigint) => encodeCursor({ direction: "newer", id });
  const [first, last] = [pets.at(0), pets.at(-1)];
  if (!from) return { prev: null, next: goesOn && last ? older(last.id) : null };
  if (from.direction === "older") {
    const before = first?.id ?? (from.id > 0n ? from.id - 1n : 0n);
    return { prev: newer(before), next: goesOn && last ? older(last.id) : null };
  }
  const after = last?.id ?? (from.id < INT64_MAX ? from.id + 1n : INT64_MAX);
  return { prev: goesOn && first ? newer(first.id) : null, next: older(after) };
}

/** Reads one animal, or null when there is none with this id. */
export async function getPet(id: bigint): Promise<Pet | null> {
  return db().pet.findUnique({ select: COLUMNS, where: { id } });
}

/** Stores an animal, `available` unless it says otherwise, and returns it with its id. */
export async function createPet({ name, categoryId, status = "available" }: NewPet): Promise<Pet> {
  return db().pet.create({ select: COLUMNS, data: { name, categoryId, status } });
}
