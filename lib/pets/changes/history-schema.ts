import * as z from "zod/mini";
import { ShownActor } from "../../audit/actor-schema";
import { DateTime } from "../../values/date-time";
import { Int64, int64Param } from "../../values/int64";
import type { NewProfile } from "../profile/schema";
import { type PetChange, PetParams } from "../schema";

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
