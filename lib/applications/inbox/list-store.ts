import "server-only";
import { Semaphore } from "../../concurrency/semaphore";
import { db } from "../../database/client";
import { inSnapshot, type Transaction } from "../../database/transaction";
import { Prisma } from "../../generated/prisma/client";
import { singleton } from "../../process/singleton";
import { type Neighbours, type PageRange, readPage } from "../../values/cursor";
import { LISTED, type ListedRow, toListed } from "../columns";
import { readRelated } from "../related-store";
import type { ListedApplication } from "../schema";
import { type AdoptionStatus, OPEN_STATUSES } from "../status";
import type { ListApplicationsQuery } from "./list-query";

/**
 * Lists applications, with keyset paging: without a search, a page costs the same at any depth, and new applications do
 * not move later pages.
 */
export async function listApplications({
  limit,
  sort,
  cursor,
  ...filter
}: ListApplicationsQuery): Promise<{ applications: ListedApplication[] } & Neighbours> {
  const { entries, ...page } = await readPage(
    { limit, sort, cursor },
    {
      idOf: ({ number }: ListedRow) => number,
      read: (range) => {
        const read = () => inSnapshot((tx) => readRange(tx, range, filter));
        return filter.q === undefined ? read() : searches.within(read);
      },
    },
  );
  const handlers = entries.flatMap((row) => row.handledBy ?? []);
  const related = await readRelated(db(), entries, handlers);
  return { applications: entries.map((row) => toListed(row, related)), ...page };
}

type Filter = Omit<ListApplicationsQuery, "limit" | "sort" | "cursor">;

/** Searches in progress. A rare name is looked for in all applications, so searches may not take all connections. */
const searches = singleton(
  "applications.searches",
  () => new Semaphore({ maxTaken: 2, maxWaiting: 50, maxWaitMs: 3_000 }),
);

/** Both statements see the same snapshot, so no application of a range can be missing or no longer match. */
async function readRange(tx: Transaction, range: PageRange, filter: Filter): Promise<ListedRow[]> {
  return tx.application.findMany({
    where: { number: { in: await listNumbers(tx, range, filter) } },
    select: LISTED,
    orderBy: { number: range.direction === "newer" ? "asc" : "desc" },
  });
}

/**
 * Lists the numbers of the applications of a range that match, in its order. A search reads the list until it has
 * found enough.
 */
async function listNumbers(tx: Transaction, { direction, id, count }: PageRange, filter: Filter): Promise<bigint[]> {
  const isNewer = direction === "newer";
  const place = isNewer ? Prisma.sql`number >= ${id}` : Prisma.sql`number <= ${id}`;
  const order = isNewer ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await tx.$queryRaw<{ number: bigint }[]>`
    SELECT number FROM applications WHERE ${Prisma.join([place, ...conditionsOf(filter)], " AND ")}
    ORDER BY number ${order} LIMIT ${count}`;
  return rows.map(({ number }) => number);
}

function conditionsOf(filter: Filter): Prisma.Sql[] {
  const { status, petId, handledBy, orderIds, orderStatus, ongoing, toTell, folder, q } = filter;
  return [
    Prisma.sql`suspicious = ${folder === "suspicious"}`,
    ...(status ? [Prisma.sql`status = ${status}::"ApplicationStatus"`] : []),
    ...(petId === undefined ? [] : [Prisma.sql`pet_id = ${petId}`]),
    ...(handledBy === undefined ? [] : [Prisma.sql`handled_by = ${handledBy}`]),
    ...(orderIds ? [Prisma.sql`order_id IN (${Prisma.join(orderIds)})`] : []),
    ...(orderStatus ? [hasOrder(orderStatus)] : []),
    ...(ongoing ? [IS_ONGOING] : []),
    ...(toTell ? [Prisma.sql`to_tell`] : []),
    ...(q === undefined ? [] : [contains(q)]),
  ];
}

const hasOrder = (status: AdoptionStatus) =>
  Prisma.sql`EXISTS (SELECT FROM orders WHERE id = order_id AND orders.status = ${status}::"OrderStatus")`;

/** The condition of `isOngoing` in status.ts. */
const IS_ONGOING = Prisma.sql`(
  status = ANY (${[...OPEN_STATUSES]}::"ApplicationStatus"[]) OR (status = 'approved' AND ${hasOrder("open")}))`;

/** A search ignores case and accents, like the search for animals. */
function contains(q: string): Prisma.Sql {
  return Prisma.sql`(
    strpos(pets_fold(applications.name), pets_fold(${q}::text)) > 0
    OR strpos(pets_fold(email), pets_fold(${q}::text)) > 0
    OR EXISTS (SELECT FROM pets WHERE id = pet_id AND strpos(folded, pets_fold(${q}::text)) > 0))`;
}
