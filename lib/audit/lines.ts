import { encodeJson } from "../http/json";
import type { AuditEntry, ChangeSet, ListedChange } from "./schema";

/** A list of change sets, or of all of them. */
export type SetsList = "all" | "pets" | "applications" | "orders" | "additions";

export type AnyChange = { about: "settings"; entry: AuditEntry } | { about: SetsList; entry: ChangeSet };

/** What can be written of an animal when it is added. */
const FIRST_DETAILS = ["profile.changed", "photo.added"];

/**
 * Joins additions of one person and day that follow each other, as of an import, to one. They stand for the facts and
 * photos that their animals got from that person, too, until anything else was changed.
 */
export function toLines(changes: readonly AnyChange[]): AnyChange[] {
  const lines: AnyChange[] = [];
  for (const change of withoutFirstDetails(changes)) {
    const last = lines.at(-1);
    const isNext =
      last?.about === "additions" && change.about === "additions" && isOneDayOfOneActor(last.entry, change.entry);
    if (isNext) lines.splice(-1, 1, { ...last, entry: joined(last.entry, change.entry) });
    else lines.push(change);
  }
  return lines;
}

const joined = (last: ChangeSet, earlier: ChangeSet): ChangeSet => ({
  ...last,
  changes: [...last.changes, ...earlier.changes],
  count: last.count + earlier.count,
});

function withoutFirstDetails(changes: readonly AnyChange[]): AnyChange[] {
  const added = new Map<bigint, ChangeSet>();
  // Those of an import are in its set.
  const sets = changes.flatMap(({ about, entry }) => (about === "settings" || about === "additions" ? [] : [entry]));
  const created = sets.flatMap((set) => set.changes).filter(({ action }) => action === "created");
  const imported = new Set(created.map(({ petId }) => petId));
  const shown = changes.toReversed().filter(({ about, entry }) => {
    if (about === "settings") return true;
    const [first] = entry.changes;
    if (about === "additions") {
      if (first) added.set(first.petId, entry);
      return !(first && imported.has(first.petId));
    }
    const addition = first && FIRST_DETAILS.includes(first.action) ? added.get(first.petId) : undefined;
    if (addition && isOneDayOfOneActor(addition, entry)) return false;
    for (const { petId } of entry.changes) added.delete(petId);
    return true;
  });
  return shown.toReversed();
}

const isOneDayOfOneActor = ({ at, actor }: ChangeSet, { at: other, actor: by }: ChangeSet) =>
  at.slice(0, DATE_LENGTH) === other.slice(0, DATE_LENGTH) && actor.kind === by.kind && actor.name === by.name;

const DATE_LENGTH = "2026-01-31".length;

/** What a line says of a set: what was done to an adoption, an application or animals, and to other applications. */
export type SetParts = {
  order?: { step: ListedChange; details: ListedChange["changes"]; application: ListedChange["application"] };
  application?: ListedChange;
  pets: readonly ListedChange[];
  others: readonly ListedChange[];
};

/** An approval, or a recorded adopter, says that an adoption begins. Otherwise a step says what it does to its animal. */
export function partsOf({ changes }: ChangeSet): SetParts {
  const of = (subject: ListedChange["subject"]) => changes.filter((change) => change.subject === subject);
  const [applications, pets] = [of("application"), of("pet")];
  const [step] = of("order");
  const main = applications.find(opensAdoption) ?? (step || pets.length > 0 ? undefined : applications[0]);
  const others = applications.filter((one) => one !== main);
  if (main) return { application: main, pets: [], others };
  // By hand, an animal is changed, and its adoption follows.
  if (!step || pets.some(({ action }) => action !== step.action)) return { pets, others };
  const { status: _, ...details } = pets[0]?.changes ?? {};
  const application = step.application ?? others.find((one) => one.changes.order)?.application ?? null;
  return { order: { step, details, application }, pets: [], others };
}

const opensAdoption = ({ changes: { status, order, adopter } }: ListedChange) =>
  (status?.to === "approved" && !order) || (adopter !== undefined && adopter.from === null);

/** Whether all of these changes set the same fields from and to the same values, which may be lists of photos. */
export const areAlike = (changes: readonly ListedChange[]): boolean =>
  new Set(changes.map((change) => encodeJson(change.changes))).size <= 1;
