import "server-only";
import { neighbours } from "../cursor";
import { Batch } from "../database/batch";
import { db, run } from "../database/client";
import type { Row, Statement } from "../database/pipeline";
import { afterCommit, type Transaction } from "../database/transaction";
import { INT64_MAX } from "../int64";
import type { ListPetsQuery } from "./list-query";
import type { PetsPage } from "./page";
import type { NewPet, Pet } from "./schema";
import { readSettled } from "./settled-store";
import type { PetStatus } from "./status";
import { petsChanged } from "./version";

// Prepared statements instead of Prisma: with Prisma, Fastify answers the same list half as often as `node:http` with
// prepared statements (README, "Benchmarks").
const COLUMNS = "id, name, category_id, status";
const SELECT = { id: true, name: true, categoryId: true, status: true } as const;
const statement = (name: string, text: string): Statement => ({ name, text });
const list = (where: string, order: string) => `SELECT ${COLUMNS} FROM pets WHERE ${where} ORDER BY ${order} LIMIT $2`;

/**
 * The statements of the list; $1 is the id to go on from, $2 how many rows. Ids are unique; the columns after them in ORDER BY
 * only say which index fits: the one that holds them all. With a status ($3) the place is one comparison of
 * (status, id): with `status = $3 AND id <= $1` PostgreSQL may walk along all animals instead, past a million available
 * ones to the next sold one.
 */
export const LIST = {
  older: statement("pets_older", list("id <= $1", "id DESC, name DESC, category_id DESC, status DESC")),
  newer: statement("pets_newer", list("id > $1", "id, name, category_id, status")),
  olderByStatus: statement(
    "pets_older_by_status",
    list(`(status, id) <= ($3::"PetStatus", $1) AND status >= $3::"PetStatus"`, "status DESC, id DESC"),
  ),
  newerByStatus: statement(
    "pets_newer_by_status",
    list(`(status, id) > ($3::"PetStatus", $1) AND status <= $3::"PetStatus"`, "status, id"),
  ),
};
const GET = statement("pets_get", `SELECT ${COLUMNS} FROM pets WHERE id = $1`);
/** The newest animals of a kind ($1) that wait, of the last thousand that do: a rare kind must not cost a walk along all. */
const WAITING = statement(
  "pets_waiting",
  `SELECT ${COLUMNS} FROM (
     SELECT ${COLUMNS} FROM pets
     WHERE (status, id) <= ('available', ${INT64_MAX}) AND status >= 'available' ORDER BY status DESC, id DESC LIMIT 1000
   ) AS newest
   WHERE category_id = $1 AND id <> $2 LIMIT $3`,
);
const CREATE = statement(
  "pets_create",
  `INSERT INTO pets (name, category_id, status)
   SELECT name, category_id, status
   FROM unnest($1::text[], $2::bigint[], $3::"PetStatus"[]) WITH ORDINALITY AS new (name, category_id, status, place)
   ORDER BY place
   RETURNING ${COLUMNS}`,
);

function toPet([id, name, categoryId, status]: Row): Pet {
  return {
    id: BigInt(id as string),
    name: name as string,
    categoryId: BigInt(categoryId as string),
    status: status as PetStatus,
  };
}

/** Lists animals by keyset: the cost is the same at any depth, and animals being added move nothing. */
export async function listPets({ limit, status, cursor }: ListPetsQuery): Promise<PetsPage> {
  const from = cursor ?? null;
  const newer = from?.direction === "newer";
  const edge = from ? (newer ? from.id : from.id - 1n) : INT64_MAX;
  const values = [String(edge), String(limit + 1)]; // the one more tells whether the list goes on
  if (status) values.push(status);
  const kind = status ? (newer ? LIST.newerByStatus : LIST.olderByStatus) : newer ? LIST.newer : LIST.older;
  const read = () => run(kind, values);
  // Who goes on to newer animals from here must not pass by one that is still to be committed.
  const { rows, settled } = from
    ? await readSettled(read, (found) => idOf(found.at(newer ? -1 : 0)) ?? (newer ? 0n : edge))
    : { rows: await read(), settled: INT64_MAX };
  if (newer) while ((idOf(rows.at(-1)) ?? 0n) > settled) rows.pop();
  const goesOn = rows.length > limit;
  if (goesOn) rows.length = limit;
  const pets = rows.map(toPet);
  if (newer) pets.reverse();
  const page = { first: pets.at(0)?.id, last: pets.at(-1)?.id, hasMore: goesOn };
  return { pets, ...neighbours(page, from, settled) };
}

const idOf = (row: Row | undefined): bigint | null => (row ? BigInt(row[0] as string) : null);

/** Reads one animal, or null when there is none with this id. */
export async function getPet(id: bigint): Promise<Pet | null> {
  const [row] = await run(GET, [String(id)]);
  return row ? toPet(row) : null;
}

/** Lists the newest animals of a kind that wait for a home, but for one. */
export async function listWaiting(categoryId: bigint, except: bigint, limit: number): Promise<Pet[]> {
  return (await run(WAITING, [String(categoryId), String(except), String(limit)])).map(toPet);
}

/** Lists the newest animals that wait for a home, with the time when each was added. */
export async function listArrivals(limit: number): Promise<(Pet & { createdAt: Date })[]> {
  return db().pet.findMany({
    select: { ...SELECT, createdAt: true },
    where: { status: "available" },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/**
 * Stores an animal, `available` unless it says otherwise, and returns it with its id: within a transaction, or else at once
 * and together with others.
 */
export async function createPet(pet: NewPet, on?: Transaction): Promise<Pet> {
  if (!on) return creations.run(pet);
  const { name, categoryId, status = "available" } = pet;
  afterCommit(on, petsChanged);
  return on.pet.create({ select: SELECT, data: { name, categoryId, status } });
}

/** Animals that are added at the same moment are stored by one statement: each commit waits for the disk. */
const creations = new Batch<NewPet, Pet>(createPets, { size: 100, parallel: 2, waiting: 10_000 });

async function createPets(pets: readonly NewPet[]): Promise<Pet[]> {
  const names = textArray(pets.map(({ name }) => name));
  const categories = textArray(pets.map(({ categoryId }) => String(categoryId)));
  const statuses = textArray(pets.map(({ status = "available" }) => status));
  const rows = await run(CREATE, [names, categories, statuses]);
  petsChanged();
  return rows.map(toPet);
}

/** An array as PostgreSQL reads it. */
function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
