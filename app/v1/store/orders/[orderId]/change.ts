import { authorOf } from "@/lib/api/caller";
import { endpoint } from "@/lib/api/endpoint";
import { changeOrderAndApplications } from "@/lib/applications/order-effects-store";
import { Order, type OrderCompletion, OrderParams, type OrderReturn } from "@/lib/orders/schema";
import type { OrderAction } from "@/lib/orders/status";
import { EmptyObject } from "@/lib/values/schemas";

/** Returns the operation that completes, cancels or returns an order. */
export const changeOperation = (
  action: OrderAction,
  operationId: string,
  summary: string,
  body: typeof EmptyObject | typeof OrderCompletion | typeof OrderReturn = EmptyObject,
) =>
  endpoint({
    operationId,
    summary,
    scope: "orders:write",
    stability: "experimental",
    params: OrderParams,
    body,
    returns: Order,
    refuses: ["conflict"],
    handle: async ({ params: { orderId }, body: more, caller }) => ({
      data: await changeOrderAndApplications(authorOf(caller), orderId, action, more),
    }),
  });
