import type { OrderStatus } from "@/lib/orders/status";
import type { PetStatus } from "@/lib/pets/status";

// What the model knows about one animal, and what it says about calls.

export type Fields = { name: string; categoryId: bigint; status: PetStatus };
export type Profile = { story: string | null; sex: "female" | "male" | null };
type Order = { id: bigint; status: OrderStatus; shipDate: string | null };
type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;
/**
 * What a command did to the animal and its orders. `action` is null, or `version`, when the animal stayed as it was.
 * `undoes` is the set that it has undone.
 */
type Change = {
  set?: bigint;
  action: string | null;
  changes: Changes;
  version: bigint | null;
  orders: readonly { id: bigint; changes: Changes }[];
  undoes?: bigint;
};
/** The version in If-Match, `*`, or no header. */
export type IfMatch = bigint | "*" | null;

export type State = {
  fields: Fields;
  profile: Profile;
  version: bigint;
  isRemoved: boolean;
  /** Oldest change first, without the addition. */
  history: readonly Change[];
  /** Oldest order first. */
  orders: readonly Order[];
};

/** The parts of an answer that the model predicts. */
export type Outcome = { status: number; version?: bigint; set?: bigint | "missing"; body?: unknown };
/** The answer to a call, and the state after it. */
export type Step = { outcome: Outcome; state: State };

/** The state of a new animal. */
export const added = (fields: Fields): State => ({
  fields,
  profile: { story: null, sex: null },
  version: 1n,
  isRemoved: false,
  history: [],
  orders: [],
});

const refuse = (state: State, status: number): Step => ({ outcome: { status }, state });

/** Why If-Match is refused before anything else is checked; null if it is not. */
function refused(state: State, ifMatch: IfMatch): Step | null {
  if (ifMatch === null) return refuse(state, 428);
  if (state.isRemoved) return refuse(state, 404);
  return ifMatch === "*" || ifMatch === state.version ? null : refuse(state, 412);
}

function differences<T extends object>(values: T, wanted: Partial<T>): Changes {
  const entries = Object.entries(wanted).map(([name, to]) => [name, { from: values[name as keyof T], to }] as const);
  return Object.fromEntries(entries.filter(([, { from, to }]) => from !== to));
}

type More = Partial<Pick<Change, "orders" | "undoes">>;

function changed(state: State, action: string, changes: Changes, { orders = [], ...more }: More = {}): State {
  const setIn = <T extends object>(values: T): T => {
    const known = Object.entries(changes).filter(([name]) => name in values);
    return { ...values, ...Object.fromEntries(known.map(([name, { to }]) => [name, to])) };
  };
  const version = state.version + 1n;
  const history = [...state.history, { action, changes, version, orders, ...more }];
  return { ...state, fields: setIn(state.fields), profile: setIn(state.profile), version, history };
}

/** A success that shows a part of the animal, with its version. */
const show = (state: State, body: unknown): Step => ({ outcome: { status: 200, version: state.version, body }, state });

export const showPet = (state: State): Step => (state.isRemoved ? refuse(state, 404) : show(state, state.fields));
export const showProfile = (state: State): Step => (state.isRemoved ? refuse(state, 404) : show(state, state.profile));

/** A list, newest entry first. */
const showList = (state: State, list: unknown[]): Step => ({
  outcome: { status: 200, body: list.toReversed() },
  state,
});
export const showHistory = (state: State) =>
  showList(
    state,
    state.history.flatMap(({ action, changes }) => (action === null ? [] : { action, changes })),
  );
export const showOrders = (state: State) => showList(state, [...state.orders]);

/** Numbers what the call did, as its answer does. */
export function numbered({ outcome, state: after }: Step, before: State, { set }: Outcome): Step {
  const last = after.history.at(-1);
  if (!last || after.history.length === before.history.length) return { outcome, state: after };
  const history = typeof set === "bigint" ? after.history.with(-1, { ...last, set }) : after.history;
  return { outcome: { ...outcome, set: set ?? "missing" }, state: { ...after, history } };
}

const NEXT: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

export function change(state: State, wanted: Partial<Fields>, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch);
  if (refusal) return refusal;
  const changes = differences(state.fields, wanted);
  if (Object.keys(changes).length === 0) return showPet(state);
  const { status } = state.fields;
  const next = wanted.status ?? status;
  const hasOpenOrder = state.orders.some((order) => order.status === "open");
  if (next !== status && (hasOpenOrder || !NEXT[status].includes(next))) return refuse(state, 409);
  return showPet(changed(state, "changed", changes));
}

/** Sets the profile. If-Match may be left out. */
export function describePet(state: State, profile: Profile, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const changes = differences(state.profile, profile);
  return showProfile(Object.keys(changes).length === 0 ? state : changed(state, "profile.changed", changes));
}

export function remove(state: State, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch);
  if (refusal) return refusal;
  if (state.orders.length > 0) return refuse(state, 409);
  return { outcome: { status: 204 }, state: { ...changed(state, "removed", {}), isRemoved: true } };
}

const inverseOf = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, { from, to }]) => [name, { from: to, to: from }]));

const overlap = (one: Changes, other: Changes) => Object.keys(one).some((name) => Object.hasOwn(other, name));

