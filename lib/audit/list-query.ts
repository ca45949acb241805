import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { ABOUT } from "./schema";

const RULE = "must have 1 to 254 characters";
const TIME_RULE = "must be a date and time with an offset, such as 2026-01-31T00:00:00Z";
const Time = z.iso.datetime({ offset: true, error: TIME_RULE });

/** The query of the audit list, from the strings of a URL. */
export const ListAuditQuery = z.object({
  limit: limitParam({ size: 100, max: 200 }),
  cursor: z.optional(CursorParam),
  actor: z.optional(z.string().check(z.minLength(1, RULE), z.maxLength(254, RULE))),
  about: z.optional(z.enum(ABOUT, { error: `must be one of ${ABOUT.join(", ")}` })),
  from: z.optional(Time),
  until: z.optional(Time),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;
