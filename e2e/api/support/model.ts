import type { OrderStatus } from "@/lib/orders/status";
import type { PetStatus } from "@/lib/pets/status";

// A simple model of one animal, its history and its orders, and the search for an order of calls that explains the
// answers.

export type Fields = { name: string; categoryId: bigint; status: PetStatus };
/** What the model knows of a profile. */
export type Facts = { story: string | null; sex: "female" | "male" | null };
type Change = { action: string; changes: Record<string, { from: unknown; to: unknown }> };
export type State = {
  fields: Fields;
  facts: Facts;
  version: bigint;
  removed: boolean;
  /** Oldest change first, without the addition. */
  history: readonly Change[];
  /** Oldest order first. */
  orders: readonly { id: bigint; status: OrderStatus }[];
};

/** The version in If-Match, `*`, or no header. */
export type IfMatch = bigint | "*" | null;
/** A call about one animal, as it was sent. */
export type Call =
  | { kind: "read" | "profile" | "orders" | "place" }
  | { kind: "history" }
  | { kind: "change"; change: Partial<Fields>; ifMatch: IfMatch; inBatch?: true }
  | { kind: "describe"; facts: Facts; ifMatch: IfMatch }
  | { kind: "remove"; ifMatch: IfMatch }
  | { kind: "undo"; changeId: bigint; ifMatch: IfMatch }
  | { kind: "complete" | "cancel" | "return"; orderId: bigint };
/** The parts of an answer that the model predicts. */
export type Outcome = {
  status: number;
  pet?: Fields;
  facts?: Facts;
  version?: bigint;
  order?: State["orders"][number];
  list?: unknown;
};

/** Ids that the service assigned: that of the order placed by a call, and those of all changes, oldest first. */
type Given = { orderId: bigint | undefined; changeIds: readonly bigint[] };
type Step = { outcome: Outcome; state: State };

const NEXT: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};
const ORDER_ACTIONS = {
  complete: { from: "open", to: "completed", status: "sold" },
  cancel: { from: "open", to: "cancelled", status: "available" },
  return: { from: "completed", to: "returned", status: "available" },
} as const;

/** The state of a new animal. */
export function added(fields: Fields): State {
  return { fields, facts: { story: null, sex: null }, version: 1n, removed: false, history: [], orders: [] };
}

/** The answer to a call in this state, and the state after it. */
export function apply(state: State, call: Call, given: Given): Step {
  switch (call.kind) {
    case "read":
      return state.removed ? refuse(state, 404) : show(state);
    case "profile":
      return state.removed ? refuse(state, 404) : showFacts(state);
    case "history":
      return { outcome: { status: 200, list: [...state.history].reverse() }, state };
    case "orders":
      return { outcome: { status: 200, list: [...state.orders].reverse() }, state };
    case "change":
      return withoutPet(refused(state, call.ifMatch) ?? change(state, call.change), call.inBatch);
    case "describe":
      return setFacts(state, call);
    case "remove":
      return refused(state, call.ifMatch) ?? remove(state);
    case "undo":
      return undo(state, call, given.changeIds);
    case "place":
      return place(state, given.orderId ?? 0n);
    default:
      return changeOrder(state, call.kind, call.orderId);
  }
}

const refuse = (state: State, status: number): Step => ({ outcome: { status }, state });

/** A success that shows the current animal. */
function show(state: State): Step {
  return { outcome: { status: 200, pet: state.fields, version: state.version }, state };
}

function showFacts(state: State): Step {
  return { outcome: { status: 200, facts: state.facts, version: state.version }, state };
}

/** Leaves out the animal: in a batch, a success shows only the version. */
function withoutPet({ outcome: { pet, ...outcome }, state }: Step, inBatch = false): Step {
  return { outcome: inBatch || !pet ? outcome : { ...outcome, pet }, state };
}

/** Why If-Match is refused before anything else is checked; null when it is not. */
function refused(state: State, ifMatch: IfMatch): Step | null {
  if (ifMatch === null) return refuse(state, 428);
  if (state.removed) return refuse(state, 404);
  return ifMatch === "*" || ifMatch === state.version ? null : refuse(state, 412);
}

function change(state: State, wanted: Partial<Fields>): Step {
  const { status } = state.fields;
  const changes = differences(state.fields, wanted);
  if (Object.keys(changes).length === 0) return show(state);
  const next = wanted.status ?? status;
  if (next !== status && (hasOpen(state) || !NEXT[status].includes(next))) return refuse(state, 409);
  return show(changed(state, "changed", changes));
}

/** Sets the profile, for which If-Match may be left out. */
function setFacts(state: State, { facts, ifMatch }: Extract<Call, { kind: "describe" }>): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const changes = differences(state.facts, facts);
  return showFacts(Object.keys(changes).length === 0 ? state : changed(state, "profile.changed", changes));
}

