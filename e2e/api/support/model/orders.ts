import { type CallOf, refuse, type Step } from "./calls";
import { changed, decided, differences, reopenDeclined, type State, UNNOTIFIED, withApplications } from "./state";

const ACTIONS = {
  complete: { from: "open", to: "completed" },
  cancel: { from: "open", to: "cancelled" },
  return: { from: "completed", to: "returned" },
} as const;
const BEFORE = { completed: "open", cancelled: "open", returned: "completed" } as const;
/** The status of the animal that goes with that of its order. */
const PET_STATUS = { open: "pending", completed: "sold", cancelled: "available", returned: "available" } as const;

/** Places an order, which makes the animal pending. */
export function place(state: State, id: bigint): Step {
  if (state.removed) return refuse(state, 404);
  if (state.fields.status !== "available") return refuse(state, 409);
  const order = { id, status: "open", shipDate: null } as const;
  const after = changed(state, "order.placed", differences(state.fields, { status: "pending" }));
  // An adoption is over once its animal was made available by hand.
  const earlier = state.orders.map((one) =>
    one.status === "completed" ? { ...one, status: "returned" as const } : one,
  );
  const orders = [...earlier, { ...order, mayUndo: false, isOld: false }];
  return { outcome: { status: 201, order }, state: { ...after, orders } };
}

/** Completes, cancels or returns an order. */
export function changeOrder(state: State, kind: keyof typeof ACTIONS, id: bigint): Step {
  const { from, to } = ACTIONS[kind];
  const index = state.orders.findIndex((order) => order.id === id);
  const current = state.orders[index];
  if (current?.status !== from) return refuse(state, 409);
  const order = { id, status: to, shipDate: current.shipDate };
  const changes = differences(state.fields, { status: PET_STATUS[to] });
  const after = Object.keys(changes).length > 0 ? changed(state, `order.${to}`, changes) : state;
  const ordered = { ...after, orders: state.orders.with(index, { ...order, mayUndo: true, isOld: false }) };
  return { outcome: { status: 200, order }, state: kind === "complete" ? ordered : freed(ordered, kind, id) };
}

/** The consequences for applications of cancelling or returning an order. */
function freed(state: State, kind: "cancel" | "return", orderId: bigint): State {
  if (kind === "return") return reopenDeclined(state, "available");
  const also = { order: { from: "open", to: "cancelled" }, ...UNNOTIFIED };
  const lost = { orderId, isByOrder: true, isChanged: false };
  return withApplications(state, (application) =>
    application.orderId === orderId
      ? { ...decided(application, { status: "talking" }, also), orderId: null, lost }
      : application,
  );
}

/** Sets the hand-over of an open order. The animal stays as it is, but its history says so. */
export function schedule(state: State, { orderId: id, shipDate }: CallOf<"schedule">): Step {
  const index = state.orders.findIndex((order) => order.id === id);
  const current = state.orders[index];
  if (current?.status !== "open") return refuse(state, 409);
  const order = { id, status: current.status, shipDate };
  const changes = differences({ shipDate: current.shipDate }, { shipDate });
  if (!changes.shipDate) return { outcome: { status: 200, order }, state };
  const history = [...state.history, { action: "order.scheduled", changes, version: null }];
  // This is now the last change of the order, so nothing can be undone. An open order has nothing to undo anyway.
  return {
    outcome: { status: 200, order },
    state: { ...state, history, orders: state.orders.with(index, { ...order, mayUndo: false, isOld: false }) },
  };
}

/** Undoes the last change of the newest order, if nothing else has changed the status of the animal since. */
export function undoOrder(state: State, { orderId: id, status }: CallOf<"undoOrder">): Step {
  const newest = state.orders.at(-1);
  if (newest?.id !== id || newest.status !== status || !newest.mayUndo) return refuse(state, 409);
  // A completion that declined nobody can be undone for a day, which no run lasts.
  const isKnown = state.applications.some((application) => application.isDeclinedByAdoption);
  if (newest.isOld && (status !== "completed" || isKnown)) return refuse(state, 409);
  const order = { id, status: BEFORE[status], shipDate: newest.shipDate };
  const last = state.history.findLast(({ changes }) => changes.status);
  const isUnchanged = last?.action === `order.${status}` && last.changes.status?.from === PET_STATUS[order.status];
  const lost = state.applications.find((application) => application.lost?.orderId === id)?.lost;
  if (!isUnchanged || (status === "cancelled" && lost && (!lost.isByOrder || lost.isChanged))) {
    return refuse(state, 409);
  }
  const after = changed(state, "order.undone", differences(state.fields, { status: PET_STATUS[order.status] }));
  const ordered = { ...after, orders: state.orders.with(-1, { ...order, mayUndo: false, isOld: false }) };
  if (status === "completed") return { outcome: { status: 200, order }, state: reopenDeclined(ordered) };
  return { outcome: { status: 200, order }, state: status === "cancelled" ? approveAgain(ordered, id) : ordered };
}

function approveAgain(state: State, orderId: bigint): State {
  const also = { order: { from: "cancelled", to: "open" } };
  return withApplications(state, (application) =>
    application.lost?.orderId === orderId
      ? { ...decided(application, { status: "approved" }, also), orderId, lost: null }
      : application,
  );
}
