import type { PetStatus } from "../pets/status";

/** The statuses of an order (docs/contract.md, "Orders"). */
export const ORDER_STATUSES = ["open", "completed", "cancelled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The actions on an order: the statuses before and after, and the status that the animal gets. */
export const ORDER_ACTIONS = {
  complete: { from: "open", to: "completed", pet: "sold" },
  cancel: { from: "open", to: "cancelled", pet: "available" },
  return: { from: "completed", to: "returned", pet: "available" },
} as const satisfies Record<string, { from: OrderStatus; to: OrderStatus; pet: PetStatus }>;
export type OrderAction = keyof typeof ORDER_ACTIONS;
