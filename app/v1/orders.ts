import { changeOrder, placeOrder } from "@/lib/adoptions/store";
import type { OrderAction } from "@/lib/adoptions/transitions";
import { requireScope } from "@/lib/api/authorise";
import { authorOf, hasScope } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import type { Transaction } from "@/lib/database/transaction";
import { ListOrdersQuery, listOrders } from "@/lib/orders/list-store";
import { NewOrder, Order, OrderCompletion, OrderParams, OrderReturn, OrderSchedule, Orders } from "@/lib/orders/schema";
import { getOrder, lockOrder, scheduleOrder } from "@/lib/orders/store";
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

const answerWith = (order: Order) => ({ data: order, etag: BigInt(order.version) });

const changeOperation = (
  action: OrderAction,
  spec: {
    operationId: string;
    summary: string;
    description: string;
    body: typeof EmptyObject | typeof OrderCompletion | typeof OrderReturn;
  },
) =>
  endpoint({
    ...spec,
    scope: "orders:write",
    ...ONE_ORDER,
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
      description:
        "Lists every adoption that was ever begun, newest first, also those that were cancelled or returned.",
      scope: "orders:read",
      query: ListOrdersQuery,
      returns: Orders,
      sends: ["Link"],
      handle: ({ query, caller }) => listOrders(query, hasScope(caller, "applications:read")),
    }),
    POST: endpoint({
      operationId: "placeOrder",
      summary: "Place an order",
      description:
        "Reserves an animal: the order is `open`, and the animal becomes `pending`. 409 when the animal is not `available`, as when it has an open order, and 404 when it does not exist. When it is handed over, send `completeOrder`.",
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
      description: "Reads one order. Its version, in the `ETag`, counts its status, its hand-over and its return.",
      scope: "orders:read",
      params: OrderParams,
      returns: Order,
      sends: ["ETag"],
      handle: async ({ params: { orderId } }) => answerWith(await getOrder(orderId)),
    }),
    PATCH: endpoint({
      operationId: "scheduleOrder",
      summary: "Set when the animal of an open order is handed over",
      description:
        "Sets `shipDate`, the planned hand-over, or forgets it. Neither the status of the order nor the animal changes, and the animal keeps its version. 409 when the order is not open. Sending the present date changes nothing.",
      scope: "orders:write",
      ...ONE_ORDER,
      body: OrderSchedule,
      refuses: ["conflict"],
      handle: async ({ params: { orderId }, body, caller }) =>
        answerWith(await scheduleOrder(authorOf(caller), orderId, body)),
    }),
  },
  "/v1/store/orders/[orderId]/complete": {
    POST: changeOperation("complete", {
      operationId: "completeOrder",
      summary: "Complete an order",
      description:
        "The animal has been handed over: the order becomes `completed`, and the animal `sold`. Open applications for the animal are declined, and their applicants get an e-mail. If there are any, the first answer is 409 `confirmation_required`, and `Confirm` accepts it. 409 `conflict` when the order is not open, even if it is completed already.",
      body: OrderCompletion,
    }),
  },
  "/v1/store/orders/[orderId]/cancel": {
    POST: changeOperation("cancel", {
      operationId: "cancelOrder",
      summary: "Cancel an order",
      description:
        "The animal will not be handed over: the order becomes `cancelled`, and the animal `available`. If an application had placed the order, it is `talking` again, and its applicant gets an e-mail after a minute. 409 when the order is not open: a completed one is returned with `returnOrder`.",
      body: EmptyObject,
    }),
  },
  "/v1/store/orders/[orderId]/return": {
    POST: changeOperation("return", {
      operationId: "returnOrder",
      summary: "Return an order",
      description:
        "The animal has come back: the order becomes `returned`, and the animal `available`. It waits from that moment on, and a new order can be placed. Applications that were declined stay declined. 409 when the order is not `completed`, or `tookPlaceAt` is before the hand-over.",
      body: OrderReturn,
    }),
  },
};
