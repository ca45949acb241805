import "server-only";
import { JoinedCalls, LruMap } from "../../concurrency/caches";
import { db } from "../../database/client";
import { HELD_IDS } from "../../database/locks";
import type { Row, Statement } from "../../database/pg-private";
import { pool } from "../../database/pool";
import { queryPrepared } from "../../database/prepared";
import { DomainError } from "../../domain";
import { PAGE_SIZE } from "../../http/paging";
import { now } from "../../process/clock";
import { singleton } from "../../process/singleton";
import { type Cursor, encodeCursor, isKeySort, type KeySort, type PageRange, readPage } from "../../values/cursor";
import { INT64_MAX } from "../../values/schemas";
import { DAY_MS, MINUTE_MS } from "../../values/time";
import type { CaredPet } from "../care/schema";
import { careOf, readCares, withSeenPartners } from "../care/store";
import type { Seen } from "../care/visibility";
import { PET_LENGTH, toId, toListedPet, toPet, toVersion, VERSIONED_LENGTH } from "../columns";
import { toProfile } from "../profile/columns";
import type { Profile } from "../profile/schema";
import type { ListPetsQuery } from "./query";
import type { ListedPet, PetsPage } from "./schema";
import { needsSearch, readMatching, readSearch, searchStatement } from "./search-store";
import { type ListShape, listStatement } from "./statement";

/** Maximum size of all cached profiles, roughly in bytes of memory. */
const MAX_SIZE = 80_000_000;
/** Roughly what a profile takes besides its texts, and what a photo takes, as an object and as JSON. */
const PROFILE_SIZE = 600;
const PHOTO_SIZE = 1_300;

const MAX_LISTED = 20_000;

type Cached = { profile: Profile; version: string; until: number };

const cache = () => singleton("cached profiles", () => new LruMap<bigint, Cached>(MAX_SIZE, sizeOf));

/**
 * A profile is cached from the second listing on, because caching what nobody asks for again costs more than it saves.
 */
const listed = () => singleton("cached listed", () => new LruMap<bigint, true>(MAX_LISTED));

function recallProfile(id: bigint, version: string): Profile | null {
  const cached = cache().get(id);
  return cached?.version === version && now() < cached.until ? cached.profile : null;
}

/**
 * For a minute, but not over midnight UTC, when the age group may change. A cached profile is frozen, so its JSON is
 * cached as well.
 */
function cacheProfile(id: bigint, version: string, profile: Profile): Profile {
  if (!listed().get(id)) {
    listed().set(id, true);
    return profile;
  }
  const time = now();
  const until = Math.min(time + MINUTE_MS, (Math.floor(time / DAY_MS) + 1) * DAY_MS);
  cache().set(id, { profile: Object.freeze(profile), version, until });
  return profile;
}

function sizeOf({ profile: { story, photos } }: Cached): number {
  const texts = photos.reduce((sum, { alt }) => sum + alt.length, story?.length ?? 0);
  return PROFILE_SIZE + PHOTO_SIZE * photos.length + 2 * texts;
}

const SETTLED: Statement = { name: "pets_settled", text: `SELECT settled_id('pets_id_seq', ${HELD_IDS.pets})` };

/** The highest settled id of a database: no animal with this id or a lower one can still appear. It only grows. */
type SettledId = { id: bigint; queries: JoinedCalls<void> };

/**
 * Reads rows, and an id up to which none can be missing. Ids are assigned before the commit, so a newer animal may
 * become visible before an older one. If no row is above the cached settled id, one read is enough. `newest` returns
 * the highest id that matters.
 */
async function readSettled<E>(
  read: () => Promise<E[]>,
  newest: (entries: E[]) => bigint,
): Promise<{ rows: E[]; settled: bigint }> {
  const cached = singleton<SettledId>("cached settled", () => ({ id: 0n, queries: new JoinedCalls() }));
  const before = cached.id;
  const rows = await read();
  if (newest(rows) <= before) return { rows, settled: before };
  await cached.queries.join(() => updateSettledId(cached));
  const settled = cached.id;
  return { rows: await read(), settled };
}

async function updateSettledId(cached: SettledId): Promise<void> {
  const [[id] = []] = await queryPrepared(SETTLED, []);
  const settled = BigInt(id ?? 0);
  if (settled > cached.id) cached.id = settled;
}

/**
 * In milliseconds: since the last return or the intake, or else since the addition. Of changes of the status, only a
 * return counts: one that is made by hand may be a slip.
 */
export const ARRIVED_AT = `(coalesce(greatest(
    (SELECT extract(epoch FROM max(changed_at)) FROM orders WHERE pet_id = pets.id AND status = 'returned'),
    (SELECT extract(epoch FROM intake_on) FROM pet_care WHERE pet_care.pet_id = pets.id)),
    extract(epoch FROM created_at)) * 1000)::bigint AS arrived_at`;

/**
 * Keyset paging: a page costs the same at any depth, and new animals do not move later pages. Paging on to newer
 * animals does not skip one whose transaction has not committed yet.
 * @throws DomainError bad_request when more match than can be sorted
 */
export async function listPets(query: Seen<ListPetsQuery>): Promise<PetsPage> {
  const { limit = query.ids?.length ?? PAGE_SIZE, cursor, sort } = query;
  if (isKeySort(sort)) return listSorted(query, { sort, start: Number(cursor?.id ?? 0n), limit });
  const { entries, ...neighbours } = await readPage(
    { limit, cursor, sort },
    {
      read: readerOf(query),
      idOf: ({ id }) => id,
      settle: readSettled,
    },
  );
  const seen = await withSeenPartners(entries, query.visibility);
  const pets = query.include?.includes("arrivedAt") ? await addWaiting(seen) : seen;
  return { pets: query.include?.includes("care") ? await addCare(pets) : pets, ...neighbours };
}

