import * as z from "zod/mini";
import { Int64 } from "../../../values/int64";
import { Pets } from "../../list/schema";
import { AGE_GROUPS, COMPANIONS, SEXES, SIZES } from "../../profile/choices";
import { Status } from "../../schema";

/** The animals that a search finds, and how it was understood. */
export const FoundPets = z.object({
  /** The filters of the request with those that words of `q` name. `q` is what is left of it. */
  filters: z.object({
    status: z.optional(Status),
    categoryId: z.optional(Int64),
    sex: z.optional(z.enum(SEXES)),
    ageGroup: z.optional(z.enum(AGE_GROUPS)),
    size: z.optional(z.enum(SIZES)),
    goodWith: z.optional(z.array(z.enum(COMPANIONS))),
    q: z.optional(z.string()),
  }),
  pets: Pets,
  /** If nothing matches: the text with the nearest names and breeds instead of its words. */
  suggestion: z.nullable(z.string()),
  /** Other animals, if few match or none: those that the suggestion finds, or available ones that are nearest. */
  nearest: Pets,
});
export type FoundPets = z.infer<typeof FoundPets>;
