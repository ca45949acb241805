/** The statuses of an order (docs/contract.md, "Orders"). */
export const ORDER_STATUSES = ["open", "completed", "cancelled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
