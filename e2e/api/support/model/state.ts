import type { ApplicationStatus } from "@/lib/applications/status";
import type { OrderStatus } from "@/lib/orders/status";
import type { PetStatus } from "@/lib/pets/status";

// What the model knows about one animal, and how a change of it is recorded.

export type Fields = { name: string; categoryId: bigint; status: PetStatus };
/** What the model knows about a profile. */
export type KnownProfile = { story: string | null; sex: "female" | "male" | null };
export type Photos = readonly { id: bigint; alt: string }[];
export type Order = { id: bigint; status: OrderStatus; shipDate: string | null };
/** `mayUndo` says that its last change was not an undo itself, `isOld` that this change is more than a minute old. */
type KnownOrder = Order & { mayUndo: boolean; isOld: boolean };
/** What the shelter changes about an application. */
export type Decision = { status: ApplicationStatus; note: string | null };
export type Application = Decision & {
  id: string;
  suspicious: boolean;
  orderId: bigint | null;
  version: bigint;
  /** Oldest change first. */
  history: readonly Changes[];
  /** The status that undoing the latest adoption of the animal restores. */
  reopensAs: ApplicationStatus | null;
  /** Whether the latest adoption of the animal has declined it. */
  isDeclinedByAdoption: boolean;
  /** The last approval that it lost: its order, whether that was cancelled, and what happened after that. */
  lost: { orderId: bigint; isByOrder: boolean; isChanged: boolean } | null;
};
/** The changed fields. */
export type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;
/** An entry of the history. `version` is the one that the change made; null when the animal stayed as it was. */
export type Change = { action: string; changes: Changes; version: bigint | null };

export type State = {
  fields: Fields;
  profile: KnownProfile;
  photos: Photos;
  version: bigint;
  /** Who has removed it. */
  removed: string | null;
  /** Oldest change first, without the addition. */
  history: readonly Change[];
  /** Oldest order first. */
  orders: readonly KnownOrder[];
  applications: readonly Application[];
  /** How many applications of visitors were counted. */
  counted: number;
};

/** Returns the state of a new animal. */
export function added(fields: Fields): State {
  const nothing = { photos: [], history: [], orders: [], applications: [], counted: 0 };
  return { fields, profile: { story: null, sex: null }, version: 1n, removed: null, ...nothing };
}

/** Returns the fields that would change. */
export function differences<T extends object>(fields: T, wanted: Partial<T>): Changes {
  const names = Object.keys(wanted) as (keyof T & string)[]; // Object.keys forgets them
  const changed = names.filter((name) => wanted[name] !== fields[name]);
  return Object.fromEntries(changed.map((name) => [name, { from: fields[name], to: wanted[name] }]));
}

/** Returns the animal after a change. Whatever makes it sold declines the open applications. */
export function changed(state: State, action: string, changes: Changes): State {
  const version = state.version + 1n;
  const after = {
    ...state,
    fields: setIn(state.fields, changes),
    profile: setIn(state.profile, changes),
    photos: setIn({ photos: state.photos }, changes).photos,
    version,
    history: [...state.history, { action, changes, version }],
  };
  return changes.status?.to === "sold" ? declineOpen(after) : after;
}

function setIn<T extends object>(values: T, changes: Changes): T {
  const known = Object.entries(changes).filter(([name]) => name in values);
  return { ...values, ...Object.fromEntries(known.map(([name, { to }]) => [name, to])) };
}

function declineOpen(state: State): State {
  return withApplications(state, (application) =>
    ["new", "talking", "visit"].includes(application.status)
      ? {
          ...decided(application, { status: "declined" }, { pet: { from: null, to: "sold" } }),
          reopensAs: application.status,
          isDeclinedByAdoption: true,
        }
      : { ...application, reopensAs: null, isDeclinedByAdoption: false },
  );
}

/** Recorded when a person has to tell the applicant that the adoption was cancelled: the service sends no mail. */
export const UNNOTIFIED: Changes = { toTell: { from: "false", to: "true" } };

/** Reopens what the latest adoption has declined. `petStatus` is null if the adoption was undone. */
export function reopenDeclined(state: State, petStatus: "available" | null = null): State {
  return withApplications(state, (application) => {
    if (!application.reopensAs) return application;
    // The last change of the status is the decline.
    const before = application.history.filter(({ status }) => status).at(-2);
    const also = { pet: { from: "sold", to: petStatus }, ...(before?.toTell && UNNOTIFIED) };
    return decided(application, { status: application.reopensAs }, also);
  });
}

/** Returns the state a minute later, when nothing can be reopened. Completing an order is undone for longer. */
export function aMinuteLater(state: State): State {
  const after = withApplications(state, (application) => ({ ...application, reopensAs: null }));
  return { ...after, orders: state.orders.map((order) => ({ ...order, isOld: true })) };
}

/** Returns the state with other applications. */
export function withApplications(state: State, toOther: (application: Application) => Application): State {
  return { ...state, applications: state.applications.map(toOther) };
}

/** Returns an application after a change. `also` is recorded with it. */
export function decided(application: Application, decision: Partial<Decision>, also: Changes = {}): Application {
  const { status, note, lost } = application;
  const changes = differences({ status, note }, decision);
  return {
    ...application,
    ...decision,
    version: application.version + 1n,
    history: [...application.history, { ...changes, ...also }],
    ...(changes.status && { reopensAs: null, lost: lost && { ...lost, isChanged: true } }),
  };
}
