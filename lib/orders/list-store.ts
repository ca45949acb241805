import "server-only";
import { type DateSort, isDateSort, type Neighbours, placeOf, readPage, type Stretch, timeAndIdOf } from "../cursor";
import { db } from "../database/client";
import { Prisma } from "../generated/prisma/client";
import type { ListOrdersQuery } from "./list-query";
import type { ListedOrder } from "./schema";
import { type OrderRow, toOrder } from "./store";

/** One page of orders, and the cursors of its neighbours. */
type ListedOrders = { orders: ListedOrder[] } & Neighbours;
type Filter = Pick<ListOrdersQuery, "petId" | "status">;

/**
 * Lists orders with keyset paging, by default newest first: a page costs the same at any depth, and new orders do not
 * move later pages. By a date, that is so for the orders of one status.
 */
export async function listOrders({ petId, status, include, ...request }: ListOrdersQuery): Promise<ListedOrders> {
  const { sort } = request;
  const filter = { petId, status };
  const { entries, ...page } = isDateSort(sort)
    ? await readPage(request, {
        read: (stretch) => readByDate(stretch, sort, filter),
        idOf: ({ id, shipDate, changedAt }) => placeOf({ shipDate, changed: changedAt }[sort], id, sort),
      })
    : await readPage(request, {
        read: (stretch) => readById(stretch, filter),
        idOf: ({ id }) => id,
        async settle(read) {
          const settled = await settledId();
          return { rows: await read(), settled };
        },
      });
  if (!include?.has("dates")) return { orders: entries.map(toOrder), ...page };
  const datesOf = await readDates(entries);
  return { orders: entries.map((row) => ({ ...toOrder(row), dates: datesOf(row) })), ...page };
}

function readById({ direction, id, count }: Stretch, { petId, status }: Filter): Promise<OrderRow[]> {
  return db().order.findMany({
    where: {
      ...(petId !== undefined && { petId }),
      ...(status && { status }),
      id: direction === "newer" ? { gte: id } : { lte: id },
    },
    orderBy: { id: direction === "newer" ? "asc" : "desc" },
    take: count,
  });
}

/** What the lists by date are ordered by, as the indexes of 0081_orders_by_date have it. */
const KEYS: Readonly<Record<DateSort, Prisma.Sql>> = {
  shipDate: Prisma.sql`coalesce(ship_date, 'infinity')`,
  changed: Prisma.sql`coalesce(changed_at, '-infinity')`,
};

async function readByDate(stretch: Stretch, sort: DateSort, { petId, status }: Filter): Promise<OrderRow[]> {
  const key = KEYS[sort];
  const { time, id } = timeAndIdOf(stretch.id);
  const isNewer = stretch.direction === "newer";
  const place = Prisma.sql`(${time}::timestamptz, ${id}::bigint)`;
  const conditions = [
    isNewer ? Prisma.sql`(${key}, id) >= ${place}` : Prisma.sql`(${key}, id) <= ${place}`,
    ...(petId === undefined ? [] : [Prisma.sql`pet_id = ${petId}`]),
    ...(status ? [Prisma.sql`status = ${status}::"OrderStatus"`] : []),
  ];
  const order = isNewer ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return db().$queryRaw<OrderRow[]>`
    SELECT id, pet_id AS "petId", status::text AS status, ship_date AS "shipDate", changed_at AS "changedAt",
      return_reason AS "returnReason"
    FROM orders WHERE ${Prisma.join(conditions, " AND ")}
    ORDER BY ${key} ${order}, id ${order} LIMIT ${stretch.count}`;
}

/** Reads when orders were placed and when they got their current status, or null where that is not known. */
async function readDates(orders: readonly OrderRow[]) {
  const placed = await db().orderChange.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) }, action: "placed" },
    select: { orderId: true, at: true },
  });
  const placedAt = new Map(placed.map(({ orderId, at }) => [orderId, at.toISOString()]));
  return ({ id, changedAt }: OrderRow) => ({
    placedAt: placedAt.get(id) ?? null,
    changedAt: changedAt?.toISOString() ?? null,
  });
}

/** Returns the id up to which no more orders can appear. A later statement reads all of them. */
async function settledId(): Promise<bigint> {
  const [row] = await db().$queryRaw<{ id: bigint }[]>`SELECT orders_settled_id() AS id`;
  return row?.id ?? 0n;
}
