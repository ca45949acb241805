import type { PetStatus } from "./schema";

/** A kind of animal that this site knows by name. The API takes any int64: the contract has no category records. */
export type Category = {
  readonly id: bigint;
  readonly name: string;
  /** Its drawing in `public/animals.svg`. */
  readonly picture: string;
};

export const CATEGORIES: readonly Category[] = [
  { id: 1n, name: "Dog", picture: "dog" },
  { id: 2n, name: "Cat", picture: "cat" },
  { id: 3n, name: "Rabbit", picture: "rabbit" },
  { id: 4n, name: "Guinea pig", picture: "guinea-pig" },
  { id: 5n, name: "Hamster", picture: "hamster" },
  { id: 6n, name: "Bird", picture: "bird" },
  { id: 7n, name: "Tortoise", picture: "tortoise" },
  { id: 8n, name: "Horse", picture: "horse" },
];

/** The word for a category; an unknown one is shown by its number. */
export function categoryName(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? `Category ${id}`;
}

/** The drawing of a category; unknown ones share a paw. */
export function categoryPicture(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.picture ?? "paw";
}

/** What people read instead of the API's status words. */
export const STATUS_WORDS: Readonly<Record<PetStatus, { label: string; explanation: string }>> = {
  available: { label: "Available", explanation: "Waiting for a home" },
  pending: { label: "Pending", explanation: "Somebody has asked to adopt" },
  sold: { label: "Adopted", explanation: "Already has a home" },
};
