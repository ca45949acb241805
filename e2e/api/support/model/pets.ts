import { type CallOf, type IfMatch, type Outcome, refuse, refused, type Step, textOf } from "./calls";
import {
  type Change,
  type Changes,
  changed,
  differences,
  type Fields,
  type KnownProfile,
  reopenDeclined,
  type State,
} from "./state";

const NEXT: Readonly<Record<Fields["status"], readonly Fields["status"][]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

/** Returns a success that shows the animal. */
export function show(state: State): Step {
  return { outcome: { status: 200, pet: state.fields, version: state.version }, state };
}

/** Returns a success that shows the profile. */
export function showProfile(state: State): Step {
  const { profile, photos, version } = state;
  return { outcome: { status: 200, profile, photos, version }, state };
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

/** Sets the profile. If-Match may be left out. */
export function setProfile(state: State, profile: KnownProfile, ifMatch: IfMatch): Step {
  const refusal = refused(state, ifMatch ?? "*");
  if (refusal) return refusal;
  const changes = differences(state.profile, profile);
  return showProfile(Object.keys(changes).length === 0 ? state : changed(state, "profile.changed", changes));
}

/**
 * Removes the animal. In a batch, removing again what the same caller has removed in this version has the same result.
 */
export function remove(state: State, { by, ifMatch, inBatch }: CallOf<"remove">): Step {
  const { removed, version } = state;
  if (inBatch && removed === by && (ifMatch === "*" || ifMatch === version - 1n)) {
    return { outcome: { status: 200, version }, state };
  }
  const refusal = refused(state, ifMatch);
  if (refusal) return refusal;
  if (state.orders.length + state.applications.length > 0) return refuse(state, 409);
  const after = { ...changed(state, "removed", {}), removed: by };
  return { outcome: inBatch ? { status: 200, version: after.version } : { status: 204 }, state: after };
}

/**
 * Undoes a change, or restores the animal. Undoing again what was already undone in this version has the same result.
 */
export function undo(state: State, { place, made, ifMatch, inBatch }: CallOf<"undo">): Step {
  const { removed, history, fields } = state;
  // A batch does not know the addition.
  const index = inBatch ? history.findIndex(({ version }) => version === made) : place - 1;
  const entry = index === -1 && !inBatch ? ADDITION : history[index];
  if (!entry) return refuse(state, removed || ifMatch !== null ? 404 : 428);
  const later = history.slice(index + 1);
  const step = removed ? restore(state, later) : (refused(state, ifMatch) ?? setBack(state, entry, later));
  const version = !removed && step.outcome.status >= 400 ? undoneIn(entry, later, ifMatch) : null;
  return inShort(version === null ? step : { outcome: { status: 200, pet: fields, version }, state }, inBatch);
}

const ADDITION: Change = { action: "created", changes: {}, version: 1n };

function restore(state: State, later: readonly Change[]): Step {
  return later.length > 0 ? refuse(state, 409) : show({ ...changed(state, "restored", {}), removed: null });
}

/** The version that undoing a change made, if the animal had this version before, or if that still holds. */
function undoneIn({ action, changes }: Change, later: readonly Change[], ifMatch: IfMatch): bigint | null {
  const isRemoval = action === "removed";
  if (action.startsWith("order.") || (ifMatch === null && !isRemoval)) return null;
  const touching = later.filter((one) =>
    isRemoval
      ? ["removed", "restored"].includes(one.action)
      : Object.keys(changes).some((name) => Object.hasOwn(one.changes, name)),
  );
  const found =
    typeof ifMatch === "bigint" ? touching.find(({ version }) => version === ifMatch + 1n) : touching.at(-1);
  const isUndoing =
    found?.action === (isRemoval ? "restored" : "undone") && textOf(found.changes) === textOf(inverseOf(changes));
  return isUndoing ? found.version : null;
}

const inverseOf = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, { from, to }]) => [name, { from: to, to: from }]));

function setBack(state: State, { action, changes }: Change, later: readonly Change[]): Step {
  if (action.startsWith("order.")) return refuse(state, 409);
  const names = Object.keys(changes);
  const isChangedAgain = later.some((one) => names.some((name) => Object.hasOwn(one.changes, name)));
  if (names.length === 0 || isChangedAgain) return refuse(state, 409);
  const after = changed(state, "undone", inverseOf(changes));
  return show(changes.status?.to === "sold" ? reopenDeclined(after) : after);
}

const hasOpenOrder = ({ orders }: State) => orders.some(({ status }) => status === "open");
