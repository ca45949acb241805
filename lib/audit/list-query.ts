import * as z from "zod/mini";
import { PAGED } from "../http/paging";
import { Int64Param } from "../http/parameters";
import { parsed, parseInt64 } from "../values/schemas";
import { textOf } from "../values/text";
import { CHANGE_SUBJECTS } from "./schema";

const TIME_RULE = "must be a date and time with an offset, such as 2026-01-31T00:00:00Z";
const IsoTime = z.iso.datetime({ offset: true, error: TIME_RULE });

export const ListSignInsQuery = z.object({
  ...PAGED,
  personId: z.optional(textOf(40)),
  from: z.optional(IsoTime),
});
export type ListSignInsQuery = z.infer<typeof ListSignInsQuery>;

/** Divides the list: the sets and additions up to these ids are older, the others newer. */
export type Cut = { direction: "older" | "newer"; set: bigint; addition: bigint };

const DIRECTIONS = { o: "older", n: "newer" } as const;

export const cutText = ({ direction, set, addition }: Cut) => `${direction.slice(0, 1)}${set}.${addition}`;

function readCut(text: string): Cut | null {
  const [, letter, ...ids] = /^([on])(\d+)\.(\d+)$/.exec(text) ?? [];
  const [set, addition] = ids.map(parseInt64);
  if ((letter !== "o" && letter !== "n") || set == null || addition == null) return null;
  return { direction: DIRECTIONS[letter], set, addition };
}

const CutParam = parsed("must be one that this service gave in a Link header", readCut).register(z.globalRegistry, {
  type: "string",
  pattern: "^[on]\\d{1,19}\\.\\d{1,19}$",
  maxLength: 40,
});

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
    limit: PAGED.limit,
    cursor: z.optional(CutParam),
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
