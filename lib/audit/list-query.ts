import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";

/** The query of the audit list, from the strings of a URL. */
export const ListAuditQuery = z.object({
  limit: limitParam({ size: 100, max: 200 }),
  cursor: z.optional(CursorParam),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;
