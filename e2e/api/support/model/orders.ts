import { refuse, type Step } from "./calls";
import { changed, decided, differences, reopenDeclined, type State, withApplications } from "./state";

const ACTIONS = {
  complete: { from: "open", to: "completed", status: "sold" },
  cancel: { from: "open", to: "cancelled", status: "available" },
  return: { from: "completed", to: "returned", status: "available" },
} as const;

/** Places an order, which makes the animal pending. */
export function place(state: State, id: bigint): Step {
  if (state.removed) return refuse(state, 404);
  if (state.fields.status !== "available") return refuse(state, 409);
  const order = { id, status: "open" } as const;
  const after = changed(state, "order.placed", differences(state.fields, { status: "pending" }));
  return { outcome: { status: 201, order }, state: { ...after, orders: [...state.orders, order] } };
}

/** Completes, cancels or returns an order. */
export function changeOrder(state: State, kind: keyof typeof ACTIONS, id: bigint): Step {
  const { from, to, status } = ACTIONS[kind];
  const index = state.orders.findIndex((order) => order.id === id);
  if (state.orders[index]?.status !== from) return refuse(state, 409);
  const later = state.orders.slice(index + 1);
  if (kind === "return" && later.some((one) => one.status === "open" || one.status === "completed")) {
    return refuse(state, 409);
  }
  const order = { id, status: to };
  const changes = differences(state.fields, { status });
  const after = Object.keys(changes).length > 0 ? changed(state, `order.${to}`, changes) : state;
  const ordered = { ...after, orders: state.orders.with(index, order) };
  return { outcome: { status: 200, order }, state: kind === "complete" ? ordered : freed(ordered, kind, id) };
}

/** What follows for the applications from cancelling or returning an order. */
function freed(state: State, kind: "cancel" | "return", id: bigint): State {
  if (kind === "return") return reopenDeclined(state);
  return withApplications(state, (application) =>
    application.orderId === id ? { ...decided(application, { status: "talking" }), orderId: null } : application,
  );
}
