import * as z from "zod/mini";
import { ShownActor } from "../../audit/actor-schema";
import { DateTime } from "../../values/date-time";
import { Int64 } from "../../values/int64";
import { Pet } from "../schema";

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
