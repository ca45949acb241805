import { type CallOf, type IfMatch, type Outcome, refuse, refused, type Step } from "./calls";
import { type Change, changed, differences, type Facts, type Fields, reopenDeclined, type State } from "./state";

const NEXT: Readonly<Record<Fields["status"], readonly Fields["status"][]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** A success that shows the animal. */
export function show(state: State): Step {
  return { outcome: { status: 200, pet: state.fields, version: state.version }, state };
}

/** A success that shows the profile. */
export function showProfile(state: State): Step {
  const { facts, photos, version } = state;
  return { outcome: { status: 200, facts, photos, version }, state };
}

/** Changes the fields of the animal. */
export function change(state: State, { change: wanted, ifMatch, inBatch }: CallOf<"change">): Step {
  return inShort(refused(state, ifMatch) ?? setFields(state, wanted), inBatch);
}

/** In a batch, a success shows only the version. */
function inShort({ outcome, state }: Step, inBatch = false): Step {
  const { pet: _left, ...short }: Outcome = outcome;
  return { outcome: inBatch ? short : outcome, state };
}

function setFields(state: State, wanted: Partial<Fields>): Step {
  const { status } = state.fields;
  const changes = differences(state.fields, wanted);
  if (Object.keys(changes).length === 0) return show(state);
  const next = wanted.status ?? status;
  if (next !== status && (hasOpenOrder(state) || !NEXT[status].includes(next))) return refuse(state, 409);
  return show(changed(state, "changed", changes));
}

/** Sets the profile, for which If-Match may be left out. */
export function setProfile(state: State, facts: Facts, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const changes = differences(state.facts, facts);
  return showProfile(Object.keys(changes).length === 0 ? state : changed(state, "profile.changed", changes));
}

/** Removes the animal. */
export function remove(state: State, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch);
  if (refusal) return refusal;
  if (state.orders.length + state.applications.length > 0) return refuse(state, 409);
  return { outcome: { status: 204 }, state: { ...changed(state, "removed", {}), removed: true } };
}

/** Undoes a change, or restores the animal. */
export function undo(state: State, { made, ifMatch, inBatch }: CallOf<"undo">): Step {
  const { removed, history, version } = state;
  // A batch does not know the addition.
  const entry = made === 1n && !inBatch ? { action: "created", changes: {} } : history[Number(made) - 2];
  if (removed) {
    if (!entry) return refuse(state, 404);
    if (made !== version) return refuse(state, 409);
    return inShort(show({ ...changed(state, "restored", {}), removed: false }), inBatch);
  }
  if (ifMatch === null) return refuse(state, 428);
  if (!entry) return refuse(state, 404);
  return inShort(refused(state, ifMatch) ?? setBack(state, entry, history.slice(Number(made) - 1)), inBatch);
}

function setBack(state: State, { changes }: Change, later: readonly Change[]): Step {
  const names = Object.keys(changes);
  const isChangedAgain = later.some((one) => names.some((name) => Object.hasOwn(one.changes, name)));
  if (names.length === 0 || isChangedAgain) return refuse(state, 409);
  if (names.includes("status") && hasOpenOrder(state)) return refuse(state, 409);
  const inverse = Object.entries(changes).map(([name, { from, to }]) => [name, { from: to, to: from }]);
  const after = changed(state, "undone", Object.fromEntries(inverse));
  return show(changes.status?.to === "sold" ? reopenDeclined(after) : after);
}

const hasOpenOrder = ({ orders }: State) => orders.some(({ status }) => status === "open");
