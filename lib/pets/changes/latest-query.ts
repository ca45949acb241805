import * as z from "zod/mini";
import { CursorParam, limitParam } from "../../http/paging";
import { int64sParam } from "../../http/parameters";
import { MAX_ASKED } from "./latest-schema";

/** The query parameters for the latest change of each animal. */
export const LatestQuery = z.object({ ids: int64sParam(MAX_ASKED) });

/** The query parameters of the list of removed animals. */
export const RemovedQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_ASKED }),
  cursor: z.optional(CursorParam),
});
export type RemovedQuery = z.infer<typeof RemovedQuery>;
