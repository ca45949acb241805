import type { ChangeSubject, ListedChange } from "./change-schema";
import type { AuditEntry } from "./schema";

/** A change of an animal, an application or an adoption, or an addition. */
export type RecordedChange = { about: ChangeSubject; entry: ListedChange };

/** A change of one of the lists. `about` says which. */
export type AnyChange = { about: "settings"; entry: AuditEntry } | RecordedChange;

/** The longest time between two entries of one request, in milliseconds. */
const GAP_MS = 10_000;

/**
 * Leaves out what several lists say about one step of an adoption: the status of its animal, the progress of its
 * application, and the beginning of an adoption that an approval or a recorded adopter says. What only these entries
 * say is added to the step: the date of the hand-over, why the animal came back, and the applicant.
 */
export function withoutRepetitions(changes: readonly AnyChange[]): AnyChange[] {
  const recorded = changes.filter(isRecorded);
  return changes.flatMap((change): AnyChange[] => {
    if (!isRecorded(change)) return [change];
    if (isStepOfAnimal(change) || isStepOfApplication(change)) return [];
    if (change.about !== "orders") return [change];
    const { entry } = change;
    const same = recorded.filter((other) => isSameRequest(other.entry, entry));
    if (entry.action === "placed" && same.some(opensAdoption)) return [];
    const animal = same.find((other) => isStepOfAnimal(other) && other.entry.action === `order.${entry.action}`);
    const { status: _, ...details } = animal?.entry.changes ?? {};
    const application = entry.application ?? same.find(isStepOfApplication)?.entry.application ?? null;
    return [{ about: "orders", entry: { ...entry, changes: details, application } }];
  });
}

/** Whether a change is in the history of an animal, an application or an adoption. */
export const isRecorded = (change: AnyChange): change is RecordedChange => change.about !== "settings";

/** Whether this is the change of an animal by a step of its adoption. */
const isStepOfAnimal = ({ about, entry }: RecordedChange) => about === "pets" && entry.action.startsWith("order.");

/** Whether this is only the progress of an application by a step of its adoption. */
const isStepOfApplication = ({ about, entry }: RecordedChange) =>
  about === "applications" && Object.keys(entry.changes).join() === "order";

/** Whether this is an approval, or the recording of an adopter. */
const opensAdoption = ({ about, entry: { changes } }: RecordedChange) =>
  about === "adopters" || about === "applications"
    ? changes.status?.to === "approved" || changes.adopter?.from === null
    : false;

const isSameRequest = (one: ListedChange, other: ListedChange) => one.petId === other.petId && isNear(one, other);

/** Whether two changes may have been made by one request. */
export const isNear = (one: ListedChange, other: ListedChange) =>
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= GAP_MS;
