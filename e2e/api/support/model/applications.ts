import type { ApplicationStatus } from "@/lib/applications/status";
import { type CallOf, refuse, type Step } from "./calls";
import { changeOrder, place } from "./orders";
import { type Application, type Decision, decided, differences, type State, withApplications } from "./state";

const OPEN: readonly ApplicationStatus[] = ["new", "talking", "visit"];
/** Nobody in these runs describes a home, so every application is a question. */
const NEXT: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: [...OPEN, "approved", "answered", "declined", "withdrawn"],
  talking: [...OPEN, "approved", "answered", "declined", "withdrawn"],
  visit: [...OPEN, "approved", "answered", "declined", "withdrawn"],
  approved: [...OPEN, "declined", "withdrawn"],
  answered: OPEN,
  declined: OPEN,
  withdrawn: [],
};
/** More than these applications of a visitor are suspicious, or refused. */
export const [USUAL, LIMIT] = [5, 20];

/** Stores an application, once. All visitors who apply for one animal have one IP address. */
export function sendApplication(state: State, { id, from }: CallOf<"apply">): Step {
  const known = find(state, id);
  if (known) return { outcome: { status: 201, application: { status: known.status } }, state };
  const isCounted = from !== "person";
  if (isCounted && state.counted >= LIMIT) return refuse(state, 429);
  if (state.removed) return refuse(state, 404);
  if (state.fields.status === "sold") return refuse(state, 409);
  const counted = state.counted + (isCounted ? 1 : 0);
  const suspicious = from === "program" || (isCounted && counted > USUAL);
  const status = "new";
  const others = { note: null, orderId: null, version: 1n, history: [], lost: null };
  const application = { id, status, suspicious, reopensAs: null, isDeclinedByAdoption: false, ...others } as const;
  return {
    outcome: { status: 201, application: { status } },
    state: { ...state, counted, applications: [...state.applications, application] },
  };
}

/** Returns a success that shows an application to the shelter. */
export function showApplication(state: State, id: string): Step {
  const application = find(state, id);
  if (!application) return refuse(state, 404);
  const { reopensAs: _reopensAs, isDeclinedByAdoption: _isDeclined, lost: _lost, ...shown } = application;
  return { outcome: { status: 200, application: shown }, state };
}

/** Changes an application for the shelter. */
export function decide(state: State, { id, decision, ifMatch }: CallOf<"decide">, orderId: bigint): Step {
  const version = find(state, id)?.version;
  if (ifMatch === null) return refuse(state, 428);
  if (version === undefined) return refuse(state, 404);
  if (ifMatch !== "*" && ifMatch !== version) return refuse(state, 412);
  const after = afterDecision(state, id, decision, orderId);
  return after ? showApplication(after, id) : refuse(state, 409);
}

/** Withdraws an application for its applicant. */
export function withdraw(state: State, id: string): Step {
  if (!find(state, id)) return refuse(state, 404);
  const after = afterDecision(state, id, { status: "withdrawn" });
  if (!after) return refuse(state, 409);
  return { outcome: { status: 200, application: { status: "withdrawn" } }, state: after };
}

/** Deletes an application. Its order stays as it is. */
export function deleteApplication(state: State, id: string): Step {
  if (!find(state, id)) return refuse(state, 404);
  const applications = state.applications.filter((application) => application.id !== id);
  return { outcome: { status: 204 }, state: { ...state, applications } };
}

/** The state after a decision, with the order that an approval places; null when it cannot be made. */
function afterDecision(state: State, id: string, decision: Partial<Decision>, orderId = 0n): State | null {
  const current = find(state, id);
  if (!current) return null;
  const { status, note } = current;
  const changes = differences({ status, note }, decision);
  if (Object.keys(changes).length === 0) return state;
  const to = decision.status ?? status;
  if (to !== status && !NEXT[status].includes(to)) return null;
  const isPursued = ["talking", "visit", "approved", "answered"].includes(to);
  const after = withApplications(state, (application) =>
    application.id === id
      ? { ...decided(application, decision), suspicious: application.suspicious && !isPursued }
      : application,
  );
  return to === status ? after : withOrder(after, current, to, orderId);
}

/** An approval places an order, and taking it back cancels that. */
function withOrder(state: State, { id, orderId: current }: Application, to: ApplicationStatus, placed: bigint) {
  const orderId = to === "approved" ? placed : null;
  const after = withApplications(state, (application) => {
    if (application.id !== id) return application;
    const lost = current === null ? application.lost : { orderId: current, isByOrder: false, isChanged: false };
    return { ...application, orderId, lost };
  });
  if (orderId === null && current === null) return after;
  const step = orderId === null ? changeOrder(after, "cancel", current ?? 0n) : place(after, orderId);
  return step.outcome.status < 300 ? step.state : null;
}

const find = ({ applications }: State, id: string) => applications.find((application) => application.id === id);
