import type { ListedChange } from "./change-schema";
import { type AnyChange, isNear, isRecorded, type RecordedChange } from "./repetitions";

/** A line of a list of changes: one change, or what one action did to several animals. */
export type ChangeLine = readonly [AnyChange, ...AnyChange[]];

/** How long after its addition the first facts and photos of an animal belong to it, in milliseconds. */
const FIRST_DETAILS_MS = 60_000;
const FIRST_DETAILS = ["profile.changed", "photo.added"];

/**
 * Groups changes, newest first, into lines. Animals that somebody added one after the other, as an import does, are one
 * line, which stands for their first facts and photos too. So are animals that got the same change, or photos.
 */
export function toLines(changes: readonly AnyChange[]): ChangeLine[] {
  const lines: [AnyChange, ...AnyChange[]][] = [];
  for (const change of withoutFirstDetails(changes)) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line && last && areOneAction(last, change)) line.push(change);
    else lines.push([change]);
  }
  return lines;
}

/** Leaves out the facts and photos that an animal got from those who added it, directly afterwards. */
function withoutFirstDetails(changes: readonly AnyChange[]): AnyChange[] {
  const additions = new Map(
    changes.filter(isRecorded).flatMap(({ about, entry }) => (about === "additions" ? [[entry.petId, entry]] : [])),
  );
  return changes.filter((change) => {
    if (change.about !== "pets" || !FIRST_DETAILS.includes(change.entry.action)) return true;
    const addition = additions.get(change.entry.petId);
    const isFirst = addition && Date.parse(change.entry.at) - Date.parse(addition.at) <= FIRST_DETAILS_MS;
    return !(isFirst && isSameActor(addition, change.entry));
  });
}

function areOneAction(one: AnyChange, other: AnyChange): boolean {
  if (!isRecorded(one) || !isRecorded(other)) return false;
  const isSame = actionOf(one) !== null && actionOf(one) === actionOf(other);
  return isSame && isSameActor(one.entry, other.entry) && isNear(one.entry, other.entry);
}

/** Returns what was done, if it can be done to several animals at once: the same text for the same change. */
function actionOf({ about, entry: { action, changes } }: RecordedChange): string | null {
  if (about === "additions") return "added";
  if (about !== "pets") return null;
  // Photos differ, but they are added one by one.
  if (action === "photo.added") return action;
  const values = Object.entries(changes).flatMap(([field, { from, to }]) => [field, from, to]);
  const isPlain = values.every((value) => value === null || typeof value !== "object");
  return isPlain ? [action, ...values.map(String)].join("\n") : null;
}

const isSameActor = ({ actor }: ListedChange, { actor: other }: ListedChange) =>
  actor.kind === other.kind && actor.name === other.name;
