import * as z from "zod/mini";
import { CursorParam, limitParam } from "../../http/paging";
import { MAX_HISTORY_PAGE } from "./history-schema";

/** The query parameters of the history, parsed from a URL. */
export const HistoryQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_HISTORY_PAGE }),
  cursor: z.optional(CursorParam),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;
