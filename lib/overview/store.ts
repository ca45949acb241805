import "server-only";
import { ADOPTION_STATUSES, APPLICATION_STATUSES, type ApplicationStatus } from "../applications/status";
import { contentVersion, Recent } from "../concurrency/caches";
import { db } from "../database/client";
import { pool } from "../database/pool";
import { ORDER_STATUSES, type OrderStatus } from "../orders/status";
import { firstIdsSince } from "../pets/list/arrival-store";
import { countPets } from "../pets/list/count-store";
import { HAS_PART } from "../pets/list/search-store";
import { ARRIVED_AT } from "../pets/list/store";
import { now } from "../process/clock";
import { singleton } from "../process/singleton";
import { recordOf } from "../values/objects";
import { DAY_MS, SECOND_MS } from "../values/time";
import { boundedCount } from "../values/words";
import {
  type Count,
  LONGEST,
  MAX_COUNT,
  MAX_LOOKED_AT,
  monthStart,
  type Overview,
  type WaitingPet,
  weekStarts,
} from "./schema";

/** Animals arrive on their date of intake, or else when they are added. At most $5 of those that are added are walked. */
export const ARRIVALS = `
  SELECT added.count + came.count AS count, added.walked
  FROM unnest($1::bigint[], $2::bigint[], $3::date[]) WITH ORDINALITY AS period (begins, ends, monday, place),
    LATERAL (
      SELECT count(*) FILTER (WHERE intake_on IS NULL)::int AS count, count(*)::int AS walked FROM (
        SELECT id FROM pets WHERE id >= begins AND id < ends ORDER BY id LIMIT $5
      ) AS walked LEFT JOIN pet_care ON pet_id = id
    ) AS added,
    LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM pet_care JOIN pets ON id = pet_id
      WHERE intake_on >= monday AND intake_on < monday + 7 ORDER BY intake_on LIMIT $4
    ) AS walked) AS came
  ORDER BY place`;

/** An import adds at most as many, which may all have dates of intake. */
const MAX_ADDED = 10_000;

/** Counts the animals that were adopted in a period and still are, leaving out mistakes and animals that came back. */
export const ADOPTIONS = `
  SELECT counted.count, counted.walked FROM
    unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS period (begins, ends, place),
    LATERAL (
      SELECT count(DISTINCT pets.id)::int AS count, count(*)::int AS walked FROM (
        SELECT pet_id FROM changes
        WHERE at >= begins AND at < ends AND fields #>> '{status,to}' = 'sold' ORDER BY at LIMIT $3
      ) AS adopted LEFT JOIN pets ON pets.id = adopted.pet_id AND pets.status = 'sold'
    ) AS counted
  ORDER BY place`;

async function readWeeks(at: Date): Promise<Overview["weeks"]> {
  const starts = weekStarts(at);
  const ends = starts.map((from) => new Date(from.getTime() + 7 * DAY_MS));
  const ids = await firstIdsSince([...starts, new Date(at.getTime() + DAY_MS)]);
  const mondays = starts.map((from) => from.toISOString().slice(0, 10));
  const values = [ids.slice(0, -1), ids.slice(1), mondays, MAX_COUNT + 1, MAX_ADDED + 1];
  const { rows } = await pool().query<{ count: number; walked: number }>(ARRIVALS, values);
  const adoptions = await countAdoptions(starts, ends);
  return mondays.map((from, index) => ({
    from,
    arrivals: boundedCount(rows[index]?.count ?? 0, MAX_COUNT, (rows[index]?.walked ?? 0) > MAX_ADDED),
    adoptions: adoptions[index] ?? NONE,
  }));
}

/** Of the periods that begin and end at these times. */
async function countAdoptions(starts: readonly Date[], ends: readonly Date[]): Promise<Count[]> {
  const values = [starts, ends, MAX_COUNT + 1];
  const { rows } = await pool().query<{ count: number; walked: number }>(ADOPTIONS, values);
  return rows.map(({ count, walked }) => boundedCount(count, MAX_COUNT, walked > MAX_COUNT));
}

const NONE = boundedCount(0, MAX_COUNT);

/** Like all of the overview, one query after another, so that it takes only one connection of the pool. */
async function readAnimals(): Promise<Omit<Overview, "applications" | "orders">> {
  const at = new Date(now());
  const { available, pending } = await countPets({ visibility: "all" });
  const [last, current, tomorrow] = [monthStart(at, -1), monthStart(at), new Date(at.getTime() + DAY_MS)];
  const [lastMonth = NONE, month = NONE] = await countAdoptions([last, current], [current, tomorrow]);
  return {
    animals: {
      available,
      pending,
      adoptedThisMonth: month,
      adoptedLastMonth: lastMonth,
    },
    waitingLongest: await readLongest(),
    lacking: await readMissing(),
    weeks: await readWeeks(at),
  };
}

