import "server-only";
import { type Cursor, readPage, type Stretch } from "../../cursor";
import type { Row, Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";
import { LIST_LENGTH, toId, toListedPet, toPet, VERSIONED_LENGTH } from "../columns";
import { photosOf } from "../photos/store";
import { toProfile } from "../profile/columns";
import type { ListPetsQuery } from "./query";
import type { ListedPet, PetsPage } from "./schema";
import { needsSearch, searchReader } from "./search-store";
import { readSettled } from "./settled-store";
import { type ListShape, listStatement } from "./statement";

/**
 * Lists animals with keyset paging: a page costs the same at any depth, and new animals do not move later pages. Paging
 * on to newer animals does not skip one whose transaction has not committed yet.
 */
export async function listPets(query: ListPetsQuery): Promise<PetsPage> {
  const read = needsSearch(query) ? await searchReader(query) : preparedReader(query);
  const { entries, next, prev } = await readPage(query, { read, idOf: toId, settle: readSettled });
  if (!query.include) return { pets: entries.map(toPet), next, prev };
  return { pets: await addIncluded(entries, query.include), next, prev };
}

/** Reads rows with what `include` asks for. */
async function addIncluded(rows: readonly Row[], include: NonNullable<ListPetsQuery["include"]>): Promise<ListedPet[]> {
  const hasVersion = include.has("version");
  const pets = rows.map(hasVersion ? toListedPet : toPet);
  if (!include.has("profile")) return pets;
  const photos = await photosOf(pets.map(({ id }) => id));
  const start = hasVersion ? VERSIONED_LENGTH : LIST_LENGTH;
  return pets.map((pet, index) => {
    const facts = toProfile(rows[index] ?? [], start);
    return { ...pet, profile: { ...facts, photos: photos.get(pet.id) ?? [] } };
  });
}

/** Makes the function that reads a stretch of the list with prepared statements. */
function preparedReader(query: ListPetsQuery): (stretch: Stretch) => Promise<Row[]> {
  const statements = statementsOf(query);
  const filters = valuesOf(query);
  return ({ direction, id, count }) => {
    const edge = direction === "older" ? id : id - 1n;
    return queryPrepared(statements[direction], [String(edge), String(count), ...filters]);
  };
}

type Statements = Readonly<Record<Cursor["direction"], Statement>>;

/** The statements by their shape. There are few shapes, and each is made once. */
const known = new Map<string, Statements>();

function statementsOf({ status, categoryId, ids, include }: ListPetsQuery): Statements {
  const shape: Required<ListShape> = {
    byCategory: categoryId !== undefined,
    byStatus: status !== undefined,
    byIds: ids !== undefined,
    version: include?.has("version") ?? false,
    profile: include?.has("profile") ?? false,
  };
  const key = Object.values(shape).join();
  const made = known.get(key) ?? { older: listStatement("older", shape), newer: listStatement("newer", shape) };
  known.set(key, made);
  return made;
}

function valuesOf({ status, categoryId, ids }: ListPetsQuery): string[] {
  return [
    ...(categoryId === undefined ? [] : [String(categoryId)]),
    ...(status ? [status] : []),
    ...(ids ? [`{${ids.join(",")}}`] : []),
  ];
}
