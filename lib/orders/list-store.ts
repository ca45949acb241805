import "server-only";
import * as z from "zod/mini";
import { Semaphore } from "../concurrency/capacity";
import { db } from "../database/client";
import { HELD_IDS } from "../database/locks";
import { type Order as OrderRow, Prisma } from "../generated/prisma/client";
import { cursorFitsSort, cursorParam, PAGED } from "../http/paging";
import { choiceParam, choicesParam, Int64Param, SearchParam } from "../http/parameters";
import { singleton } from "../process/singleton";
import {
  DATE_SORTS,
  type DateSort,
  isDateSort,
  type Listed,
  type PageRange,
  placeOf,
  readPage,
  timeAndIdOf,
} from "../values/cursor";
import { type Order, OrderStatus } from "./schema";
import { toOrder } from "./store";

const ORDER_SORTS = ["newest", ...DATE_SORTS] as const;

export const ListOrdersQuery = z
  .object({
    limit: PAGED.limit,
    petId: z.optional(Int64Param),
    status: z.optional(OrderStatus),
    q: z.optional(SearchParam),
    include: z.optional(choicesParam(["dates"])),
    sort: z.optional(choiceParam(ORDER_SORTS)),
    cursor: z.optional(cursorParam(ORDER_SORTS)),
  })
  .check(cursorFitsSort);
export type ListOrdersQuery = z.infer<typeof ListOrdersQuery>;

type Filter = Pick<ListOrdersQuery, "petId" | "status" | "q"> & { mayFindAdopters: boolean };

/**
 * Keyset paging: without a search, a page costs the same at any depth, in the order of a date only among orders of one
 * status. A search finds names of adopters only for those who may read applications.
 */
export async function listOrders(
  { petId, status, q, include, sort, ...request }: ListOrdersQuery,
  mayFindAdopters: boolean,
): Promise<Listed<Order>> {
  const filter = { petId, status, q, mayFindAdopters };
  const source = isDateSort(sort)
    ? {
        read: (range: PageRange) => readByDate(range, sort, filter),
        idOf: ({ id, shipDate, changedAt }: OrderRow) => placeOf({ shipDate, changed: changedAt }[sort], id, sort),
      }
    : {
        read: (range: PageRange) => readRange(range, [ID], Prisma.sql`${range.id}::bigint`, filter),
        idOf: ({ id }: OrderRow) => id,
        async settle(read: () => Promise<OrderRow[]>) {
          const settled = await settledId();
          return { rows: await read(), settled };
        },
      };
  const { entries, ...page } = await readPage<OrderRow>({ ...request, sort }, source);
  if (!include?.includes("dates")) return { data: entries.map(toOrder), page };
  const datesOf = await readDates(entries);
  return { data: entries.map((row) => ({ ...toOrder(row), dates: datesOf(row) })), page };
}

const ID = Prisma.sql`id`;

/** The expressions that order the lists by date, as in the indexes orders_hand_over_idx and orders_changed_idx. */
const KEYS: Readonly<Record<DateSort, Prisma.Sql>> = {
  shipDate: Prisma.sql`coalesce(ship_date, 'infinity')`,
  changed: Prisma.sql`coalesce(changed_at, '-infinity')`,
};

function readByDate(range: PageRange, sort: DateSort, filter: Filter): Promise<OrderRow[]> {
  const { time, id } = timeAndIdOf(range.id);
  return readRange(range, [KEYS[sort], ID], Prisma.sql`${time}::timestamptz, ${id}::bigint`, filter);
}

function readRange(
  { direction, count }: PageRange,
  columns: Prisma.Sql[],
  place: Prisma.Sql,
  filter: Filter,
): Promise<OrderRow[]> {
  const [comparison, order] =
    direction === "newer" ? [Prisma.sql`>=`, Prisma.sql`ASC`] : [Prisma.sql`<=`, Prisma.sql`DESC`];
  const from = Prisma.sql`(${Prisma.join(columns)}) ${comparison} (${place})`;
  const read = () => db().$queryRaw<OrderRow[]>`
    SELECT id, pet_id AS "petId", status::text AS status, ship_date AS "shipDate", changed_at AS "changedAt",
      return_reason AS "returnReason", version
    FROM orders WHERE ${Prisma.join([from, ...conditionsOf(filter)], " AND ")}
    ORDER BY ${Prisma.join(columns.map((column) => Prisma.sql`${column} ${order}`))} LIMIT ${count}`;
  return filter.q === undefined ? read() : searches.within(read);
}

/** Searches in progress. A rare name is looked for in all orders, so searches may not take all connections. */
const searches = singleton("orders.searches", () => new Semaphore({ maxTaken: 2, maxWaiting: 50, maxWaitMs: 3_000 }));

function conditionsOf({ petId, status, q, mayFindAdopters }: Filter): Prisma.Sql[] {
  return [
    ...(petId === undefined ? [] : [Prisma.sql`pet_id = ${petId}`]),
    ...(status ? [Prisma.sql`status = ${status}::"OrderStatus"`] : []),
    ...(q === undefined ? [] : [contains(q, mayFindAdopters)]),
  ];
}

/** Each name is looked up separately: with EXISTS, PostgreSQL may read all animals instead. */
function contains(q: string, mayFindAdopters: boolean): Prisma.Sql {
  const wanted = Prisma.sql`(SELECT pets_fold(${q}::text))`;
  const pet = Prisma.sql`(SELECT strpos(folded, ${wanted}) > 0 FROM pets WHERE pets.id = orders.pet_id)`;
  const adopter = Prisma.sql`(
    SELECT bool_or(strpos(pets_fold(name), ${wanted}) > 0) FROM applications WHERE order_id = orders.id)`;
  return mayFindAdopters ? Prisma.sql`(${pet} OR ${adopter})` : pet;
}

async function readDates(orders: readonly OrderRow[]) {
  const changes = await db().$queryRaw<{ id: string; set: bigint; action: string; at: Date }[]>`
    SELECT subject_id AS id, set_id AS set, action, change_sets.at FROM changes JOIN change_sets ON change_sets.id = set_id
    WHERE pet_id = ANY (${orders.map(({ petId }) => petId)}::bigint[]) AND subject = 'order'
      AND action <> 'order.scheduled' ORDER BY set_id`;
  const byOrder = Map.groupBy(changes, ({ id }) => id);
  return ({ id, changedAt }: OrderRow) => {
    const steps = byOrder.get(String(id));
    return {
      placedAt: steps?.at(0)?.at.toISOString() ?? null,
      changedAt: changedAt?.toISOString() ?? null,
      recordedAt: steps?.at(-1)?.at.toISOString() ?? null,
      changeSetId: steps?.at(-1)?.set ?? null,
    };
  };
}

/** Returns the id up to which no more orders can appear. A later statement reads all of them. */
async function settledId(): Promise<bigint> {
  const [row] = await db().$queryRaw<
    { id: bigint }[]
  >`SELECT settled_id('orders_id_seq', ${HELD_IDS.orders}::int) AS id`;
  return row?.id ?? 0n;
}