/** Some of those that were added first may have been returned since, so more than a few are looked at. */
async function readLongest(): Promise<Overview["waitingLongest"]> {
  const rows = await db().$queryRawUnsafe<(Omit<WaitingPet, "arrivedAt"> & { arrived_at: bigint })[]>(
    `SELECT id, name, category_id AS "categoryId", ${ARRIVED_AT}
      FROM (
        SELECT id, name, category_id, created_at FROM pets WHERE status = 'available' ORDER BY id LIMIT $2
      ) AS pets
      ORDER BY arrived_at, id LIMIT $1`,
    LONGEST,
    MAX_COUNT,
  );
  return rows.map(({ arrived_at, ...pet }) => ({ ...pet, arrivedAt: new Date(Number(arrived_at)).toISOString() }));
}

async function readMissing(): Promise<Overview["lacking"]> {
  const { rows } = await pool().query<{ photo: number; story: number; looked: number }>(
    `SELECT count(*) FILTER (WHERE NOT ${HAS_PART.photo})::int AS photo,
        count(*) FILTER (WHERE NOT ${HAS_PART.story})::int AS story, count(*)::int AS looked
      FROM (SELECT id FROM pets WHERE status = 'available' ORDER BY id DESC LIMIT $1) AS pets`,
    [MAX_LOOKED_AT],
  );
  const { photo = 0, story = 0, looked = 0 } = rows[0] ?? {};
  const counted = (count: number) => boundedCount(count, MAX_COUNT, looked === MAX_LOOKED_AT);
  return { photo: counted(photo), story: counted(story) };
}

/** Counts applications by folder, in the inbox by status, and those whose applicants have to be told. */
export const APPLICATIONS = `
  SELECT by.status::text AS status, counted.count FROM unnest($1::"ApplicationStatus"[]) AS by (status),
    LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM applications WHERE NOT suspicious AND status = by.status ORDER BY number LIMIT $2
    ) AS walked) AS counted
  UNION ALL
  SELECT 'suspicious', count(*)::int FROM (
    SELECT FROM applications WHERE suspicious ORDER BY number LIMIT $2
  ) AS walked
  UNION ALL
  SELECT 'to_tell', count(*)::int FROM (
    SELECT FROM applications WHERE to_tell AND NOT suspicious ORDER BY number LIMIT $2
  ) AS walked`;

/**
 * Counts orders by status, and the applications in the inbox whose approval placed them. Beyond the limit, these are
 * the applications of the newest orders.
 */
export const ORDERS = `
  SELECT by.status::text AS status, counted.orders, counted.applications
  FROM unnest($1::"OrderStatus"[]) AS by (status),
    LATERAL (SELECT count(*)::int AS orders, count(applications.id)::int AS applications FROM (
      SELECT id FROM orders WHERE status = by.status ORDER BY id DESC LIMIT $2
    ) AS walked LEFT JOIN applications ON applications.order_id = walked.id AND NOT suspicious) AS counted`;

export async function countNewApplications(): Promise<Count> {
  return (await countApplications()).inbox.new;
}

async function countOrders() {
  const { rows } = await pool().query<{ status: OrderStatus; orders: number; applications: number }>(ORDERS, [
    [...ORDER_STATUSES],
    MAX_COUNT + 1,
  ]);
  const of = (status: OrderStatus) => rows.find((row) => row.status === status) ?? { orders: 0, applications: 0 };
  return {
    orders: recordOf(ORDER_STATUSES, (status) => bounded(of(status).orders)),
    approved: recordOf(ADOPTION_STATUSES, (status) =>
      boundedCount(of(status).applications, MAX_COUNT, of(status).orders > MAX_COUNT),
    ),
  };
}

async function countApplications(): Promise<Omit<Overview["applications"], "approved">> {
  type Counted = ApplicationStatus | "suspicious" | "to_tell";
  const { rows } = await pool().query<{ status: Counted; count: number }>(APPLICATIONS, [
    [...APPLICATION_STATUSES],
    MAX_COUNT + 1,
  ]);
  const countOf = (counted: Counted) => bounded(rows.find(({ status }) => status === counted)?.count ?? 0);
  return {
    inbox: recordOf(APPLICATION_STATUSES, countOf),
    suspicious: countOf("suspicious"),
    toTell: countOf("to_tell"),
  };
}

const bounded = (count: number): Count => boundedCount(count, MAX_COUNT);

/** How long the part about animals is cached, in milliseconds. A change of an animal by this process clears it. */
const FRESH_MS = 10 * SECOND_MS;

/**
 * Reads the overview. Every count is bounded, so the cost does not depend on how many animals and applications there
 * are. The part about animals may be ten seconds old.
 */
export async function readOverview(): Promise<Overview> {
  const animals = await singleton("cached animals", () => new Recent(readAnimals, FRESH_MS, contentVersion)).get();
  const applications = await countApplications();
  const { orders, approved } = await countOrders();
  return { ...animals, applications: { ...applications, approved }, orders };
}
