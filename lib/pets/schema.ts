import * as z from "zod/mini";
import { Int64 } from "../int64";
import { PET_STATUSES } from "./status";

/** The schema of an animal's status. */
const Status = z.enum(PET_STATUSES, { error: `must be one of ${PET_STATUSES.join(", ")}` });

const NAME_RULE = "must be 1 to 255 characters long, not only white space";

const Name = z.string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") }).check(
  z.refine((name) => !/[\uD800-\uDFFF]/u.test(name), { error: "must be well-formed Unicode", abort: true }),
  z.refine((name) => !/\p{Cc}/u.test(name), { error: "must not contain control characters", abort: true }),
  z.refine((name) => /\P{White_Space}/u.test(name), { error: NAME_RULE, abort: true }),
  z.refine((name) => [...name.slice(0, 511)].length <= 255, NAME_RULE),
);

/** What a client sends to add an animal. Strict: a mistyped field is an error, not a silently available animal. */
export const NewPet = z.strictObject({ name: Name, categoryId: Int64, status: z.optional(Status) });
export type NewPet = z.infer<typeof NewPet>;

/** What the service answers: a NewPet plus its id. */
export const Pet = z.object({
  id: Int64,
  name: z.string(),
  categoryId: Int64,
  status: z.optional(Status),
});
export type Pet = z.infer<typeof Pet>;

/** The body of the list operation. */
export const Pets = z.array(Pet);

const LIMIT_RULE = "must be a whole number from 1 to 100";

/** The query of the list operation, from the strings of a URL. */
export const ListPetsQuery = z.object({
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+$/, LIMIT_RULE)),
      z.pipe(
        z.transform((digits: string) => Number(digits)),
        z.int({ error: LIMIT_RULE }).check(z.gte(1, LIMIT_RULE), z.lte(100, LIMIT_RULE)),
      ),
    ),
    20,
  ),
  status: z.optional(Status),
  cursor: z.optional(z.string()),
});
export type ListPetsQuery = z.infer<typeof ListPetsQuery>;
