import { endpoint, route } from "@/lib/api/endpoint";
import { Order, OrderParams } from "@/lib/orders/schema";
import { getOrder } from "@/lib/orders/store";

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
});
