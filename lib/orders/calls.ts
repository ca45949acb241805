import { callAllPages } from "../http/calls";
import { callApi } from "../http/client";
import { ApiError, isCertain, isStale } from "../http/errors";
import { parsePageLinks } from "../http/links";
import { type ListedOrder, MAX_PAGE_SIZE, Order, type OrderReturn, type OrderSchedule, Orders } from "./schema";
import { ORDER_ACTIONS, type OrderAction, type OrderStatus, statusBefore, type UndoableStatus } from "./status";

/** How many adoptions a page has. */
const PAGE_SIZE = 20;

/** The parameters of a page of adoptions. */
export type OrdersParams = {
  /** A part of the animal's or the adopter's name. */
  q?: string | undefined;
  status: OrderStatus;
  petId?: string | undefined;
  cursor?: string | undefined;
};
/** One page of adoptions, and the cursors of its neighbours. */
export type OrdersPage = { orders: ListedOrder[]; next: string | null; prev: string | null };

/** Reads one page of adoptions: the open ones by their hand-over, the others by when they ended, latest first. */
export async function fetchOrders(
  { q, status, petId, cursor }: OrdersParams,
  signal: AbortSignal,
): Promise<OrdersPage> {
  const sort = status === "open" ? "shipDate" : "changed";
  const search = new URLSearchParams({ limit: String(PAGE_SIZE), include: "dates", status, sort });
  if (q !== undefined) search.set("q", q);
  if (petId !== undefined) search.set("petId", petId);
  if (cursor) search.set("cursor", cursor);
  const { data, headers } = await callApi(`/v1/store/orders?${search}`, Orders, { signal });
  return { orders: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads the open adoptions with the earliest hand-overs, up to the largest page. */
export async function fetchNextHandOvers(signal: AbortSignal): Promise<ListedOrder[]> {
  const search = new URLSearchParams({ limit: String(MAX_PAGE_SIZE), status: "open", sort: "shipDate" });
  return (await callApi(`/v1/store/orders?${search}`, Orders, { signal })).data;
}

/** Reads the open adoptions of these animals. @throws ApiError, ListTooLong */
export async function fetchOpenOrders(petIds: readonly bigint[]): Promise<ListedOrder[]> {
  if (petIds.length === 0) return [];
  const query = { limit: String(MAX_PAGE_SIZE), status: "open" };
  const ofOne = petIds.length === 1 && { petId: String(petIds[0]) };
  const found = await callAllPages("/v1/store/orders", Orders, { ...query, ...ofOne });
  return found.filter(({ petId }) => petIds.includes(petId));
}

/** Reads an adoption. */
export async function fetchOrder(id: string, signal?: AbortSignal): Promise<Order> {
  return (await callApi(`/v1/store/orders/${id}`, Order, { signal })).data;
}

/** An adoption to open, and the Idempotency-Key that makes retrying safe. */
export type Placement = { petId: bigint; idempotencyKey: string };

/** Opens an adoption. A repeated call with the same Idempotency-Key opens no second one. @throws ApiError */
export async function sendPlaceOrder({ petId, idempotencyKey }: Placement): Promise<Order> {
  return (await callApi("/v1/store/orders", Order, { method: "POST", body: { petId }, idempotencyKey })).data;
}

/**
 * Completes, cancels or returns an adoption. If the answer is lost, or somebody else has just done the same, it checks
 * whether the adoption already has the wanted status.
 * @throws ApiError; if `isCertain(error)` is false, the outcome is unknown
 */
export async function sendOrderAction(id: bigint, action: OrderAction, body: OrderReturn = {}): Promise<Order> {
  const path = `/v1/store/orders/${id}/${action}`;
  return sendAndConfirm(
    async () => (await callApi(path, Order, { method: "POST", body })).data,
    id,
    ({ status }) => status === ORDER_ACTIONS[action].to,
  );
}

/**
 * Undoes the completion, cancellation or return of an adoption. If the answer is lost, or somebody else has just done
 * the same, it checks whether the adoption has its earlier status again.
 * @throws ApiError; if `isCertain(error)` is false, the outcome is unknown
 */
export async function sendUndoOrder(id: bigint, status: UndoableStatus): Promise<Order> {
  const path = `/v1/store/orders/${id}/undo`;
  return sendAndConfirm(
    async () => (await callApi(path, Order, { method: "POST", body: { status } })).data,
    id,
    (order) => order.status === statusBefore(status),
  );
}

/** Sets when an animal is handed over, unless somebody has changed what it `was`. @throws ApiError */
export async function sendScheduleOrder(id: bigint, body: OrderSchedule): Promise<Order> {
  const path = `/v1/store/orders/${id}`;
  return sendAndConfirm(
    async () => (await callApi(path, Order, { method: "PATCH", body })).data,
    id,
    (order) => order.shipDate === body.shipDate,
  );
}

async function sendAndConfirm(
  send: () => Promise<Order>,
  id: bigint,
  isDone: (order: Order) => boolean,
): Promise<Order> {
  try {
    return await send();
  } catch (error) {
    const isConflict = isStale(error) || (error instanceof ApiError && error.code === "conflict");
    if (isCertain(error) && !isConflict) throw error;
    const current = await fetchOrder(String(id)).catch(() => null);
    if (current && isDone(current)) return current;
    throw error;
  }
}
