import type { OrderStatus } from "@/lib/orders/status";
import type { PetStatus } from "@/lib/pets/status";

// What the model knows about one animal, and what it says about calls.

export type Fields = { name: string; categoryId: bigint; status: PetStatus };
export type Profile = { story: string | null; sex: "female" | "male" | null };
type Order = { id: bigint; status: OrderStatus; shipDate: string | null };
type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;
/**
 * An entry of the history. `version` is the one that the change made; null when the animal stayed as it was. `undoes` is
 * the place in the history of what it has undone.
 */
type Change = { action: string; changes: Changes; version: bigint | null; undoes?: number };
/**
 * The last step of an order, unless that was placing it or undoing another: the status before, that of the animal if it
 * has changed, and how many entries the history had afterwards.
 */
type LastStep = { from: OrderStatus; pet: PetStatus | null; at: number };
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
  orders: readonly (Order & { last: LastStep | null })[];
};

/** The parts of an answer that the model predicts. */
export type Outcome = { status: number; version?: bigint; body?: unknown };
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

function changed(state: State, action: string, changes: Changes, more: Pick<Change, "undoes"> = {}): State {
  const setIn = <T extends object>(values: T): T => {
    const known = Object.entries(changes).filter(([name]) => name in values);
    return { ...values, ...Object.fromEntries(known.map(([name, { to }]) => [name, to])) };
  };
  const version = state.version + 1n;
  const history = [...state.history, { action, changes, version, ...more }];
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
    state.history.map(({ action, changes }) => ({ action, changes })),
  );
export const showOrders = (state: State) =>
  showList(
    state,
    state.orders.map(({ last: _last, ...order }) => order),
  );

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

/**
 * Undoes the change that made a version, or restores the animal. Undoing again what was already undone in this version
 * has the same result.
 */
export function undo(state: State, made: bigint, ifMatch: bigint | "*"): Step {
  const index = state.history.findIndex(({ version }) => version === made);
  const entry = state.history[index];
  if (!entry) return refuse(state, 404);
  const step = state.isRemoved ? restore(state, index) : (refused(state, ifMatch) ?? setBack(state, index, entry));
  const version = !state.isRemoved && step.outcome.status >= 400 ? undoneIn(state, index, entry, ifMatch) : null;
  if (version !== null) return { outcome: { status: 200, version }, state };
  const { body: _body, ...short } = step.outcome;
  return { ...step, outcome: short };
}

const restore = (state: State, index: number): Step =>
  index < state.history.length - 1
    ? refuse(state, 409)
    : showPet({ ...changed(state, "restored", {}, { undoes: index }), isRemoved: false });

const inverseOf = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, { from, to }]) => [name, { from: to, to: from }]));

/** Whether a field of an entry was changed again after it. */
function isChangedAgain({ history }: State, index: number): boolean {
  const names = Object.keys(history[index]?.changes ?? {});
  return history.slice(index + 1).some((later) => names.some((name) => Object.hasOwn(later.changes, name)));
}

function setBack(state: State, index: number, { action, changes }: Change): Step {
  const isNone = action.startsWith("order.") || Object.keys(changes).length === 0;
  if (isNone || isChangedAgain(state, index)) return refuse(state, 409);
  return showPet(changed(state, "undone", inverseOf(changes), { undoes: index }));
}

/** The version that undoing a change made, if the animal had this version before, or if that still holds. */
function undoneIn(state: State, index: number, { action }: Change, ifMatch: bigint | "*"): bigint | null {
  const place = state.history.findIndex(({ undoes }) => undoes === index);
  const version = state.history[place]?.version ?? null;
  if (action.startsWith("order.") || version === null) return null;
  if (ifMatch !== "*") return version === ifMatch + 1n ? version : null;
  const isOver =
    action === "removed"
      ? state.history.slice(place + 1).some((later) => later.action === "removed")
      : isChangedAgain(state, place);
  return isOver ? null : version;
}

/** Places an order, whose id is that of the real answer. */
export function place(state: State, id: bigint): Step {
  if (state.isRemoved) return refuse(state, 404);
  if (state.fields.status !== "available") return refuse(state, 409);
  const order = { id, status: "open", shipDate: null } as const;
  const after = changed(state, "order.placed", differences(state.fields, { status: "pending" }));
  // An adoption is over once its animal was made available by hand.
  const earlier = state.orders.map((one) =>
    one.status === "completed" ? { ...one, status: "returned" as const, last: null } : one,
  );
  return {
    outcome: { status: 201, body: order },
    state: { ...after, orders: [...earlier, { ...order, last: null }] },
  };
}

const ACTIONS = {
  complete: { from: "open", to: "completed" },
  cancel: { from: "open", to: "cancelled" },
  return: { from: "completed", to: "returned" },
} as const;
/** The status of the animal that goes with that of its order. */
const PET_STATUS = { open: "pending", completed: "sold", cancelled: "available", returned: "available" } as const;

/** A success with an order after its change. */
function setOrder(state: State, order: Order, last: LastStep | null): Step {
  const index = state.orders.findIndex(({ id }) => id === order.id);
  const orders = state.orders.with(index, { ...order, last });
  return { outcome: { status: 200, body: order }, state: { ...state, orders } };
}

export function changeOrder(state: State, kind: keyof typeof ACTIONS, id: bigint): Step {
  const current = state.orders.find((order) => order.id === id);
  if (!current) return refuse(state, 404);
  const { from, to } = ACTIONS[kind];
  if (current.status !== from) return refuse(state, 409);
  const changes = differences(state.fields, { status: PET_STATUS[to] });
  const after = changes.status ? changed(state, `order.${to}`, changes) : state;
  const last = { from, pet: changes.status ? state.fields.status : null, at: after.history.length };
  return setOrder(after, { id, status: to, shipDate: current.shipDate }, last);
}

/** Sets the hand-over of an open order. The animal stays as it is, but its history says so. */
export function schedule(state: State, id: bigint, shipDate: string | null): Step {
  const current = state.orders.find((order) => order.id === id);
  if (!current) return refuse(state, 404);
  if (current.status !== "open") return refuse(state, 409);
  const changes = differences({ shipDate: current.shipDate }, { shipDate });
  const entry = { action: "order.scheduled", changes, version: null };
  const history = changes.shipDate ? [...state.history, entry] : state.history;
  return setOrder({ ...state, history }, { id, status: "open", shipDate }, null);
}

/** Undoes the last step of an order, if the status of the animal has not changed since. */
export function undoOrder(state: State, id: bigint, status: OrderStatus): Step {
  const current = state.orders.find((order) => order.id === id);
  if (!current) return refuse(state, 404);
  const { last } = current;
  if (current.status !== status || !last) return refuse(state, 409);
  if (state.history.slice(last.at).some(({ changes }) => changes.status)) return refuse(state, 409);
  const changes = differences(state.fields, { status: last.pet ?? state.fields.status });
  const after = last.pet === null ? state : changed(state, "order.undone", changes);
  return setOrder(after, { id, status: last.from, shipDate: current.shipDate }, null);
}

/** Returns a text that is the same for equal values, whatever the order of their members. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
