import type { OrderStatus } from "./status";

/** What the shelter reads for each status of an adoption. */
export const ORDER_LABELS: Readonly<Record<OrderStatus, string>> = {
  open: "Open",
  completed: "Adopted",
  returned: "Came back",
  cancelled: "Cancelled",
};
