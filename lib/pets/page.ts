import type { Pet } from "./schema";
import type { PetStatus } from "./status";

/** How many animals a page has when nobody asks for another number; and the most that it can have. */
export const PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** Which page of the list: plain strings and numbers, as React Query keys need. */
export type PetsParams = { status?: PetStatus | undefined; cursor?: string | undefined; limit?: number | undefined };

/** One page of animals, newest first, and the cursors of its neighbours. */
export type PetsPage = { pets: Pet[]; next: string | null; prev: string | null };
