import { authorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { Nothing, Order, OrderParams } from "@/lib/orders/schema";
import { changeOrder } from "@/lib/orders/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "returnOrder",
    summary: "Return an order",
    scope: "orders:write",
    stability: "experimental",
    params: OrderParams,
    body: Nothing,
    returns: Order,
    refuses: ["conflict"],
    handle: async ({ params: { orderId }, caller }) => ({
      data: await changeOrder(authorOf(caller), orderId, "return"),
    }),
  }),
});
