import * as z from "zod/mini";
import { ShownActor } from "../../audit/actor-schema";
import { CursorParam, limitParam } from "../../http/paging";
import { int64sParam } from "../../http/parameters";
import { Int64 } from "../../int64";
import { Pet } from "../schema";

/** Maximum number of animals that one request may ask about: a page of the list. */
const MAX_ASKED = 100;

/** The query of the operation that tells the latest change of each animal. */
export const LatestQuery = z.object({ ids: int64sParam(MAX_ASKED) });

const At = z.string().register(z.globalRegistry, { format: "date-time" });

/** Who added an animal, and its latest change; `changed` is null for one that was never changed. */
const Latest = z.object({
  id: Int64,
  added: z.object({ at: At, actor: ShownActor }),
  changed: z.nullable(z.object({ id: Int64, at: At, actor: ShownActor, action: z.string() })),
});
export type Latest = z.infer<typeof Latest>;

/** The body of that operation. */
export const Latests = z.array(Latest).register(z.globalRegistry, { maxItems: MAX_ASKED });

/** The query of the list of removed animals. */
export const RemovedQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_ASKED }),
  cursor: z.optional(CursorParam),
});
export type RemovedQuery = z.infer<typeof RemovedQuery>;

/** A removed animal: who removed it and when. Undoing the change restores it. */
const RemovedPet = z.extend(Pet, { changeId: Int64, at: At, actor: ShownActor });
export type RemovedPet = z.infer<typeof RemovedPet>;

/** The body of the list of removed animals. */
export const RemovedPets = z.array(RemovedPet).register(z.globalRegistry, { maxItems: MAX_ASKED });
