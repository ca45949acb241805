import * as z from "zod/mini";
import { CursorParam, limitParam } from "../../http/paging";
import { int64sParam } from "../../http/parameters";
import { MAX_ASKED } from "./latest-schema";

/** The query of the operation that lists the latest change of each animal. */
export const LatestQuery = z.object({ ids: int64sParam(MAX_ASKED) });

/** The query of the list of removed animals. */
export const RemovedQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_ASKED }),
  cursor: z.optional(CursorParam),
});
export type RemovedQuery = z.infer<typeof RemovedQuery>;
