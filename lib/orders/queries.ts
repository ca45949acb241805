import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { QUERY_ROOTS } from "../query-keys";
import { followChanges, refetch } from "../refetch";
import {
  fetchOrder,
  fetchOrders,
  type OrdersPage,
  type OrdersParams,
  sendOrderAction,
  sendPlaceOrder,
  sendScheduleOrder,
  sendUndoOrder,
} from "./calls";
import type { Order, OrderCompletion, OrderReturn, OrderSchedule } from "./schema";
import type { OrderAction, UndoableStatus } from "./status";

/** The query keys of this slice. */
export const orderKeys = {
  all: QUERY_ROOTS.orders,
  lists: [...QUERY_ROOTS.orders, "list"] as const,
  list: (params: OrdersParams) => [...orderKeys.lists, params] as const,
  one: (id: string) => [...orderKeys.all, "one", id] as const,
};

/** Returns the query for a page of adoptions, refreshed while the page is open. */
export function ordersQuery(params: OrdersParams) {
  return queryOptions({
    queryKey: orderKeys.list(params),
    queryFn: ({ signal }) => fetchOrders(params, signal),
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

/** Returns the query for one adoption, refreshed while the page is open. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => fetchOrder(id, signal),
    ...followChanges,
  });
}

/** Opens an adoption. */
export function usePlaceOrder() {
  const changed = useOrdersChanged();
  return useMutation({ mutationFn: sendPlaceOrder, onSettled: changed });
}

/** Returns a function that cancels an open adoption, which undoes opening it. */
export function useCancelOrder() {
  const changed = useOrdersChanged();
  return (id: bigint) => sendOrderAction(id, "cancel").finally(() => void changed());
}

/** What else a step says: its day if that was earlier, and the reason of a return. */
export type StepDetails = OrderReturn;

/** A step of an adoption. */
export type TakenStep = { action: OrderAction; details?: StepDetails };

/** Completes, cancels or returns an adoption. */
export function useOrderAction(id: bigint) {
  const changed = useOrdersChanged();
  return useMutation({
    mutationFn: ({ action, details }: TakenStep) => sendOrderAction(id, action, details),
    onSettled: changed,
  });
}

/** Undoes the last step of an adoption. */
export function useUndoOrder(id: bigint) {
  const changed = useOrdersChanged();
  return useMutation({ mutationFn: (status: UndoableStatus) => sendUndoOrder(id, status), onSettled: changed });
}

/** Hands over the animal of an open adoption, and undoes that. */
export function useCompleteOrder() {
  const changed = useOrdersChanged();
  const handOver = (id: bigint, details: OrderCompletion) =>
    sendOrderAction(id, "complete", details).finally(() => void changed());
  const undo = (id: bigint) => sendUndoOrder(id, "completed").finally(() => void changed());
  return { handOver, undo };
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

/** Refetches everything that a changed adoption affects, including its animal and the applications. */
function useOrdersChanged() {
  const client = useQueryClient();
  return async () => {
    // The list of animals comes first, because browsers send only a few requests at a time.
    for (const key of [QUERY_ROOTS.pets, QUERY_ROOTS.applications, QUERY_ROOTS.overview]) void refetch(client, key);
    await refetch(client, orderKeys.all);
  };
}
