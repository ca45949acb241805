import { encodeJson } from "../http/json";
import { animalsOf, type ChangeSet, type ListedChange } from "./schema";

/** What can be written of an animal when it is added. */
const FIRST_DETAILS = ["profile.changed", "care.changed", "photo.added"];

/**
 * Joins additions of one person and day that follow each other, as of an import, to one. They stand for the facts and
 * photos that their animals got from that person on that day, too.
 */
export function toLines(sets: readonly ChangeSet[]): ChangeSet[] {
  const additions = new Map(sets.filter(isAddition).map((set) => [animalsOf(set)[0]?.petId, set]));
  // Those of an import are in its set.
  const created = sets.filter((set) => !isAddition(set)).flatMap(animalsOf);
  const imported = new Set(created.filter(({ action }) => action === "created").map(({ petId }) => petId));
  const lines: ChangeSet[] = [];
  for (const set of sets) {
    const [first] = animalsOf(set);
    const [last, addition] = [lines.at(-1), additions.get(first?.petId)];
    const isDetail = first && addition && FIRST_DETAILS.includes(first.action) && isOneDayOfOneActor(addition, set);
    if (isDetail || (first && isAddition(set) && imported.has(first.petId))) continue;
    const isNext = last && isAddition(last) && isAddition(set) && isOneDayOfOneActor(last, set);
    if (isNext) lines.splice(-1, 1, joined(last, set));
    else lines.push(set);
  }
  return lines;
}

const isAddition = ({ id }: ChangeSet) => id.startsWith("pet-");

const joined = (last: ChangeSet, earlier: ChangeSet): ChangeSet => ({
  ...last,
  changes: [...last.changes, ...earlier.changes],
  count: last.count + earlier.count,
});

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
export function partsOf(set: ChangeSet): SetParts {
  const animals = animalsOf(set);
  const of = (subject: ListedChange["subject"]) => animals.filter((change) => change.subject === subject);
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
