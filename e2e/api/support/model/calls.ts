import type { Application, Decision, Fields, KnownProfile, Order, Photos, State } from "./state";

// Calls about one animal, and what the model says about their answers.

/** The version in If-Match, `*`, or no header. */
export type IfMatch = bigint | "*" | null;
/** Who sends an application: a visitor, a program, or a person of the shelter. */
export type Applicant = "visitor" | "program" | "person";

/** A call, as it was sent. */
export type Call =
  | { kind: "read" | "profile" | "orders" | "place" }
  | { kind: "history" }
  | { kind: "change"; change: Partial<Fields>; ifMatch: IfMatch; inBatch?: true }
  | { kind: "describe"; profile: KnownProfile; ifMatch: IfMatch }
  | { kind: "remove"; by: string; ifMatch: IfMatch; inBatch?: true }
  /**
   * `place` is that of the change to undo in the history, from 0 for the addition; a batch names its version, `made`.
   */
  | { kind: "undo"; changeId: bigint; place: number; made: bigint; ifMatch: IfMatch; inBatch?: true }
  | { kind: "complete" | "cancel" | "return"; orderId: bigint }
  | { kind: "schedule"; orderId: bigint; shipDate: string | null }
  | { kind: "undoOrder"; orderId: bigint; status: "completed" | "cancelled" | "returned" }
  | { kind: "addPhoto"; alt: string }
  | { kind: "arrange"; photos: Photos; ifMatch: IfMatch }
  | { kind: "removePhoto"; photoId: bigint; ifMatch: IfMatch }
  | { kind: "apply"; id: string; from: Applicant }
  | { kind: "application" | "withdraw" | "deleteApplication"; id: string }
  | { kind: "decide"; id: string; decision: Partial<Decision>; ifMatch: IfMatch }
  /** Not a call: a minute passes. */
  | { kind: "wait" };
export type CallOf<Kind extends Call["kind"]> = Extract<Call, { kind: Kind }>;

/** The parts of an answer that the model predicts. */
export type Outcome = {
  status: number;
  pet?: Fields;
  profile?: KnownProfile;
  photos?: Photos;
  photo?: Photos[number];
  version?: bigint;
  order?: Order;
  application?: Partial<Application>;
  list?: unknown;
};

/** A call and its answer. It took effect at some moment between `start` and `end`. */
export type Sent = { call: Call; outcome: Outcome; start: number; end: number };

/** The answer to a call, and the state after it. */
export type Step = { outcome: Outcome; state: State };

/** Returns a refusal, which changes nothing. */
export const refuse = (state: State, status: number): Step => ({ outcome: { status }, state });

/** Returns why If-Match is refused before anything else is checked; null if it is not. */
export function refused(state: State, ifMatch: IfMatch): Step | null {
  if (ifMatch === null) return refuse(state, 428);
  if (state.removed) return refuse(state, 404);
  return ifMatch === "*" || ifMatch === state.version ? null : refuse(state, 412);
}

/** Returns a text that is the same for equal values, whatever the order of their members. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (typeof member !== "object" || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