type SortedPage = { sort: KeySort; start: number; limit: number };

/** Sorts for each page all that match, because no index has this order. So pages shift when animals change meanwhile. */
async function listSorted(query: Seen<ListPetsQuery>, { sort, start, limit }: SortedPage): Promise<PetsPage> {
  const { visibility } = query;
  const all = await readSortedIds(query, sort);
  const ids = all.slice(start, start + limit);
  const { pets } = ids.length > 0 ? await listPets({ include: query.include, ids, visibility }) : { pets: [] };
  const cursorAt = (place: number) => encodeCursor({ direction: "older", id: BigInt(place), sort });
  return {
    pets: pets.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
    next: start + limit < all.length ? cursorAt(start + limit) : null,
    prev: start > 0 ? cursorAt(Math.max(0, start - limit)) : null,
  };
}

/** A large shelter has as many. Sorting them takes less than 0.2 s, also on a busy machine. */
const MAX_SORTED = 10_000;

/** What is compared of a row of `pets`. Those that wait longest are first, and adopted ones, who do not wait, last. */
const SORT_KEYS: Readonly<Record<KeySort, { columns: string; order: string }>> = {
  name: { columns: 'folded COLLATE "C" AS name', order: "key.name, id" },
  waiting: { columns: `status = 'sold' AS adopted, ${ARRIVED_AT}`, order: "adopted, arrived_at, id" },
  status: { columns: "status", order: "key.status, id DESC" },
};

/** OFFSET 0 keeps PostgreSQL from reading all animals for a join. */
async function readSortedIds(filter: Seen<ListPetsQuery>, sort: KeySort): Promise<bigint[]> {
  const range = { direction: "older", id: INT64_MAX, count: MAX_SORTED + 1 } as const;
  const { text, values } = searchStatement({ ...filter, include: undefined }, range);
  const { columns, order } = SORT_KEYS[sort];
  const rows = await readSearch({
    text: `WITH matching AS MATERIALIZED (${text})
      SELECT id FROM matching
        CROSS JOIN LATERAL (SELECT ${columns} FROM pets WHERE pets.id = matching.id OFFSET 0) AS key
      ORDER BY ${order}`,
    values,
  });
  if (rows.length > MAX_SORTED) {
    throw new DomainError("bad_request", "sort must be newest or oldest where more than 10,000 animals match");
  }
  return rows.map(toId);
}

/** Makes the function that reads a range of the list. */
function readerOf(query: Seen<ListPetsQuery>): (range: PageRange) => Promise<ListedPet[]> {
  const hasProfile = query.include?.includes("profile");
  const toListed = listedReader(query);
  if (needsSearch(query)) {
    const start = query.include?.includes("version") ? VERSIONED_LENGTH : PET_LENGTH;
    const toFound = (row: Row) => (hasProfile ? { ...toListed(row), profile: toProfile(row, start) } : toListed(row));
    return async (range) => (await readMatching(query, range)).map(toFound);
  }
  if (hasProfile) return profiledReader(query);
  const read = preparedReader(query);
  return async (range) => (await read(range)).map(toListed);
}

/**
 * A profile that was read a short time ago is still right if the version is the same. Reading one takes several times
 * as long as reading the animal.
 */
function profiledReader(query: Seen<ListPetsQuery>): (range: PageRange) => Promise<ListedPet[]> {
  const readVersions = preparedReader({ ...query, include: ["version"] });
  const readAll = preparedReader({ ...query, include: ["version", "profile"] });
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

const listedReader = ({ include }: Seen<ListPetsQuery>): ((row: Row) => ListedPet) =>
  include?.includes("version") ? toListedPet : toPet;

/** Uses the ordinary pool, because it may be slow. */
async function addWaiting(pets: readonly ListedPet[]): Promise<ListedPet[]> {
  type Found = { id: string; arrived_at: string };
  const text = `SELECT id, ${ARRIVED_AT} FROM pets WHERE id = ANY ($1::bigint[])`;
  const values = [pets.map(({ id }) => String(id))];
  const { rows } = await pool().query<Found>({ name: "pets_arrived_at", text, values });
  const times = new Map(rows.map(({ id, arrived_at }) => [BigInt(id), new Date(Number(arrived_at)).toISOString()]));
  return pets.map((pet) => ({ ...pet, arrivedAt: times.get(pet.id) }));
}

async function addCare(pets: readonly ListedPet[]): Promise<CaredPet[]> {
  const cares = await readCares(
    db(),
    pets.map(({ id }) => id),
  );
  return pets.map((pet) => ({ ...pet, care: careOf(cares, pet.id) }));
}

function preparedReader(query: Seen<ListPetsQuery>): (range: PageRange) => Promise<Row[]> {
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

function statementsOf({ status, categoryId, ids, include, visibility }: Seen<ListPetsQuery>): Statements {
  const shape: Required<ListShape> = {
    byCategory: categoryId !== undefined,
    byStatus: status !== undefined,
    byIds: ids !== undefined,
    version: include?.includes("version") ?? false,
    profile: include?.includes("profile") ?? false,
    visibility,
  };
  const key = Object.values(shape).join();
  const statements = statementsByShape.get(key) ?? {
    older: listStatement("older", shape),
    newer: listStatement("newer", shape),
  };
  statementsByShape.set(key, statements);
  return statements;
}

function valuesOf({ status, categoryId, ids }: Seen<ListPetsQuery>): string[] {
  return [
    ...(categoryId === undefined ? [] : [String(categoryId)]),
    ...(status ? [status] : []),
    ...(ids ? [`{${ids.join(",")}}`] : []),
  ];
}
