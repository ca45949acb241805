import { authorOf } from "@/lib/api/actor";
import { endpoint } from "@/lib/api/endpoint";
import { EmptyObject } from "@/lib/bodies";
import { Order, OrderParams } from "@/lib/orders/schema";
import type { OrderAction } from "@/lib/orders/status";
import { changeOrder } from "@/lib/orders/store";

/** The operation that completes, cancels or returns an order. */
export const changeOperation = (action: OrderAction, operationId: string, summary: string) =>
  endpoint({
    operationId,
    summary,
    scope: "orders:write",
    stability: "experimental",
    params: OrderParams,
    body: EmptyObject,
    returns: Order,
    refuses: ["conflict"],
    handle: async ({ params: { orderId }, caller }) => ({
      data: await changeOrder(authorOf(caller), orderId, action),
    }),
  });
