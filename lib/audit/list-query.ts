import * as z from "zod/mini";
import { CursorParam, limitParam } from "../http/paging";
import { choicesParam } from "../http/parameters";
import { textOf } from "../values/text";
import { ABOUT } from "./schema";

const TIME_RULE = "must be a date and time with an offset, such as 2026-01-31T00:00:00Z";
/** A time in a query. */
export const IsoTime = z.iso.datetime({ offset: true, error: TIME_RULE });

/** The query parameters of the audit, parsed from a URL. */
export const ListAuditQuery = z.object({
  limit: limitParam({ size: 100, max: 200 }),
  cursor: z.optional(CursorParam),
  actor: z.optional(textOf(254)),
  about: z.optional(choicesParam(ABOUT)),
  from: z.optional(IsoTime),
  until: z.optional(IsoTime),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;
