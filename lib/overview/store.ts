import "server-only";
import { APPLICATION_STATUSES, type ApplicationStatus } from "../applications/status";
import { now } from "../clock";
import { perDatabase } from "../database/per-database";
import { pool } from "../database/pool";
import { ORDER_STATUSES, type OrderStatus } from "../orders/status";
import { firstSince } from "../pets/list/arrival-store";
import { countPets } from "../pets/list/count-store";
import { HAS } from "../pets/list/lacks";
import { photoPath } from "../pets/photos/files";
import { Recent } from "../recent";
import { DAY_MS, SECOND_MS } from "../time";
import { type Count, type LackingPet, LONGEST, MAX_COUNT, MAX_LOOKED_AT, MAX_NAMED, type Overview } from "./schema";
import { lastMonthStart, monthStart, weekStarts } from "./weeks";

/**
 * How long the part about animals is cached, in milliseconds. A change of an animal by this process ends that earlier.
 */
const FRESH_MS = 10 * SECOND_MS;

type AboutAnimals = Omit<Overview, "applications" | "orders">;

/**
 * Reads the overview. Every count is bounded, so the cost does not depend on how many animals and applications there
 * are. The part about animals may be ten seconds old.
 */
export async function readOverview(): Promise<Overview> {
  const [animals, current] = await Promise.all([recallAnimals(), countCurrent()]);
  return { ...animals, ...current };
}

function recallAnimals(): Promise<AboutAnimals> {
  return perDatabase("overview.animals", () => new Recent(readAnimals, FRESH_MS)).get();
}

/** Sends one query after another, so that an overview takes only one connection of the pool. */
async function readAnimals(): Promise<AboutAnimals> {
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
      adoptedThisMonth: month ?? bounded(0),
      adoptedLastMonth: lastMonth ?? bounded(0),
    },
    waitingLongest: await readLongest(),
    lacking: await readLacking(),
    weeks: await readWeeks(at),
  };
}

type Period = { from: Date; to: Date };
const bounds = (periods: readonly Period[]) => [periods.map(({ from }) => from), periods.map(({ to }) => to)];

/** Counts the arrivals between ids. */
export const ARRIVALS = `
  SELECT counted.count FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS period (begins, ends, place),
    LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM pets WHERE id >= begins AND id < ends ORDER BY id LIMIT $3
    ) AS walked) AS counted
  ORDER BY place`;

/** Counts the animals that were adopted in a period and still are. Mistakes and animals that came back do not count. */
export const ADOPTIONS = `
  SELECT counted.count, counted.walked FROM
    unnest($1::timestamptz[], $2::timestamptz[]) WITH ORDINALITY AS period (begins, ends, place),
    LATERAL (
      SELECT count(DISTINCT pets.id)::int AS count, count(*)::int AS walked FROM (
        SELECT pet_id FROM pet_changes
        WHERE at >= begins AND at < ends AND changes #>> '{status,to}' = 'sold' ORDER BY at LIMIT $3
      ) AS adopted LEFT JOIN pets ON pets.id = adopted.pet_id AND pets.status = 'sold'
    ) AS counted
  ORDER BY place`;

async function readWeeks(at: Date): Promise<Overview["weeks"]> {
  const starts = weekStarts(at);
  const periods = starts.map((from) => ({ from, to: new Date(from.getTime() + 7 * DAY_MS) }));
  const ids = await firstSince([...starts, new Date(at.getTime() + DAY_MS)]);
  const { rows } = await pool().query<{ count: number }>({
    name: "overview_arrivals",
    text: ARRIVALS,
    values: [ids.slice(0, -1), ids.slice(1), MAX_COUNT + 1],
  });
  const adoptions = await countAdoptions(periods);
  return starts.map((from, index) => ({
    from: from.toISOString().slice(0, 10),
    arrivals: bounded(rows[index]?.count ?? 0),
    adoptions: adoptions[index] ?? bounded(0),
  }));
}

async function countAdoptions(periods: readonly Period[]): Promise<Count[]> {
  const { rows } = await pool().query<{ count: number; walked: number }>({
    name: "overview_adoptions",
    text: ADOPTIONS,
    values: [...bounds(periods), MAX_COUNT + 1],
  });
  return rows.map(({ count, walked }) => ({ count: Math.min(count, MAX_COUNT), more: walked > MAX_COUNT }));
}

/** The first photo of an animal. */
const FIRST_PHOTO = `
  SELECT encode(hash, 'hex') AS hash FROM photos
  WHERE pet_id = pets.id AND removed_at IS NULL ORDER BY position, id LIMIT 1`;

