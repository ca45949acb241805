import * as z from "zod/mini";
import { DateTime } from "../values/date-time";
import { Int64 } from "../values/int64";
import { ShownActor } from "./actor-schema";
import { RecordedChanges } from "./schema";

/**
 * What has a history that is not in the audit: animals, applications, adoptions, which animals were added, and which
 * adopters were recorded and corrected, which applications have too.
 */
export const CHANGE_SUBJECTS = ["pets", "applications", "orders", "additions", "adopters"] as const;
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number];

/** Maximum number of changes on a page. */
export const MAX_CHANGES_PAGE = 200;

/** A change of an animal, an application or an adoption, or the addition of an animal, with current names. */
export const ListedChange = z.object({
  id: Int64,
  at: DateTime,
  actor: ShownActor,
  action: z.string(),
  petId: Int64,
  /** The name of the animal, even if it was removed. */
  petName: z.nullable(z.string()),
  /** The application that was changed, or that of the adopter, and the name of its applicant. */
  application: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The adoption that was changed. */
  orderId: z.nullable(Int64),
  /** Whether the author is who handles the application since then, or who handled it before if nobody does. */
  byHandler: z.boolean(),
  /** The changed fields, each with its earlier and its new value. */
  changes: RecordedChanges,
});
export type ListedChange = z.infer<typeof ListedChange>;
export const ListedChanges = z.array(ListedChange).register(z.globalRegistry, { maxItems: MAX_CHANGES_PAGE });

/** A page of changes, newest first, and the cursors of its neighbours. */
export type ChangesPage = { changes: ListedChange[]; next: string | null; prev: string | null };
