import "server-only";
import { pool } from "../database/pool";
import { countPets } from "../pets/list/count-store";
import { HAS_PART } from "../pets/list/missing";
import { WAITS_SINCE } from "../pets/list/waiting-store";
import { photoPath } from "../pets/photos/files";
import { now } from "../process/clock";
import { boundedCount } from "../values/counts";
import { DAY_MS } from "../values/time";
import { type IncompletePet, LONGEST, MAX_COUNT, MAX_LOOKED_AT, MAX_NAMED, type Overview } from "./schema";
import { countAdoptions, readWeeks } from "./week-store";
import { lastMonthStart, monthStart } from "./weeks";

const NONE = boundedCount(0, MAX_COUNT);

/** The part of the overview about animals. */
export type AboutAnimals = Omit<Overview, "applications" | "orders">;

/**
 * Reads the part of the overview about animals. Sends one query after another, so that an overview takes only one
 * connection of the pool.
 */
export async function readAnimals(): Promise<AboutAnimals> {
  const at = new Date(now());
  const { available, pending } = await countPets();
  const [lastMonth, month] = await countAdoptions([
    { from: lastMonthStart(at), to: monthStart(at) },
    { from: monthStart(at), to: new Date(at.getTime() + DAY_MS) },
  ]);
  const total = ({ total: count, more }: { total: number; more: boolean }) => ({ count, more });
  return {
    animals: {
      available: total(available),
      pending: total(pending),
      adoptedThisMonth: month ?? NONE,
      adoptedLastMonth: lastMonth ?? NONE,
    },
    waitingLongest: await readLongest(),
    lacking: await readMissing(),
    weeks: await readWeeks(at),
  };
}

/** The first photo of an animal. */
const FIRST_PHOTO = `
  SELECT encode(hash, 'hex') AS hash FROM photos
  WHERE pet_id = pets.id AND removed_at IS NULL ORDER BY position, id LIMIT 1`;

/**
 * Reads the animals that have waited longest. Among those that were added first, some may have been returned since, so
 * more than a few are looked at.
 */
async function readLongest(): Promise<Overview["waitingLongest"]> {
  type Row = { id: string; name: string; categoryId: string; since: string };
  const { rows } = await pool().query<Row>({
    name: "overview_longest",
    text: `SELECT id, name, category_id AS "categoryId", waits_since AS since
      FROM (
        SELECT *, ${WAITS_SINCE}
        FROM (
          SELECT id, name, category_id, created_at FROM pets WHERE status = 'available' ORDER BY id LIMIT $2
        ) AS pets
        ORDER BY waits_since, id LIMIT $1
      ) AS pets
      ORDER BY since, id`,
    values: [LONGEST, MAX_COUNT],
  });
  return rows.map(({ id, name, categoryId, since }) => ({
    id: BigInt(id),
    name,
    categoryId: BigInt(categoryId),
    since: new Date(Number(since)).toISOString(),
  }));
}

/** The newest available animals, and whether each has a photo and a story. */
const HAVING = `
  SELECT id, name, category_id AS "categoryId",
    ${HAS_PART.photo} AS "hasPhoto", ${HAS_PART.story} AS "hasStory"
  FROM (SELECT id, name, category_id FROM pets WHERE status = 'available' ORDER BY id DESC LIMIT $1) AS pets`;

async function readMissing(): Promise<Overview["lacking"]> {
  type Row = { id: string; name: string; categoryId: string; hasPhoto: boolean; hasStory: boolean };
  const { rows } = await pool().query<Row>({
    name: "overview_lacking",
    text: `${HAVING} ORDER BY id DESC`,
    values: [MAX_LOOKED_AT + 1],
  });
  const looked = rows.slice(0, MAX_LOOKED_AT);
  const lacking = looked.filter(({ hasPhoto, hasStory }) => !hasPhoto || !hasStory);
  const more = rows.length > MAX_LOOKED_AT;
  const counted = ({ length }: unknown[]) => boundedCount(length, MAX_COUNT, more);
  const named = lacking.slice(0, MAX_NAMED);
  const photos = await readFirstPhotos(named.filter(({ hasPhoto }) => hasPhoto).map(({ id }) => id));
  return {
    photo: counted(lacking.filter(({ hasPhoto }) => !hasPhoto)),
    story: counted(lacking.filter(({ hasStory }) => !hasStory)),
    animals: named.map(
      ({ id, categoryId, ...row }): IncompletePet => ({
        id: BigInt(id),
        categoryId: BigInt(categoryId),
        ...row,
        photo: photoOf(photos.get(id)),
      }),
    ),
    more,
  };
}

/** Reads the hash of the first photo of each of these animals that has one. */
async function readFirstPhotos(ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool().query<{ id: string; hash: string | null }>({
    name: "overview_first_photos",
    text: `SELECT id, (${FIRST_PHOTO}) AS hash FROM pets WHERE id = ANY ($1::bigint[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** Returns the path of the smallest picture of a photo, or null if there is none. */
const photoOf = (hash: string | null | undefined) => (hash ? photoPath({ hash, file: "320.webp" }) : null);
