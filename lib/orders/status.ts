export const ORDER_STATUSES = ["open", "completed", "cancelled", "returned"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ORDER_LABELS: Readonly<Record<OrderStatus, string>> = {
  open: "Open",
  completed: "Adopted",
  returned: "Came back",
  cancelled: "Cancelled",
};
