import * as z from "zod/mini";
import { ShownActor } from "../../audit/schema";
import { DateTime, Int64, int64Param } from "../../values/schemas";
import type { NewProfile } from "../profile/schema";
import { Pet, type PetChange, PetParams } from "../schema";

/** Maximum number of entries on a page. */
export const MAX_HISTORY_PAGE = 100;

/** The actions that the history of an animal records. */
export type PetAction =
  | "created"
  | "changed"
  | "removed"
  | "restored"
  | "undone"
  | "profile.changed"
  | "photo.added"
  | "photo.removed"
  | "photos.changed"
  | "order.placed"
  | "order.scheduled"
  | "order.completed"
  | "order.cancelled"
  | "order.returned"
  | "order.undone";

/** The fields that an entry may name: those of the animal, of its profile, and of its adoption. */
export type HistoryField = keyof PetChange | keyof NewProfile | "photos" | "shipDate" | "returnReason" | "tookPlaceAt";

/** The changed fields, each with its earlier and its new value. */
export const FieldChanges = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));
export type FieldChanges = Readonly<z.infer<typeof FieldChanges>>;

/** An entry of the history of an animal: what was done, by whom, and the changed fields. */
export const HistoryEntry = z.object({
  id: Int64,
  at: DateTime,
  actor: ShownActor,
  action: z.string(),
  changes: FieldChanges,
  /** The application behind a step of an adoption, for callers who may read orders and applications. */
  application: z.exactOptional(z.object({ id: z.string(), name: z.string() })),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The body of the history operation. */
export const History = z.array(HistoryEntry).register(z.globalRegistry, { maxItems: MAX_HISTORY_PAGE });

/** The message when the history of the animal has no such entry. */
export const NO_CHANGE = "There is no such change of this animal";

/** The path parameters of one change of an animal. */
export const ChangeParams = z.extend(PetParams, { changeId: int64Param(NO_CHANGE) });

/** Maximum number of animals in one request: a page of the list. */
export const MAX_ASKED = 100;

/** Who added an animal, and its latest change; `changed` is null if it was never changed. */
const Latest = z.object({
  id: Int64,
  added: z.object({ at: DateTime, actor: ShownActor }),
  changed: z.nullable(z.object({ id: Int64, at: DateTime, actor: ShownActor, action: z.string() })),
});
export type Latest = z.infer<typeof Latest>;

/** The body of the operation that lists latest changes. */
export const LatestChanges = z.array(Latest).register(z.globalRegistry, { maxItems: MAX_ASKED });

/** A removed animal, with who removed it and when. Undoing that change restores it. */
const RemovedPet = z.extend(Pet, { changeId: Int64, at: DateTime, actor: ShownActor });
export type RemovedPet = z.infer<typeof RemovedPet>;

/** A page of removed animals. The cursors of its neighbours are in the `Link` header. */
export const RemovedPets = z.array(RemovedPet).register(z.globalRegistry, { maxItems: MAX_ASKED });

/**
 * Whether an action is a step of an adoption. It changed the adoption and its applications too, so it is undone there
 * and not as a change of the animal.
 */
export const isStepOfAdoption = (action: string) => action.startsWith("order.");

/**
 * Whether people can undo an entry of an animal's history, given the newer ones. For a removed animal, that is only the
 * removal. Otherwise it is every change of fields that were not changed again, except for steps of an adoption.
 */
export function canBeUndone(
  { action, changes }: Pick<HistoryEntry, "action" | "changes">,
  newer: readonly Pick<HistoryEntry, "changes">[],
  isPresent: boolean,
): boolean {
  if (!isPresent) return action === "removed" && newer.length === 0;
  if (isStepOfAdoption(action)) return false;
  const fields = Object.keys(changes);
  return fields.length > 0 && !newer.some((other) => fields.some((field) => field in other.changes));
}

/**
 * Returns the application of the adopter of an animal, from its history, newest first, or null if that is not
 * recorded: an animal that was marked as adopted by hand may have an earlier adopter, who is not meant.
 */
export function currentAdopter(entries: readonly HistoryEntry[]): NonNullable<HistoryEntry["application"]> | null {
  const last = entries.find(({ action, changes }) => "status" in changes || action === "order.completed");
  return (last && isStepOfAdoption(last.action) && last.application) || null;
}