/** Whether the same was changed after an entry. The status of an order and that of its animal belong together. */
function isChangedAgain({ history }: State, made: Change): boolean {
  const isSame = (later: Change) =>
    (made.action !== null &&
      later.action !== null &&
      (Object.keys(made.changes).length === 0 || overlap(made.changes, later.changes))) ||
    made.orders.some(
      ({ id, changes }) =>
        (changes.status && later.changes.status) ||
        later.orders.some((order) => order.id === id && (order.changes.status || overlap(changes, order.changes))),
    );
  return history.slice(history.indexOf(made) + 1).some(isSame);
}

/** Undoes a set. What was undone already, with nothing changed since, has the same result. */
export function undo(state: State, set: bigint): Step {
  const made = state.history.find((entry) => entry.set === set);
  if (!made) return refuse(state, 404);
  const done = { status: 200 };
  const undone = state.history.findLast(({ undoes }) => undoes === set);
  if (undone && !isChangedAgain(state, undone)) return { outcome: done, state };
  if ((state.isRemoved && made.action !== "removed") || isChangedAgain(state, made)) return refuse(state, 409);
  if (made.action === "restored" && state.orders.length > 0) return refuse(state, 409);
  return { outcome: done, state: reversed(state, { ...made, undoes: set }) };
}

function reversed(state: State, made: Change & { undoes: bigint }): State {
  const { action, version, undoes } = made;
  if (action === "removed") return { ...changed(state, "restored", {}, { undoes }), isRemoved: false };
  if (action === "restored") return { ...changed(state, "removed", {}, { undoes }), isRemoved: true };
  const orders = made.orders.map(({ id, changes }) => {
    // One that was placed is cancelled.
    const isNew = changes.status?.from === null;
    return { id, changes: isNew ? { status: { from: "open", to: "cancelled" } } : inverseOf(changes) };
  });
  const changes = inverseOf(made.changes);
  const name = action?.startsWith("order.") ? "order.undone" : "undone";
  const entry = { action: action && name, changes, version: null, orders, undoes };
  const after =
    version === null
      ? { ...state, history: [...state.history, entry] }
      : changed(state, name, changes, { orders, undoes });
  return { ...after, orders: after.orders.map((order) => withChanges(order, orders)) };
}

function withChanges(order: Order, changed: Change["orders"]): Order {
  const own = changed.find(({ id }) => id === order.id)?.changes ?? {};
  return { ...order, ...Object.fromEntries(Object.entries(own).map(([name, { to }]) => [name, to])) };
}

/** Places an order, whose id is that of the real answer. */
export function place(state: State, id: bigint): Step {
  if (state.isRemoved) return refuse(state, 404);
  if (state.fields.status !== "available") return refuse(state, 409);
  const order = { id, status: "open", shipDate: null } as const;
  // An adoption is over once its animal was made available by hand.
  const over = state.orders.filter(({ status }) => status === "completed");
  const orders = [
    ...over.map((one) => ({ id: one.id, changes: { status: { from: "completed", to: "returned" } } })),
    { id, changes: { status: { from: null, to: "open" } } },
  ];
  const after = changed(state, "order.placed", differences(state.fields, { status: "pending" }), { orders });
  return {
    outcome: { status: 201, body: order },
    state: { ...after, orders: [...after.orders.map((one) => withChanges(one, orders)), order] },
  };
}

const ACTIONS = {
  complete: { from: "open", to: "completed" },
  cancel: { from: "open", to: "cancelled" },
  return: { from: "completed", to: "returned" },
} as const;
/** The status of the animal that goes with that of its order. */
const PET_STATUS = { open: "pending", completed: "sold", cancelled: "available", returned: "available" } as const;

/** A success with an order after its change, which is also an entry of the animal's history, if there is one. */
function setOrder(state: State, order: Order, entry: Omit<Change, "orders">, wanted: Partial<Order>): Step {
  const changes = differences(order, wanted);
  const orders = [{ id: order.id, changes }];
  const next = { ...order, ...wanted };
  if (Object.keys(changes).length === 0) return { outcome: { status: 200, body: next }, state };
  const { action, version } = entry;
  const after =
    action === null || version === null
      ? { ...state, history: [...state.history, { ...entry, orders }] }
      : changed(state, action, entry.changes, { orders });
  return {
    outcome: { status: 200, body: next },
    state: { ...after, orders: after.orders.map((one) => (one.id === order.id ? next : one)) },
  };
}

export function changeOrder(state: State, kind: keyof typeof ACTIONS, id: bigint): Step {
  const current = state.orders.find((order) => order.id === id);
  if (!current) return refuse(state, 404);
  const { from, to } = ACTIONS[kind];
  if (current.status !== from) return refuse(state, 409);
  const changes = differences(state.fields, { status: PET_STATUS[to] });
  const entry = changes.status
    ? { action: `order.${to}`, changes, version: state.version }
    : { action: null, changes: {}, version: null };
  return setOrder(state, current, entry, { status: to });
}

/** Sets the hand-over of an open order. The animal stays as it is, but its history says so. */
export function schedule(state: State, id: bigint, shipDate: string | null): Step {
  const current = state.orders.find((order) => order.id === id);
  if (!current) return refuse(state, 404);
  if (current.status !== "open") return refuse(state, 409);
  const changes = differences({ shipDate: current.shipDate }, { shipDate });
  return setOrder(state, current, { action: "order.scheduled", changes, version: null }, { shipDate });
}

/** Returns a text that is the same for equal values, whatever the order of their members. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