function remove(state: State): Step {
  if (state.orders.length > 0) return refuse(state, 409);
  return { outcome: { status: 204 }, state: { ...changed(state, "removed", {}), removed: true } };
}

function undo(
  state: State,
  { changeId, ifMatch }: Extract<Call, { kind: "undo" }>,
  changeIds: Given["changeIds"],
): Step {
  const { removed, history } = state;
  const index = changeIds.indexOf(changeId);
  const entry = changeId === 0n ? { action: "created", changes: {} } : history[index];
  if (removed) {
    if (!entry) return refuse(state, 404);
    const isRemoval = index === history.length - 1;
    return isRemoval ? show({ ...changed(state, "restored", {}), removed: false }) : refuse(state, 409);
  }
  if (ifMatch === null) return refuse(state, 428);
  if (!entry) return refuse(state, 404);
  return refused(state, ifMatch) ?? setBack(state, entry, history.slice(index + 1));
}

function setBack(state: State, { changes }: Change, later: readonly Change[]): Step {
  const names = Object.keys(changes);
  const isChangedAgain = later.some((one) => names.some((name) => Object.hasOwn(one.changes, name)));
  if (names.length === 0 || isChangedAgain || (names.includes("status") && hasOpen(state))) return refuse(state, 409);
  const inverse = Object.entries(changes).map(([name, { from, to }]) => [name, { from: to, to: from }]);
  return show(changed(state, "undone", Object.fromEntries(inverse)));
}

function place(state: State, id: bigint): Step {
  if (state.removed) return refuse(state, 404);
  if (state.fields.status !== "available") return refuse(state, 409);
  const order = { id, status: "open" } as const;
  const after = changed(state, "order.placed", differences(state.fields, { status: "pending" }));
  return { outcome: { status: 201, order }, state: { ...after, orders: [...state.orders, order] } };
}

function changeOrder(state: State, kind: keyof typeof ORDER_ACTIONS, id: bigint): Step {
  const { from, to, status } = ORDER_ACTIONS[kind];
  const index = state.orders.findIndex((order) => order.id === id);
  if (state.orders[index]?.status !== from) return refuse(state, 409);
  const later = state.orders.slice(index + 1);
  if (kind === "return" && later.some((one) => one.status === "open" || one.status === "completed")) {
    return refuse(state, 409);
  }
  const order = { id, status: to };
  const changes = differences(state.fields, { status });
  const after = Object.keys(changes).length > 0 ? changed(state, `order.${to}`, changes) : state;
  return { outcome: { status: 200, order }, state: { ...after, orders: state.orders.with(index, order) } };
}

const hasOpen = ({ orders }: State) => orders.some(({ status }) => status === "open");

function differences<T extends object>(fields: T, wanted: Partial<T>): Change["changes"] {
  const names = Object.keys(wanted) as (keyof T & string)[]; // Object.keys forgets them
  const changed = names.filter((name) => wanted[name] !== fields[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: fields[name], to: wanted[name] }]));
}

function changed(state: State, action: string, changes: Change["changes"]): State {
  const set = <T extends object>(values: T): T => ({
    ...values,
    ...Object.fromEntries(Object.entries(changes).flatMap(([name, { to }]) => (name in values ? [[name, to]] : []))),
  });
  return {
    ...state,
    fields: set(state.fields),
    facts: set(state.facts),
    version: state.version + 1n,
    history: [...state.history, { action, changes }],
  };
}

/** A call and its answer. It took effect at some moment between `start` and `end`. */
export type Sent = { call: Call; outcome: Outcome; start: number; end: number };
/** A call at the place that explains its answer, and the state after it. */
export type Explained = Sent & { after: State };

/** A text that is equal for equal values, whatever the order of their members. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Finds an order in which the model gives the calls about one animal exactly the answers that they got, and in which no
 * call comes before one that ended before it started (linearizability). Null when there is none.
 */
export function explain(begin: State, sent: readonly Sent[], changeIds: readonly bigint[]): Explained[] | null {
  const dead = new Set<string>();
  const search = (state: State, left: readonly Sent[]): Explained[] | null => {
    if (left.length === 0) return [];
    const position = `${left.map(({ start }) => start).join()} ${textOf(state)}`;
    if (dead.has(position)) return null;
    const firstEnd = Math.min(...left.map(({ end }) => end));
    for (const next of left.filter(({ start }) => start < firstEnd)) {
      const { outcome, state: after } = apply(state, next.call, { orderId: next.outcome.order?.id, changeIds });
      if (textOf(outcome) !== textOf(next.outcome)) continue;
      const rest = search(
        after,
        left.filter((one) => one !== next),
      );
      if (rest) return [{ ...next, after }, ...rest];
    }
    dead.add(position);
    return null;
  };
  return search(begin, sent);
}
