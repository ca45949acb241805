import * as z from "zod/mini";
import { DateTime, Int64, pageOf, wholeNumber } from "../../values/schemas";
import { AGE_GROUPS, COMPANIONS } from "../facts";
import { FILTERED_VALUES, Profile } from "../profile/schema";
import { Pet, Status } from "../schema";
import { PET_STATUSES } from "../status";

/** A row of a list: an animal, and what `include` asks for. */
export const ListedPet = z.extend(Pet, {
  version: z.optional(z.string()),
  profile: z.optional(Profile),
  /** When its adopters last returned the animal or it came in, or else when it was added. */
  arrivedAt: z.optional(DateTime),
});
export type ListedPet = z.infer<typeof ListedPet>;

export const Pets = pageOf(ListedPet);

export type PetsPage = {
  pets: ListedPet[];
  next: string | null;
  prev: string | null;
};

/** The filters of the request with those that words of `q` name. `q` is what is left of it. */
export const FoundFilters = z.object({
  status: z.optional(Status),
  categoryId: z.optional(Int64),
  ...FILTERED_VALUES,
  ageGroup: z.optional(z.enum(AGE_GROUPS)),
  goodWith: z.optional(z.array(z.enum(COMPANIONS))),
  maxAdoptionFee: z.optional(z.string()),
  q: z.optional(z.string()),
});

export const FoundPets = z.object({
  filters: FoundFilters,
  pets: Pets,
  /** If nothing matches: the text with the nearest names and breeds instead of its words. */
  suggestion: z.nullable(z.string()),
  /** Other animals, if few match or none: those that the suggestion finds, or available ones that are nearest. */
  nearest: Pets,
});
export type FoundPets = z.infer<typeof FoundPets>;

export const MAX_COUNT = 1_000;

const count = () => wholeNumber(0, MAX_COUNT);
export const CategoryCount = z.object({ categoryId: Int64, count: count(), more: z.boolean() });
export const StatusCounts = z.object({ count: count(), more: z.boolean(), categories: z.array(CategoryCount) });

/** How many animals there are, by status and category. `more` says that counting stopped there. */
export const PetCounts = z.record(z.enum(PET_STATUSES), StatusCounts);
export type PetCounts = z.infer<typeof PetCounts>;

/** What helps an animal to find a home and may be missing. */
export const MISSING_PARTS = ["photo", "story"] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];
