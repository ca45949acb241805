import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { ListOrdersQuery, listOrders } from "@/lib/orders/list-store";
import { NewOrder, Order, Orders } from "@/lib/orders/schema";
import { placeOrder } from "@/lib/orders/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listOrders",
    summary: "List orders",
    scope: "orders:read",
    stability: "experimental",
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
    stability: "experimental",
    body: NewOrder,
    returns: Order,
    status: 201,
    sends: ["Location"],
    idempotent: true,
    refuses: ["not_found", "conflict"],
    async handle({ body, caller, transaction }) {
      const order = await placeOrder(authorOf(caller), body, transaction);
      return { data: order, location: `/v1/store/orders/${order.id}` };
    },
  }),
});
