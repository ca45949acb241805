import fc from "fast-check";
import { APPLICATION_STATUSES } from "@/lib/applications/status";
import { PET_STATUSES } from "@/lib/pets/status";
import type { Applicant, CallOf } from "./calls";
import type { Decision, Fields, KnownProfile } from "./state";

/** The version that a caller sends: the one it reads first, the last that anybody saw, any, or none. */
export type SaidVersion = "read" | "seen" | "any" | "none";
/**
 * A sale that is undone on its own or in a batch, a completion that is undone or taken back by a return, a return or a
 * cancellation that is undone.
 */
type Mistake = "change" | "batch" | "complete" | "returned" | "return" | "cancel";
type WantedChange = { pet: number; change: Partial<Fields>; ifMatch: SaidVersion };
/** In a batch, null asks for the removal of the animal, which only the mode `each` allows. */
type WantedInBatch = { pet: number; change: Partial<Fields> | null; ifMatch: SaidVersion };
/**
 * What a caller should do. Numbers choose among the animals, changes, orders, photos and applications that exist by
 * then.
 */
export type Command =
  | { kind: "add"; status: Fields["status"] }
  | { kind: "read" | "profile" | "orders" | "place"; pet: number }
  | { kind: "history"; pet: number }
  | { kind: "adopt"; pet: number }
  /** Somebody applies, somebody makes a mistake, perhaps decides about the application, and takes the mistake back. */
  | { kind: "mistake"; pet: number; by: Mistake; isNew: boolean; decision: Partial<Decision> | null }
  | ({ kind: "change" } & WantedChange)
  | { kind: "batch"; mode: "each" | "all"; changes: WantedInBatch[] }
  | { kind: "describe"; pet: number; profile: KnownProfile; ifMatch: SaidVersion }
  | { kind: "remove"; pet: number; ifMatch: SaidVersion }
  /** In a batch it may be repeated, as after a lost answer. */
  | { kind: "undo"; pet: number; which: number; ifMatch: SaidVersion; inBatch: boolean; isRepeated?: boolean }
  | { kind: "complete" | "cancel" | "return"; pet: number; which: number }
  | { kind: "schedule"; pet: number; which: number; shipDate: string | null }
  | { kind: "undoOrder"; pet: number; which: number; status: CallOf<"undoOrder">["status"] }
  | { kind: "addPhoto"; pet: number; alt: string }
  | { kind: "arrange"; pet: number; places: number[]; alt: string; ifMatch: SaidVersion }
  | { kind: "removePhoto"; pet: number; which: number; ifMatch: SaidVersion }
  | { kind: "apply"; pet: number; from: Applicant; isKnown: boolean }
  | { kind: "decide"; pet: number; which: number; decision: Partial<Decision>; ifMatch: SaidVersion }
  | { kind: "application" | "withdraw" | "deleteApplication"; pet: number; which: number }
  | { kind: "wait" };
export type CommandOf<Kind extends Command["kind"]> = Extract<Command, { kind: Kind }>;

// Most calls are about the first animal, so that its history gets long.
const pet = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(5) });
const which = fc.nat(3);
const status = fc.constantFrom(...PET_STATUSES);
const ifMatch = fc.constantFrom("read", "read", "seen", "any", "none");
const fields = { name: fc.constantFrom("Ada", "Bello", "Caro"), categoryId: fc.bigInt({ min: 1n, max: 2n }), status };
const change = fc.record(fields, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0);
const profile = fc.record({
  story: fc.constantFrom(null, "Found.", "Shy."),
  sex: fc.constantFrom(null, "female", "male"),
});
const mode = fc.constantFrom("each", "all");
const changeOrRemoval = fc.oneof({ weight: 3, arbitrary: change }, { weight: 1, arbitrary: fc.constant(null) });
const batch = fc.array(fc.record({ pet, change: changeOrRemoval, ifMatch }), { minLength: 1, maxLength: 4 });
const shipDate = fc.constantFrom(null, "2030-01-31T15:00:00.000Z", "2030-02-01T09:30:00.000Z");
const alt = fc.constantFrom("", "Asleep");
const places = fc.uniqueArray(fc.nat(6), { maxLength: 6 });
const decision = fc.oneof(
  { weight: 4, arbitrary: fc.record({ status: fc.constantFrom(...APPLICATION_STATUSES) }) },
  { weight: 1, arbitrary: fc.record({ note: fc.constantFrom(null, "Has called.") }) },
);
const undone = fc.constantFrom("completed", "cancelled", "cancelled", "returned");
const by = fc.constantFrom("change", "batch", "complete", "returned", "return", "cancel");
const decisionOrNone = fc.oneof(fc.constant(null), decision);
const application = {
  from: fc.constantFrom("visitor", "visitor", "program", "person"),
  isKnown: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
};

const undoing = { inBatch: fc.boolean(), isRepeated: fc.boolean() };

/** What any number of callers may do at once. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("add"), status }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("read", "profile", "history", "orders"), pet }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("change"), pet, change, ifMatch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("batch"), mode, changes: batch }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("describe"), pet, profile, ifMatch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove"), pet, ifMatch }) },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant("undo"), pet, which, ifMatch, ...undoing }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("place", "adopt"), pet }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("complete", "cancel", "return"), pet, which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("schedule"), pet, which: fc.nat(1), shipDate }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("undoOrder"), pet, which: fc.nat(1), status: undone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("addPhoto"), pet, alt }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("arrange"), pet, places, alt, ifMatch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("removePhoto"), pet, which, ifMatch }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("apply"), pet, ...application }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("mistake"), pet, by, isNew: fc.boolean(), decision: decisionOrNone }),
  },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant("decide"), pet, which, decision, ifMatch }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("withdraw", "application", "deleteApplication"), pet, which }),
  },
);

/** What a single caller may do, who may also wait. */
export const commandOfOne: fc.Arbitrary<Command> = fc.oneof(
  { weight: 40, arbitrary: command },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait") }) },
);
