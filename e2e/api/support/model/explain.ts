import { decide, deleteApplication, sendApplication, showApplication, withdraw } from "./applications";
import { type Call, type Outcome, refuse, type Sent, type Step, textOf } from "./calls";
import { changeOrder, place, schedule, undoOrder } from "./orders";
import { change, remove, setProfile, show, showProfile, undo } from "./pets";
import { addPhoto, arrange, removePhoto } from "./photos";
import { aMinuteLater, type State } from "./state";

/** A call, placed where its answer is explained, and the state after it. */
export type Explained = Sent & { after: State };

/**
 * The answer to a call in this state, and the state after it. The ids that the service assigned are those of the real
 * answer.
 */
function step(state: State, call: Call, { order, photo, application }: Outcome): Step {
  switch (call.kind) {
    case "read":
      return state.removed ? refuse(state, 404) : show(state);
    case "profile":
      return state.removed ? refuse(state, 404) : showProfile(state);
    case "history":
      return {
        outcome: { status: 200, list: shown(state.history, ({ action, changes }) => ({ action, changes })) },
        state,
      };
    case "orders":
      return {
        outcome: { status: 200, list: shown(state.orders, ({ mayUndo: _may, isOld: _isOld, ...order }) => order) },
        state,
      };
    case "change":
      return change(state, call);
    case "describe":
      return setProfile(state, call.profile, call.ifMatch);
    case "remove":
      return remove(state, call);
    case "undo":
      return undo(state, call);
    case "place":
      return place(state, order?.id ?? 0n);
    case "schedule":
      return schedule(state, call);
    case "undoOrder":
      return undoOrder(state, call);
    case "addPhoto":
      return addPhoto(state, call, photo?.id ?? 0n);
    case "arrange":
      return arrange(state, call);
    case "removePhoto":
      return removePhoto(state, call);
    case "apply":
      return sendApplication(state, call);
    case "application":
      return showApplication(state, call.id);
    case "decide":
      return decide(state, call, application?.orderId ?? 0n);
    case "withdraw":
      return withdraw(state, call.id);
    case "deleteApplication":
      return deleteApplication(state, call.id);
    case "wait":
      return { outcome: { status: 200 }, state: aMinuteLater(state) };
    default:
      return changeOrder(state, call.kind, call.orderId);
  }
}

/** A list as it is answered: newest first. */
const shown = <T>(list: readonly T[], toEntry: (entry: T) => unknown) => list.map(toEntry).reverse();

/**
 * Finds an order in which the model gives the calls about one animal exactly the answers that they got, and in which no
 * call comes before one that ended before it started (linearizability). Null if there is none.
 */
export function explain(begin: State, sent: readonly Sent[]): Explained[] | null {
  const dead = new Set<string>();
  const search = (state: State, left: readonly Sent[]): Explained[] | null => {
    if (left.length === 0) return [];
    const position = `${left.map(({ start }) => start).join()} ${textOf(state)}`;
    if (dead.has(position)) return null;
    const firstEnd = Math.min(...left.map(({ end }) => end));
    for (const next of left.filter(({ start }) => start < firstEnd)) {
      const { outcome, state: after } = step(state, next.call, next.outcome);
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
