import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { Int64Param } from "../http/parameters";
import { CHANGE_SUBJECTS, MAX_CHANGES_PAGE } from "./change-schema";
import { IsoTime } from "./list-query";

const AUTHOR_RULE = "must be key:ID, person:ID, applicant, operator or service";

/** The query parameters of the list of changes, parsed from a URL. */
export const ListChangesQuery = z.object({
  about: z._default(z.enum(CHANGE_SUBJECTS, { error: `must be one of ${CHANGE_SUBJECTS.join(", ")}` }), "pets"),
  limit: limitParam({ size: 100, max: MAX_CHANGES_PAGE }),
  cursor: z.optional(CursorParam),
  petId: z.optional(Int64Param),
  actor: z.optional(
    z
      .string()
      .check(
        z.maxLength(80, AUTHOR_RULE),
        z.regex(/^(?:(?:key|person):[\w-]+|applicant|operator|service)$/, AUTHOR_RULE),
      ),
  ),
  from: z.optional(IsoTime),
});
export type ListChangesQuery = z.infer<typeof ListChangesQuery>;
