import type { ListedPet } from "../list/schema";

/** One page of animals, newest first, and the cursors of its neighbours. */
export type PetsPage = { pets: ListedPet[]; next: string | null; prev: string | null };
