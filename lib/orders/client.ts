import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type OrderAction, STEPS } from "../adoptions/transitions";
import { callApi, changeSetsOf } from "../http/client";
import { ApiError, isCertain, isStale } from "../http/errors";
import { followChanges, QUERY_ROOTS, refetch } from "../http/query-client";
import { parsePageLinks, toParameters } from "../http/query-string";
import { MAX_PAGE_SIZE, parseInt64 } from "../values/schemas";
import { MAX_SEARCH_LENGTH } from "../values/search-length";
import { type ListedOrder, Order, type OrderReturn, type OrderSchedule, Orders } from "./schema";
import { ORDER_STATUSES, type OrderStatus } from "./status";

const PAGE_SIZE = 20;

export type OrdersParams = {
  q?: string | undefined;
  status: OrderStatus;
  petId?: string | undefined;
  cursor?: string | undefined;
};
export type OrdersPage = { orders: ListedOrder[]; next: string | null; prev: string | null };

/** Reads one page of adoptions: the open ones by their hand-over, the others by when they ended, latest first. */
export async function fetchOrders(
  { q, status, petId, cursor }: OrdersParams,
  signal: AbortSignal,
): Promise<OrdersPage> {
  const sort = status === "open" ? "shipDate" : "changed";
  const search = toParameters({ limit: PAGE_SIZE, include: "dates", status, sort, q, petId, cursor });
  const { data, headers } = await callApi(`/v1/store/orders?${search}`, Orders, { signal });
  return { orders: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads the open adoptions with the earliest hand-overs, up to the largest page. */
export async function fetchNextHandOvers(signal: AbortSignal): Promise<ListedOrder[]> {
  const search = new URLSearchParams({ limit: String(MAX_PAGE_SIZE), status: "open", sort: "shipDate" });
  return (await callApi(`/v1/store/orders?${search}`, Orders, { signal })).data;
}

async function fetchOrder(id: string, signal?: AbortSignal): Promise<Order> {
  return (await callApi(`/v1/store/orders/${id}`, Order, { signal })).data;
}

type Placement = { petId: bigint; idempotencyKey: string };

/** Opens an adoption. A repeated call with the same Idempotency-Key opens no second one. @throws ApiError */
async function sendPlaceOrder({ petId, idempotencyKey }: Placement): Promise<ChangedOrder> {
  const call = { method: "POST", body: { petId }, idempotencyKey } as const;
  const { data, headers } = await callApi("/v1/store/orders", Order, call);
  return { order: data, changeSets: changeSetsOf(headers) };
}

/** After a lost answer, no change sets are known. */
type ChangedOrder = { order: Order; changeSets: string[] };

/**
 * After a lost answer, or when somebody else was quicker, checks whether the adoption has the wanted status.
 * @throws ApiError; if `isCertain(error)` is false, the outcome is unknown
 */
async function sendOrderAction(id: bigint, { action, details = {}, confirm }: TakenStep): Promise<ChangedOrder> {
  const isDone = ({ status }: Order) => status === STEPS[action].to;
  const call = { method: "POST", body: details, confirm } as const;
  const { order, changeSets } = await sendAndConfirm(id, `/${action}`, call, isDone);
  return { order, changeSets: changeSets.length > 0 ? changeSets : await fetchLastStep(order).catch(() => []) };
}

/** Reads which change set gave an order its status, after a lost answer. */
async function fetchLastStep({ id, petId }: Order): Promise<string[]> {
  const search = toParameters({ limit: MAX_PAGE_SIZE, include: "dates", petId: String(petId) });
  const { data } = await callApi(`/v1/store/orders?${search}`, Orders);
  const set = data.find((order) => order.id === id)?.dates?.changeSetId ?? null;
  return set === null ? [] : [String(set)];
}

/** Sets when an animal is handed over, unless somebody has changed what it `was`. @throws ApiError */
function sendScheduleOrder(id: bigint, body: OrderSchedule): Promise<ChangedOrder> {
  return sendAndConfirm(id, "", { method: "PATCH", body }, ({ shipDate }) => shipDate === body.shipDate);
}

async function sendAndConfirm(
  id: bigint,
  path: string,
  call: { method: "POST" | "PATCH"; body: object; confirm?: string | undefined },
  isDone: (order: Order) => boolean,
): Promise<ChangedOrder> {
  try {
    const { data, headers } = await callApi(`/v1/store/orders/${id}${path}`, Order, call);
    return { order: data, changeSets: changeSetsOf(headers) };
  } catch (error) {
    const isConflict = isStale(error) || (error instanceof ApiError && error.code === "conflict");
    if (isCertain(error) && !isConflict) throw error;
    const current = await fetchOrder(String(id)).catch(() => null);
    if (current && isDone(current)) return { order: current, changeSets: [] };
    throw error;
  }
}

export const NO_DAY = "no-day";

export function readAdoptionsParams(search: URLSearchParams): OrdersParams {
  const petId = search.get("petId");
  const q = search.get("q")?.trim();
  const cursor = search.get("cursor");
  return {
    status: ORDER_STATUSES.find((known) => known === search.get("status")) ?? "open",
    ...(q && [...q].length <= MAX_SEARCH_LENGTH && { q }),
    ...(petId && parseInt64(petId) !== null && { petId }),
    ...(cursor && { cursor }),
  };
}

export function adoptionsHref({ q, status = "open", petId, cursor }: Partial<OrdersParams>): string {
  const search = toParameters({ q, status: status !== "open" && status, petId, cursor });
  return search.size > 0 ? `/staff/adoptions?${search}` : "/staff/adoptions";
}

const orderKeys = {
  all: QUERY_ROOTS.orders,
  lists: [...QUERY_ROOTS.orders, "list"] as const,
  list: (params: OrdersParams) => [...orderKeys.lists, params] as const,
  one: (id: string) => [...orderKeys.all, "one", id] as const,
};

export function ordersQuery(params: OrdersParams) {
  return queryOptions({
    queryKey: orderKeys.list(params),
    queryFn: ({ signal }) => fetchOrders(params, signal),
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => fetchOrder(id, signal),
    ...followChanges,
  });
}

export function usePlaceOrder() {
  const changed = useOrdersChanged();
  return useMutation({ mutationFn: sendPlaceOrder, onSettled: changed });
}

export type StepDetails = OrderReturn;

export type TakenStep = { action: OrderAction; details?: StepDetails; confirm?: string | undefined };

export function useOrderAction(id: bigint) {
  const changed = useOrdersChanged();
  return useMutation({
    mutationFn: (step: TakenStep) => sendOrderAction(id, step),
    onSettled: changed,
  });
}

/** Sets when an animal is handed over. The date is shown before the answer, and taken back if it was not saved. */
export function useSchedule(id: bigint) {
  const client = useQueryClient();
  const changed = useOrdersChanged();
  return useMutation({
    mutationFn: (schedule: OrderSchedule) => sendScheduleOrder(id, schedule),
    onMutate: async ({ shipDate }) => {
      await client.cancelQueries({ queryKey: orderKeys.all });
      const before = client.getQueriesData({ queryKey: orderKeys.all });
      client.setQueryData<Order>(orderKeys.one(String(id)), (order) => order && { ...order, shipDate });
      client.setQueriesData<OrdersPage>({ queryKey: orderKeys.lists }, (page) => page && withDate(page, id, shipDate));
      return before;
    },
    onError: (_error, _schedule, before = []) => {
      for (const [key, data] of before) client.setQueryData(key, data);
    },
    onSettled: changed,
  });
}

const withDate = (page: OrdersPage, id: bigint, shipDate: string | null): OrdersPage => ({
  ...page,
  orders: page.orders.map((order) => (order.id === id ? { ...order, shipDate } : order)),
});

function useOrdersChanged() {
  const client = useQueryClient();
  return async () => {
    // The list of animals comes first, because browsers send only a few requests at a time.
    for (const key of [QUERY_ROOTS.pets, QUERY_ROOTS.applications, QUERY_ROOTS.overview]) void refetch(client, key);
    await refetch(client, orderKeys.all);
  };
}
