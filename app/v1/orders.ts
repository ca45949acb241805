import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import type { OrderAction } from "@/lib/adoptions/transitions";
import { requireScope } from "@/lib/api/authorise";
import { authorOf, hasScope } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import type { Transaction } from "@/lib/database/transaction";
import { ListOrdersQuery, listOrders } from "@/lib/orders/list-store";
import { NewOrder, Order, OrderCompletion, OrderParams, OrderReturn, OrderSchedule, Orders } from "@/lib/orders/schema";
import { getOrder, lockOrder, scheduleOrder, type VersionedOrder } from "@/lib/orders/store";
import { EmptyObject } from "@/lib/values/schemas";

const ONE_ORDER = {
  params: OrderParams,
  precondition: "optional",
  async lock(tx: Transaction, { params: { orderId } }: { params: { orderId: bigint } }) {
    return BigInt((await lockOrder(tx, orderId)).order.version);
  },
  returns: Order,
  sends: ["ETag"],
} as const;

const answerWith = (order: VersionedOrder) => ({ data: order, etag: order.version });

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
    ...ONE_ORDER,
    body,
    refuses: ["conflict"],
    ...(action === "complete" && { confirms: true }),
    async handle({ params: { orderId }, body: more, caller, consent }) {
      if ("hidden" in more) requireScope(caller, "care:write");
      return answerWith(await changeOrder(authorOf(caller), orderId, action, more, consent));
    },
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
      handle: ({ query, caller }) => listOrders(query, hasScope(caller, "applications:read")),
    }),
    POST: endpoint({
      operationId: "placeOrder",
      summary: "Place an order",
      scope: "orders:write",
      body: NewOrder,
      returns: Order,
      status: 201,
      sends: ["Location", "ETag"],
      refuses: ["not_found", "conflict"],
      async handle({ body, caller }) {
        const order = await placeOrder(authorOf(caller), body);
        return { ...answerWith(order), location: `/v1/store/orders/${order.id}` };
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
      sends: ["ETag"],
      handle: async ({ params: { orderId } }) => answerWith(await getOrder(orderId)),
    }),
    PATCH: endpoint({
      operationId: "scheduleOrder",
      summary: "Set when the animal of an open order is handed over",
      scope: "orders:write",
      ...ONE_ORDER,
      body: OrderSchedule,
      refuses: ["conflict"],
      handle: async ({ params: { orderId }, body, caller }) =>
        answerWith(await scheduleOrder(authorOf(caller), orderId, body)),
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
};
