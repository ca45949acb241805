import type { ListedPet } from "../list/schema";
import type { PetStatus } from "../status";

/** Which page of the list; plain strings and numbers, because it becomes a key of React Query. */
export type PetsParams = { status?: PetStatus | undefined; cursor?: string | undefined; limit?: number | undefined };

/** One page of animals, newest first, and the cursors of its neighbours. */
export type PetsPage = { pets: ListedPet[]; next: string | null; prev: string | null };
