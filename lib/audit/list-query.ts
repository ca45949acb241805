import * as z from "zod/mini";
import { PAGED } from "../http/paging";
import { choicesParam, Int64Param } from "../http/parameters";
import { parsed, parseInt64 } from "../values/schemas";
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

/** A place in the feed of animals: the change set, the animal in it, and the addition that were read last. */
export type Position = { set: bigint; pet: bigint; addition: bigint };

const START = "0";

function readPosition(text: string): Position | null {
  const parts = text === START ? [START, START, START] : text.split(".", 4);
  const [set, pet, addition, ...more] = parts.map(parseInt64);
  return set == null || pet == null || addition == null || more.length > 0 ? null : { set, pet, addition };
}

const Place = parsed("must be 0, or the position of an entry that was read", readPosition).register(z.globalRegistry, {
  type: "string",
  pattern: "^\\d{1,19}(\\.\\d{1,19}){2}$|^0$",
  maxLength: 59,
});

export const ListChangesQuery = z
  .object({
    after: z.optional(Place),
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
  })
  .check(
    z.refine(({ after, limit: _, ...others }) => after === undefined || Object.keys(others).length === 0, {
      path: ["after"],
      error: "must be given without other parameters than limit",
    }),
  );
export type ListChangesQuery = z.infer<typeof ListChangesQuery>;
