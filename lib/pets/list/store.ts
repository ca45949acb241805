import "server-only";
import type { Row, Statement } from "../../database/pg-private";
import { queryPrepared } from "../../database/prepared";
import { type Cursor, type PageRange, readPage } from "../../values/cursor";
import { LIST_LENGTH, toId, toListedPet, toPet, toVersion, VERSIONED_LENGTH } from "../columns";
import { toProfile } from "../profile/columns";
import { cacheProfile, recallProfile } from "./profile-cache";
import type { ListPetsQuery } from "./query";
import type { ListedPet, PetsPage } from "./schema";
import { needsSearch, readMatching } from "./search-store";
import { readSettled } from "./settled-store";
import { type ListShape, listStatement } from "./statement";
import { readWaitingSince } from "./waiting-store";

/**
 * Lists animals with keyset paging: a page costs the same at any depth, and new animals do not move later pages. Paging
 * on to newer animals does not skip one whose transaction has not committed yet.
 */
export async function listPets(query: ListPetsQuery): Promise<PetsPage> {
  const { pets, ...neighbours } = await (query.include?.has("profile") ? readProfiled(query) : readPlain(query));
  return { pets: query.include?.has("waitsSince") ? await addWaiting(pets) : pets, ...neighbours };
}

/** Reads a page without profiles. */
async function readPlain(query: ListPetsQuery): Promise<PetsPage> {
  const read = needsSearch(query) ? searchReader(query) : preparedReader(query);
  const { entries, ...neighbours } = await readPage(query, { read, idOf: toId, settle: readSettled });
  return { pets: entries.map(listedReader(query)), ...neighbours };
}

/** Reads a page with profiles. */
async function readProfiled(query: ListPetsQuery): Promise<PetsPage> {
  const read = needsSearch(query) ? profiledSearchReader(query) : profiledReader(query);
  const { entries, ...neighbours } = await readPage(query, { read, idOf: ({ id }) => id, settle: readSettled });
  return { pets: entries, ...neighbours };
}

/**
 * Makes the function that reads a range of the list with profiles. A version covers the whole animal, so a profile
 * that was read a short time ago is still right if the version is the same. Reading a profile takes several times as
 * long as reading the animal.
 */
function profiledReader(query: ListPetsQuery): (range: PageRange) => Promise<ListedPet[]> {
  const readVersions = preparedReader({ ...query, include: new Set(["version"]) });
  const readAll = preparedReader({ ...query, include: new Set(["version", "profile"]) });
  const toListed = listedReader(query);
  return async (range) => {
    const rows = await readVersions(range);
    const known = rows.flatMap((row) => {
      const profile = recallProfile(toId(row), toVersion(row));
      return profile ? [{ ...toListed(row), profile }] : [];
    });
    if (known.length === rows.length) return known;
    // One statement for everything, so that each row shows an animal at one moment.
    return (await readAll(range)).map((row) => ({
      ...toListed(row),
      profile: cacheProfile(toId(row), toVersion(row), toProfile(row, VERSIONED_LENGTH)),
    }));
  };
}

/** Makes the function that reads a range of the matching animals. */
const searchReader =
  (query: ListPetsQuery) =>
  (range: PageRange): Promise<Row[]> =>
    readMatching(query, range);

/** Makes the function that reads a range of the matching animals with their profiles. */
function profiledSearchReader(query: ListPetsQuery): (range: PageRange) => Promise<ListedPet[]> {
  const start = query.include?.has("version") ? VERSIONED_LENGTH : LIST_LENGTH;
  const toListed = listedReader(query);
  return async (range) =>
    (await readMatching(query, range)).map((row) => ({ ...toListed(row), profile: toProfile(row, start) }));
}

/** Returns how to read a row without the profile. */
const listedReader = ({ include }: ListPetsQuery): ((row: Row) => ListedPet) =>
  include?.has("version") ? toListedPet : toPet;

/** Adds since when each animal has been waiting, except for one that has just been removed. */
async function addWaiting(pets: readonly ListedPet[]): Promise<ListedPet[]> {
  const times = await readWaitingSince(pets.map(({ id }) => id));
  return pets.map((pet) => {
    const time = times.get(pet.id);
    return time ? { ...pet, waitsSince: time.toISOString() } : pet;
  });
}

/** Makes the function that reads a range of the list with prepared statements. */
function preparedReader(query: ListPetsQuery): (range: PageRange) => Promise<Row[]> {
  const statements = statementsOf(query);
  const filters = valuesOf(query);
  return ({ direction, id, count }) => {
    const edge = direction === "older" ? id : id - 1n;
    return queryPrepared(statements[direction], [String(edge), String(count), ...filters]);
  };
}

type Statements = Readonly<Record<Cursor["direction"], Statement>>;

/** The statements by their shape. There are few shapes, so each is made once. */
const statementsByShape = new Map<string, Statements>();

function statementsOf({ status, categoryId, ids, include }: ListPetsQuery): Statements {
  const shape: Required<ListShape> = {
    byCategory: categoryId !== undefined,
    byStatus: status !== undefined,
    byIds: ids !== undefined,
    version: include?.has("version") ?? false,
    profile: include?.has("profile") ?? false,
  };
  const key = Object.values(shape).join();
  const statements = statementsByShape.get(key) ?? {
    older: listStatement("older", shape),
    newer: listStatement("newer", shape),
  };
  statementsByShape.set(key, statements);
  return statements;
}

function valuesOf({ status, categoryId, ids }: ListPetsQuery): string[] {
  return [
    ...(categoryId === undefined ? [] : [String(categoryId)]),
    ...(status ? [status] : []),
    ...(ids ? [`{${ids.join(",")}}`] : []),
  ];
}
