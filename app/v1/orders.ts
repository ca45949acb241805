import { authorOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { changeOrderAndApplications } from "@/lib/applications/effects-store";
import { undoOrder } from "@/lib/applications/undo-store";
import { ListOrdersQuery, listOrders } from "@/lib/orders/list-store";
import {
  NewOrder,
  Order,
  OrderCompletion,
  OrderParams,
  OrderReturn,
  OrderSchedule,
  Orders,
  OrderUndo,
} from "@/lib/orders/schema";
import type { OrderAction } from "@/lib/orders/status";
import { getOrder, placeOrder, scheduleOrder } from "@/lib/orders/store";
import { EmptyObject } from "@/lib/values/schemas";

const changeOperation = (
  action: OrderAction,
  operationId: string,
  summary: string,
  body: typeof EmptyObject | typeof OrderCompletion | typeof OrderReturn = EmptyObject,
) =>
  endpoint({
    operationId,
    summary,
    scope: "orders:write",
    params: OrderParams,
    body,
    returns: Order,
    refuses: ["conflict"],
    handle: async ({ params: { orderId }, body: more, caller }) => ({
      data: await changeOrderAndApplications(authorOf(caller), orderId, action, more),
    }),
  });

export const ORDERS: Routes = {
  "/v1/store/orders": {
    GET: endpoint({
      operationId: "listOrders",
      summary: "List orders",
      scope: "orders:read",
      query: ListOrdersQuery,
      returns: Orders,
      sends: ["Link"],
      async handle({ query, caller }) {
        const mayFindAdopters = "scopes" in caller && caller.scopes.includes("applications:read");
        const { orders, ...page } = await listOrders(query, mayFindAdopters);
        return { data: orders, page };
      },
    }),
    POST: endpoint({
      operationId: "placeOrder",
      summary: "Place an order",
      scope: "orders:write",
      body: NewOrder,
      returns: Order,
      status: 201,
      sends: ["Location"],
      refuses: ["not_found", "conflict"],
      async handle({ body, caller }) {
        const order = await placeOrder(authorOf(caller), body);
        return { data: order, location: `/v1/store/orders/${order.id}` };
      },
    }),
  },
  "/v1/store/orders/[orderId]": {
    GET: endpoint({
      operationId: "getOrder",
      summary: "Get an order",
      scope: "orders:read",
      params: OrderParams,
      returns: Order,
      handle: async ({ params: { orderId } }) => ({ data: await getOrder(orderId) }),
    }),
    PATCH: endpoint({
      operationId: "scheduleOrder",
      summary: "Set when the animal of an open order is handed over",
      scope: "orders:write",
      params: OrderParams,
      body: OrderSchedule,
      returns: Order,
      refuses: ["precondition_failed", "conflict"],
      handle: async ({ params: { orderId }, body, caller }) => ({
        data: await scheduleOrder(authorOf(caller), orderId, body),
      }),
    }),
  },
  "/v1/store/orders/[orderId]/complete": {
    POST: changeOperation("complete", "completeOrder", "Complete an order", OrderCompletion),
  },
  "/v1/store/orders/[orderId]/cancel": {
    POST: changeOperation("cancel", "cancelOrder", "Cancel an order"),
  },
  "/v1/store/orders/[orderId]/return": {
    POST: changeOperation("return", "returnOrder", "Return an order", OrderReturn),
  },
  "/v1/store/orders/[orderId]/undo": {
    POST: endpoint({
      operationId: "undoOrder",
      summary: "Undo that an order was completed, cancelled or returned",
      scope: "orders:write",
      params: OrderParams,
      body: OrderUndo,
      returns: Order,
      refuses: ["conflict"],
      handle: async ({ params: { orderId }, body, caller }) => ({
        data: await undoOrder(authorOf(caller), orderId, body),
      }),
    }),
  },
};
