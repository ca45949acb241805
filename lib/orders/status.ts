import type { PetStatus } from "../pets/status";
import { DAY_MS } from "../values/time";

/** The statuses of an order (docs/contract.md, "Orders"). */
export const ORDER_STATUSES = ["open", "completed", "cancelled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_ACTIONS = {
  complete: { from: "open", to: "completed" },
  cancel: { from: "open", to: "cancelled" },
  return: { from: "completed", to: "returned" },
} as const satisfies Record<string, { from: OrderStatus; to: OrderStatus }>;
export type OrderAction = keyof typeof ORDER_ACTIONS;

/** How long pages offer to undo a completion. */
export const COMPLETION_UNDO_MS = DAY_MS;

export const PET_STATUS = {
  open: "pending",
  completed: "sold",
  cancelled: "available",
  returned: "available",
} as const satisfies Record<OrderStatus, PetStatus>;

export const ORDER_LABELS: Readonly<Record<OrderStatus, string>> = {
  open: "Open",
  completed: "Adopted",
  returned: "Came back",
  cancelled: "Cancelled",
};
