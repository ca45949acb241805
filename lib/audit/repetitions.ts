import type { ChangeSubject, ListedChange } from "./change-schema";
import type { AuditEntry } from "./schema";

/** A change of an animal, an application or an adoption, or an addition. */
type RecordedChange = { about: ChangeSubject; entry: ListedChange };

/** A change of one of the lists. `about` says which. */
export type AnyChange = { about: "settings"; entry: AuditEntry } | RecordedChange;

/** How far apart the times may be that one request wrote, and those of one import, in milliseconds. */
const GAP_MS = 10_000;

/**
 * Leaves out what several lists say about one step of an adoption: the status of its animal, the progress of its
 * application, and the beginning of an adoption that an approval says. What only these entries say is added to the
 * step: the date of the hand-over, why the animal came back, and the applicant.
 */
export function withoutRepetitions(changes: readonly AnyChange[]): AnyChange[] {
  const recorded = changes.filter(isRecorded);
  return changes.flatMap((change): AnyChange[] => {
    if (!isRecorded(change)) return [change];
    if (isStepOfAnimal(change) || isStepOfApplication(change)) return [];
    if (change.about !== "orders") return [change];
    const { entry } = change;
    const same = recorded.filter((other) => isSameRequest(other.entry, entry));
    if (entry.action === "placed" && same.some(isApproval)) return [];
    const animal = same.find((other) => isStepOfAnimal(other) && other.entry.action === `order.${entry.action}`);
    const { status: _, ...details } = animal?.entry.changes ?? {};
    const application = same.find(isStepOfApplication)?.entry.application ?? null;
    return [{ about: "orders", entry: { ...entry, changes: details, application } }];
  });
}

const isRecorded = (change: AnyChange): change is RecordedChange => change.about !== "settings";

/** Whether this is the change of an animal by a step of its adoption. */
const isStepOfAnimal = ({ about, entry }: RecordedChange) => about === "pets" && entry.action.startsWith("order.");

/** Whether this is only the progress of an application by a step of its adoption. */
const isStepOfApplication = ({ about, entry }: RecordedChange) =>
  about === "applications" && Object.keys(entry.changes).join() === "order";

const isApproval = ({ about, entry }: RecordedChange) =>
  about === "applications" && entry.changes.status?.to === "approved";

const isSameRequest = (one: ListedChange, other: ListedChange) => one.petId === other.petId && isNear(one, other);

const isNear = (one: ListedChange, other: ListedChange) =>
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= GAP_MS;

/** Groups changes, newest first, into lines: animals that somebody added one after the other, as an import does. */
export function toLines(changes: readonly AnyChange[]): AnyChange[][] {
  const lines: AnyChange[][] = [];
  for (const change of changes) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && areAddedTogether(last, change)) line.push(change);
    else lines.push([change]);
  }
  return lines;
}

function areAddedTogether(one: AnyChange, other: AnyChange): boolean {
  if (one.about !== "additions" || other.about !== "additions") return false;
  const [{ actor }, next] = [one.entry, other.entry];
  return actor.kind === next.actor.kind && actor.name === next.actor.name && isNear(one.entry, next);
}
