import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { OrderAction } from "../adoptions/transitions";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { type Edit, sendEdit } from "../http/edit";
import { followChanges, QUERY_ROOTS } from "../http/query-client";
import { parsePageLinks, toParameters } from "../http/query-string";
import { MAX_PAGE_SIZE } from "../values/schemas";
import { fromLocalFields, type PlannedDay, toLocalFields } from "./hand-over";
import type { OrdersParams } from "./params";
import { Order, type OrderReturn, Orders } from "./schema";

const PAGE_SIZE = 20;

export type OrdersPage = { orders: Order[]; next: string | null; prev: string | null };

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
export async function fetchNextHandOvers(signal: AbortSignal): Promise<Order[]> {
  const search = new URLSearchParams({ limit: String(MAX_PAGE_SIZE), status: "open", sort: "shipDate" });
  return (await callApi(`/v1/store/orders?${search}`, Orders, { signal })).data;
}

async function fetchOrder(id: string, signal?: AbortSignal): Promise<Order> {
  return (await callApi(`/v1/store/orders/${id}`, Order, { signal })).data;
}

/** Opens an adoption. @throws ApiError */
export const sendPlaceOrder = (petId: bigint) =>
  sendCommand("/v1/store/orders", Order, { method: "POST", body: { petId } });

export type TakenStep = { action: OrderAction; details?: OrderReturn };

/** @throws ApiError */
export const sendOrderStep = (id: bigint, { action, details = {} }: TakenStep, confirm?: string) =>
  sendCommand(`/v1/store/orders/${id}/${action}`, Order, { method: "POST", body: details, confirm });

/** Sets when an animal is handed over. @throws ApiError */
export function saveHandOver(id: bigint, edit: Edit<PlannedDay>) {
  const send = ({ version, values: { day } }: Edit<PlannedDay>) => {
    const body = { shipDate: fromLocalFields(day) ?? null };
    return sendCommand(`/v1/store/orders/${id}`, Order, { method: "PATCH", body, ifMatch: version });
  };
  return sendEdit(edit, send, async () => toStoredDay(await fetchOrder(String(id))));
}

export const toStoredDay = ({ version, shipDate }: Pick<Order, "version" | "shipDate">) => ({
  version,
  values: { day: toLocalFields(shipDate) },
});

export function ordersQuery(params: OrdersParams) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.orders, "list", params],
    queryFn: ({ signal }) => fetchOrders(params, signal),
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.orders, "one", id],
    queryFn: ({ signal }) => fetchOrder(id, signal),
    ...followChanges,
  });
}
