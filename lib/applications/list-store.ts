import "server-only";
import type { QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Semaphore } from "../concurrency/capacity";
import { db } from "../database/client";
import { pool } from "../database/pool";
import { inSnapshot, type Transaction } from "../database/transaction";
import { Prisma } from "../generated/prisma/client";
import { cursorFitsSort, cursorParam, PAGED } from "../http/paging";
import { choiceParam, Int64Param, Int64sParam, SearchParam } from "../http/parameters";
import { singleton } from "../process/singleton";
import { type Listed, type PageRange, readPage, SORTS } from "../values/cursor";
import { boundedCount } from "../values/words";
import { type ApplicationCount, applicationCountsQuery, MAX_COUNTED, toCountMap } from "./counts";
import { handlerOf, type ListedRow, readRelated, toListed } from "./related-store";
import { ApplicationStatus, Folder, type ListedApplication, uuid } from "./schema";
import { ADOPTION_STATUSES, type AdoptionStatus, OPEN_STATUSES } from "./status";

/**
 * Keyset paging: without a search, a page costs the same at any depth, and new applications do not move later pages.
 */
export async function listApplications({
  limit,
  sort,
  cursor,
  ...filter
}: ListApplicationsQuery): Promise<Listed<ListedApplication>> {
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
  const related = await readRelated(db(), entries, entries.map(handlerOf));
  return { data: entries.map((row) => toListed(row, related)), page };
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
    orderBy: { number: range.direction === "newer" ? "asc" : "desc" },
  });
}

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

function contains(q: string): Prisma.Sql {
  return Prisma.sql`(
    strpos(pets_fold(applications.name), pets_fold(${q}::text)) > 0
    OR strpos(pets_fold(email), pets_fold(${q}::text)) > 0
    OR EXISTS (SELECT FROM pets WHERE id = pet_id AND strpos(folded, pets_fold(${q}::text)) > 0))`;
}

export const ListApplicationsQuery = z
  .object({
    limit: PAGED.limit,
    status: z.optional(ApplicationStatus),
    petId: z.optional(Int64Param),
    handledBy: z.optional(uuid("must be the id of a person")),
    orderIds: z.optional(Int64sParam),
    orderStatus: z.optional(choiceParam(ADOPTION_STATUSES)),
    ongoing: z.optional(choiceParam(["true"])),
    toTell: z.optional(choiceParam(["true"])),
    folder: z._default(Folder, "inbox"),
    q: z.optional(SearchParam),
    sort: z.optional(choiceParam(SORTS)),
    cursor: z.optional(cursorParam(SORTS)),
  })
  .check(cursorFitsSort);
export type ListApplicationsQuery = z.infer<typeof ListApplicationsQuery>;

const COUNTS = `
  SELECT pet_id, counted.count
  FROM unnest($1::bigint[]) AS asked (pet_id), LATERAL (
    SELECT count(*)::int FROM (
      SELECT FROM applications
      WHERE applications.pet_id = asked.pet_id AND status = ANY ($2::"ApplicationStatus"[]) AND NOT suspicious
      LIMIT $3
    ) AS found
  ) AS counted
  WHERE counted.count > 0`;

/** Counts the open applications for each of these animals, without suspicious ones. */
export async function countOpenApplications(petIds: readonly bigint[]): Promise<ApplicationCount[]> {
  const { rows } = await pool().query<{ pet_id: string; count: number }>({
    name: "applications_open_counts",
    text: COUNTS,
    values: [[...new Set(petIds)], [...OPEN_STATUSES], MAX_COUNTED + 1],
  });
  return rows.map(({ pet_id, count }) => ({ petId: BigInt(pet_id), ...boundedCount(count, MAX_COUNTED) }));
}

export async function prefetchApplicationCounts(client: QueryClient, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length === 0) return;
  client.setQueryData(applicationCountsQuery(petIds).queryKey, toCountMap(await countOpenApplications(petIds)));
}

export const CountApplicationsQuery = z.object({ petIds: Int64sParam });
