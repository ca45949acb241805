import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { undoOrderAndApplications } from "@/lib/applications/order-effects-store";
import { Order, OrderParams, OrderUndo } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "undoOrder",
    summary: "Undo that an order was completed, cancelled or returned",
    scope: "orders:write",
    stability: "experimental",
    params: OrderParams,
    body: OrderUndo,
    returns: Order,
    refuses: ["conflict"],
    handle: async ({ params: { orderId }, body, caller }) => ({
      data: await undoOrderAndApplications(authorOf(caller), orderId, body),
    }),
  }),
});
