import type { PetStatus } from "./schema";

/** A kind of animal that this site knows by name. The API takes any int64: the contract has no category records. */
export type Category = { readonly id: bigint; readonly name: string };

export const CATEGORIES: readonly Category[] = [
  { id: 1n, name: "Dog" },
  { id: 2n, name: "Cat" },
  { id: 3n, name: "Rabbit" },
  { id: 4n, name: "Guinea pig" },
  { id: 5n, name: "Hamster" },
  { id: 6n, name: "Bird" },
  { id: 7n, name: "Tortoise" },
  { id: 8n, name: "Horse" },
];

/** The word for a category; an unknown one is shown by its number. */
export function categoryName(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? `Category ${id}`;
}

/** What people read instead of the API's status words. */
export const STATUS_WORDS: Readonly<Record<PetStatus, { label: string; explanation: string }>> = {
  available: { label: "Available", explanation: "Waiting for a home" },
  pending: { label: "Pending", explanation: "Somebody has asked to adopt" },
  sold: { label: "Adopted", explanation: "Already has a home" },
};
