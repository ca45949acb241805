import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { Int64Param, int64sParam } from "../http/parameters";
import { ApplicationStatus, MAX_PAGE_SIZE, uuid } from "./schema";

/** The query of the list operation, from the strings of a URL. */
export const ListApplicationsQuery = z.object({
  limit: limitParam({ size: 20, max: MAX_PAGE_SIZE }),
  status: z.optional(ApplicationStatus),
  petId: z.optional(Int64Param),
  handledBy: z.optional(uuid("must be the id of a person")),
  /** Those whose approval placed one of these orders. */
  orderIds: z.optional(int64sParam(MAX_PAGE_SIZE)),
  /** Suspicious applications are never among the others. */
  folder: z._default(z.enum(["inbox", "suspicious"], { error: "must be inbox or suspicious" }), "inbox"),
  cursor: z.optional(CursorParam),
});
export type ListApplicationsQuery = z.infer<typeof ListApplicationsQuery>;
