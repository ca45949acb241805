import * as z from "zod/mini";
import { DateTime } from "../../values/date-time";
import { Profile } from "../profile/schema";
import { Pet, PetDetail } from "../schema";
import { MAX_PAGE_SIZE } from "./page-sizes";

/** A row of a list: an animal, and what `include` asks for. The version brings the detail fields with it. */
export const ListedPet = z.extend(z.partial(PetDetail), {
  ...Pet.shape,
  version: z.optional(z.string()),
  profile: z.optional(Profile),
  /** When its adopters last returned the animal, or else when it was added. */
  waitsSince: z.optional(DateTime),
});
export type ListedPet = z.infer<typeof ListedPet>;

/** A page of animals. The cursors of its neighbours are in the `Link` header. */
export const Pets = z.array(ListedPet).register(z.globalRegistry, { maxItems: MAX_PAGE_SIZE });

/** One page of animals, newest first, and the cursors of its neighbours. */
export type PetsPage = {
  pets: ListedPet[];
  next: string | null;
  prev: string | null;
};