async function readLongest(): Promise<Overview["waitingLongest"]> {
  type Row = { id: string; name: string; categoryId: string; since: Date; hash: string | null };
  const { rows } = await pool().query<Row>({
    name: "overview_longest",
    text: `SELECT id, name, category_id AS "categoryId", created_at AS since, (${FIRST_PHOTO}) AS hash
      FROM pets WHERE status = 'available' ORDER BY id LIMIT $1`,
    values: [LONGEST],
  });
  return rows.map(({ id, name, categoryId, since, hash }) => ({
    id: BigInt(id),
    name,
    categoryId: BigInt(categoryId),
    since: since.toISOString(),
    photo: hash === null ? null : photoPath({ hash, file: "320.webp" }),
  }));
}

/** The newest available animals, and whether each has a photo and a story. */
const HAVING = `
  SELECT id, name, category_id AS "categoryId",
    ${HAS.photo} AS "hasPhoto", ${HAS.story} AS "hasStory"
  FROM (SELECT id, name, category_id FROM pets WHERE status = 'available' ORDER BY id DESC LIMIT $1) AS pets`;

async function readLacking(): Promise<Overview["lacking"]> {
  type Row = { id: string; name: string; categoryId: string; hasPhoto: boolean; hasStory: boolean };
  const { rows } = await pool().query<Row>({
    name: "overview_lacking",
    text: `${HAVING} ORDER BY id DESC`,
    values: [MAX_LOOKED_AT + 1],
  });
  const looked = rows.slice(0, MAX_LOOKED_AT);
  const lacking = looked.filter(({ hasPhoto, hasStory }) => !hasPhoto || !hasStory);
  const more = rows.length > MAX_LOOKED_AT;
  const counted = (found: unknown[]): Count => ({
    count: Math.min(found.length, MAX_COUNT),
    more: more || found.length > MAX_COUNT,
  });
  return {
    photo: counted(lacking.filter(({ hasPhoto }) => !hasPhoto)),
    story: counted(lacking.filter(({ hasStory }) => !hasStory)),
    animals: lacking
      .slice(0, MAX_NAMED)
      .map(({ id, categoryId, ...row }): LackingPet => ({ id: BigInt(id), categoryId: BigInt(categoryId), ...row })),
    more,
  };
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

/** Sends one query after the other, so that both take only one connection of the pool. */
async function countCurrent(): Promise<Pick<Overview, "applications" | "orders">> {
  const applications = await countApplications();
  const { orders, approved } = await countOrders();
  return { applications: { ...applications, approved }, orders };
}

async function countOrders() {
  const { rows } = await pool().query<{ status: OrderStatus; orders: number; applications: number }>({
    name: "overview_orders",
    text: ORDERS,
    values: [[...ORDER_STATUSES], MAX_COUNT + 1],
  });
  const of = (status: OrderStatus) => rows.find((row) => row.status === status) ?? { orders: 0, applications: 0 };
  const all = (status: OrderStatus) => bounded(of(status).orders);
  const approved = (status: OrderStatus): Count => {
    const { orders, applications } = of(status);
    return { count: Math.min(applications, MAX_COUNT), more: orders > MAX_COUNT };
  };
  return {
    orders: { open: all("open"), completed: all("completed"), cancelled: all("cancelled"), returned: all("returned") },
    approved: { open: approved("open"), completed: approved("completed"), returned: approved("returned") },
  };
}

async function countApplications(): Promise<Omit<Overview["applications"], "approved">> {
  type Counted = ApplicationStatus | "suspicious" | "to_tell";
  const { rows } = await pool().query<{ status: Counted; count: number }>({
    name: "overview_applications",
    text: APPLICATIONS,
    values: [[...APPLICATION_STATUSES], MAX_COUNT + 1],
  });
  const countOf = (counted: Counted) => bounded(rows.find(({ status }) => status === counted)?.count ?? 0);
  const [fresh, talking, visit] = [countOf("new"), countOf("talking"), countOf("visit")];
  const [approved, answered] = [countOf("approved"), countOf("answered")];
  const [declined, withdrawn] = [countOf("declined"), countOf("withdrawn")];
  return {
    inbox: { new: fresh, talking, visit, approved, answered, declined, withdrawn },
    suspicious: countOf("suspicious"),
    toTell: countOf("to_tell"),
  };
}

const bounded = (count: number): Count => ({ count: Math.min(count, MAX_COUNT), more: count > MAX_COUNT });
