import * as z from "zod/mini";
import { Int64, int64Param } from "../int64";
import { MAX_PAGE_SIZE } from "./page-size";
import { PET_STATUSES } from "./status";

/** The status of a pet. */
export const Status = z.enum(PET_STATUSES, { error: `must be one of ${PET_STATUSES.join(", ")}` });

const MAX_NAME_LENGTH = 255;
const NAME_RULE = `must be 1 to ${MAX_NAME_LENGTH} characters long, not only white space`;
/** The bounds of a name in JSON Schema, which also counts code points. */
const NAME_BOUNDS = { minLength: 1, maxLength: MAX_NAME_LENGTH };

const Name = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .check(
    z.refine((name) => !/[\uD800-\uDFFF]/u.test(name), { error: "must be well-formed Unicode", abort: true }),
    z.refine((name) => !/\p{Cc}/u.test(name), { error: "must not contain control characters", abort: true }),
    z.refine((name) => /\P{White_Space}/u.test(name), { error: NAME_RULE, abort: true }),
    // A code point has one or two units, so this many units are enough to find that a name is too long.
    z.refine((name) => [...name.slice(0, 2 * MAX_NAME_LENGTH + 1)].length <= MAX_NAME_LENGTH, NAME_RULE),
  )
  .register(z.globalRegistry, NAME_BOUNDS);

/** What a client sends to add a pet. Strict: a mistyped field is an error, not a silently available pet. */
export const NewPet = z.strictObject({ name: Name, categoryId: Int64, status: z.exactOptional(Status) });
export type NewPet = z.infer<typeof NewPet>;

const CHANGEABLE = { name: z.exactOptional(Name), categoryId: z.exactOptional(Int64), status: z.exactOptional(Status) };

/** A change of a pet: at least one of the fields. */
export const PetChange = z
  .strictObject(CHANGEABLE)
  .check(
    z.refine((change) => Object.keys(change).length > 0, { error: `must name ${Object.keys(CHANGEABLE).join(", ")}` }),
  )
  .register(z.globalRegistry, { minProperties: 1 });
export type PetChange = z.infer<typeof PetChange>;

/** A pet in a list. */
export const Pet = z.object({
  id: Int64,
  name: z.string().register(z.globalRegistry, NAME_BOUNDS),
  categoryId: Int64,
  status: z.optional(Status),
});
export type Pet = z.infer<typeof Pet>;

/** A pet in the operations of one pet: with its detail fields. There are none yet. */
export const PetDetail = z.extend(Pet, {});
export type PetDetail = z.infer<typeof PetDetail>;

/** A row of a list: a pet, and what `include` asks for. */
export const ListedPet = z.extend(Pet, { version: z.optional(z.string()) });
export type ListedPet = z.infer<typeof ListedPet>;

/** The body of the list operation. */
export const Pets = z.array(ListedPet).register(z.globalRegistry, { maxItems: MAX_PAGE_SIZE });

/** The message when no pet has the id in the path. */
export const NO_PET = "There is no animal with this id";

/** The path of one pet. */
export const PetParams = z.object({ petId: int64Param(NO_PET) });
