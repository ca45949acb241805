import { ListOrdersQuery } from "../../orders/list-store";
import * as schema from "../../orders/schema";
import { described, named } from "../named";
import { PAGING } from "./common";

named(
  schema.OrderStatus,
  "OrderStatus",
  "`open`: the animal is reserved. `completed`: it was handed over. `cancelled`: it was never handed over. `returned`: it was handed over and came back.",
);

named(schema.Order, "Order", "An adoption: one animal on its way to somebody, or with them.", {
  id: "Assigned by the service. Ids only grow.",
  petId: "The animal. It has at most one open order, and may have any number of earlier ones.",
  quantity: "Always 1, because an order is for one animal.",
  shipDate:
    "The planned hand-over, or null while there is no date. It is only a plan: nothing happens when it passes. A time of 12:00:00.001 UTC means the day alone, in every time zone.",
  complete: "Whether the adoption is in force: true while `status` is `completed`, and false again after a return.",
  status: "How far the adoption has come.",
  returnReason:
    "Why the animal came back, as given to `returnOrder`. Null without a reason, and once the adopter's application has been deleted.",
  version: "The `ETag` without quotes, for `If-Match`.",
  dates: "When its steps were taken. Only in `listOrders`, with `include=dates`.",
});

named(schema.OrderDates, "OrderDates", "When the steps of an order were taken.", {
  placedAt: "When it was placed. Null if that was not recorded.",
  changedAt: "Since when it has its status: the `tookPlaceAt` of its last step, or else the time of that request.",
  recordedAt: "When the last step was recorded, even if it took place earlier.",
  changeSetId: "The change set of the last step, which `undoChangeSet` can reverse.",
});

const SHIP_DATE =
  "When the animal will be handed over, in the years 2000 to 2999, or null. 12:00:00.001 UTC means the day alone.";

named(schema.NewOrder, "NewOrder", "The animal to reserve, and perhaps when it will be handed over.", {
  petId: "An `available` animal.",
  shipDate: `${SHIP_DATE} It can be set later with \`scheduleOrder\`.`,
});

named(schema.OrderSchedule, "OrderSchedule", "A new date for the hand-over.", {
  shipDate: SHIP_DATE,
});

const EARLIER = "Lists, `dates` and `arrivedAt` go by it, and the history also keeps the time of the request.";

named(schema.OrderCompletion, "OrderCompletion", "When the animal was handed over, if not just now.", {
  tookPlaceAt: `When the animal was really handed over, if that was before now; 400 in the future. ${EARLIER} The \`shipDate\` stays as planned.`,
});

named(schema.OrderReturn, "OrderReturn", "Why and when the animal came back.", {
  tookPlaceAt: `When the animal really came back, if that was before now; 409 before the hand-over. ${EARLIER}`,
  reason: "Why the animal came back, for the shelter only. It cannot be changed later.",
  hidden: "Hides the animal from visitors for now, and says why. It needs `care:write`.",
});

const orderId = "The id of an order. Anything that is no int64 gets 404.";
described(schema.OrderParams, { orderId });

described(ListOrdersQuery, {
  ...PAGING,
  petId: "Only orders for this animal.",
  status: "Only orders that have this status now.",
  q: "A part of the animal's name. Case and accents are ignored. On the site's own pages it also finds adopters by name.",
  include: "`dates` adds to each order when its steps were taken.",
  sort: "`newest` (the default) goes by id. `shipDate` has the earliest hand-over first, and those without a date last. `changed` has the order first that got its status last.",
});
