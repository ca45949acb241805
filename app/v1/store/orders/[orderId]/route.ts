import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { Order, OrderParams, OrderSchedule } from "@/lib/orders/schema";
import { getOrder, scheduleOrder } from "@/lib/orders/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getOrder",
    summary: "Get an order",
    scope: "orders:read",
    stability: "experimental",
    params: OrderParams,
    returns: Order,
    handle: async ({ params: { orderId } }) => ({ data: await getOrder(orderId) }),
  }),
  PATCH: endpoint({
    operationId: "scheduleOrder",
    summary: "Set when the animal of an open order is handed over",
    scope: "orders:write",
    stability: "experimental",
    params: OrderParams,
    body: OrderSchedule,
    returns: Order,
    refuses: ["precondition_failed", "conflict"],
    handle: async ({ params: { orderId }, body, caller }) => ({
      data: await scheduleOrder(authorOf(caller), orderId, body),
    }),
  }),
});
