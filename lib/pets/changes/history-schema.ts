import * as z from "zod/mini";
import { ChangeAction, NamedApplication, RecordedChanges, ShownActor } from "../../audit/schema";
import { DateTime, Int64, pageOf } from "../../values/schemas";
import type { Care } from "../care/schema";
import type { NewProfile } from "../profile/schema";
import { Pet, type PetChange } from "../schema";

export type HistoryField =
  | keyof PetChange
  | keyof NewProfile
  | keyof Care
  | ("photos" | "shipDate" | "returnReason" | "tookPlaceAt");

export const HistoryEntry = z.object({
  /** That of the change set; 0 for the addition. */
  id: Int64,
  at: DateTime,
  actor: ShownActor,
  action: ChangeAction,
  changes: RecordedChanges,
  /** The application behind a step of an adoption, for callers who may read orders and applications. */
  application: z.exactOptional(NamedApplication),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const History = pageOf(HistoryEntry);

export const Addition = z.object({ at: DateTime, actor: ShownActor });
export const LastChange = z.object({ id: Int64, at: DateTime, actor: ShownActor, action: ChangeAction });

/** Who added an animal, and its latest change; `changed` is null if it was never changed. */
export const Latest = z.object({ id: Int64, added: Addition, changed: z.nullable(LastChange) });
export type Latest = z.infer<typeof Latest>;

export const LatestChanges = pageOf(Latest);

/** A removed animal, with who removed it and when. Undoing that change restores it. */
export const RemovedPet = z.extend(Pet, { changeId: Int64, at: DateTime, actor: ShownActor });
export type RemovedPet = z.infer<typeof RemovedPet>;

export const RemovedPets = pageOf(RemovedPet);

/**
 * A change of what everybody may see of an animal, for programs that keep a copy: `changes` has no other fields, except
 * for readers of care.
 */
export const FeedEntry = z.object({
  /** The value of `after` that leads to what follows. */
  position: z.string(),
  at: DateTime,
  petId: Int64,
  action: z.enum(["created", "changed", "removed", "restored"]),
  changes: RecordedChanges,
});
export type FeedEntry = z.infer<typeof FeedEntry>;
export const PetFeed = pageOf(FeedEntry);

/** It changed the adoption and its applications too, so it is undone there and not as a change of the animal. */
export const isStepOfAdoption = (action: string) => action.startsWith("order.");

/** Of a removed animal only the removal, otherwise every change of fields that were not changed again since. */
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
