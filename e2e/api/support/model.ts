import type { PetStatus } from "@/lib/pets/status";

// What the model knows about one animal, and what it says about calls.

export type Fields = { name: string; categoryId: bigint; status: PetStatus };
export type Profile = { story: string | null; sex: "female" | "male" | null };
type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;
type Change = { set?: bigint; action: string; changes: Changes };
/** The version in If-Match, `*`, or no header. */
export type IfMatch = bigint | "*" | null;

export type State = {
  fields: Fields;
  profile: Profile;
  version: bigint;
  isRemoved: boolean;
  /** Oldest change first, without the addition. */
  history: readonly Change[];
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

function changed(state: State, action: string, changes: Changes): State {
  const setIn = <T extends object>(values: T): T => {
    const known = Object.entries(changes).filter(([name]) => name in values);
    return { ...values, ...Object.fromEntries(known.map(([name, { to }]) => [name, to])) };
  };
  const history = [...state.history, { action, changes }];
  const [fields, profile] = [setIn(state.fields), setIn(state.profile)];
  return { fields, profile, version: state.version + 1n, isRemoved: action === "removed", history };
}

/** A success that shows a part of the animal, with its version. */
function show(state: State, body: unknown): Step {
  if (state.isRemoved) return refuse(state, 404);
  return { outcome: { status: 200, version: state.version, body }, state };
}
export const showPet = (state: State): Step => show(state, state.fields);
export const showProfile = (state: State): Step => show(state, state.profile);

export function showHistory(state: State): Step {
  const entries = state.history.map(({ action, changes }) => ({ action, changes }));
  return { outcome: { status: 200, body: entries.toReversed() }, state };
}

/** Numbers what the call did, as its answer does. */
export function numbered({ outcome, state: after }: Step, before: State, { set }: Outcome): Step {
  const last = after.history.at(-1);
  if (!last || after.history.length === before.history.length) return { outcome, state: after };
  const history = typeof set === "bigint" ? after.history.with(-1, { ...last, set }) : after.history;
  return { outcome: { ...outcome, set: set ?? "missing" }, state: { ...after, history } };
}

export function change(state: State, wanted: Partial<Fields>, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch);
  if (refusal) return refusal;
  const changes = differences(state.fields, wanted);
  if (Object.keys(changes).length === 0) return showPet(state);
  const { status } = state.fields;
  const next = wanted.status ?? status;
  if (status === "sold" && next === "pending") return refuse(state, 409);
  return showPet(changed(state, "changed", changes));
}

/** Sets the profile. If-Match may be left out. */
export function describePet(state: State, profile: Profile, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const changes = differences(state.profile, profile);
  return showProfile(Object.keys(changes).length === 0 ? state : changed(state, "profile.changed", changes));
}

/** An animal that has become sold has an order, which stays. */
const isOrdered = ({ history }: State) =>
  history.some(({ action, changes }) => action === "changed" && changes.status?.to === "sold");

export function remove(state: State, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch) ?? (isOrdered(state) ? refuse(state, 409) : null);
  return refusal ?? { outcome: { status: 204 }, state: changed(state, "removed", {}) };
}

/** Whether the same was changed after an entry. */
function isChangedAgain({ history }: State, made: Change): boolean {
  const fields = Object.keys(made.changes);
  return history
    .slice(history.indexOf(made) + 1)
    .some(({ changes }) => fields.length === 0 || fields.some((name) => Object.hasOwn(changes, name)));
}

/** Undoes a set. */
export function undo(state: State, set: bigint): Step {
  const made = state.history.find((entry) => entry.set === set);
  if (!made) return refuse(state, 404);
  if ((state.isRemoved && made.action !== "removed") || isChangedAgain(state, made)) return refuse(state, 409);
  const action = { removed: "restored", restored: "removed" }[made.action] ?? "undone";
  const inverse = Object.entries(made.changes).map(([name, { from, to }]) => [name, { from: to, to: from }]);
  return { outcome: { status: 200 }, state: changed(state, action, Object.fromEntries(inverse)) };
}

/** Returns a text that is the same for equal values, whatever the order of their members. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
