import * as z from "zod/mini";
import { PAGED } from "../http/paging";
import { choicesParam, Int64Param } from "../http/parameters";
import { textOf } from "../values/text";
import { ABOUT, CHANGE_SUBJECTS } from "./schema";

const TIME_RULE = "must be a date and time with an offset, such as 2026-01-31T00:00:00Z";
const IsoTime = z.iso.datetime({ offset: true, error: TIME_RULE });

export const ListAuditQuery = z.object({
  ...PAGED,
  actor: z.optional(textOf(254)),
  about: z.optional(choicesParam(ABOUT)),
  from: z.optional(IsoTime),
  until: z.optional(IsoTime),
});
export type ListAuditQuery = z.infer<typeof ListAuditQuery>;

const AUTHOR_RULE = "must be key:ID, person:ID, applicant, operator or service";

export const ListChangesQuery = z.object({
  about: z.optional(z.enum(CHANGE_SUBJECTS, { error: `must be one of ${CHANGE_SUBJECTS.join(", ")}` })),
  ...PAGED,
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
