import { DAY_MS } from "../values/time";

export const ORDER_STATUSES = ["open", "completed", "cancelled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How long pages offer to undo a completion. */
export const COMPLETION_UNDO_MS = DAY_MS;

export const ORDER_LABELS: Readonly<Record<OrderStatus, string>> = {
  open: "Open",
  completed: "Adopted",
  returned: "Came back",
  cancelled: "Cancelled",
};
