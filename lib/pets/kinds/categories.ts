/** A kind of animal that this site knows by name. The API takes any int64: there are no category records. */
export type Category = {
  readonly id: bigint;
  readonly name: string;
  /** The plural, within a sentence. */
  readonly plural: string;
  /** Its name in URLs, and the id of its drawing in `public/animals.svg`. */
  readonly slug: string;
};

export const CATEGORIES: readonly Category[] = [
  { id: 1n, name: "Dog", plural: "dogs", slug: "dog" },
  { id: 2n, name: "Cat", plural: "cats", slug: "cat" },
  { id: 3n, name: "Rabbit", plural: "rabbits", slug: "rabbit" },
  { id: 4n, name: "Guinea pig", plural: "guinea pigs", slug: "guinea-pig" },
  { id: 5n, name: "Hamster", plural: "hamsters", slug: "hamster" },
  { id: 6n, name: "Bird", plural: "birds", slug: "bird" },
  { id: 7n, name: "Tortoise", plural: "tortoises", slug: "tortoise" },
  { id: 8n, name: "Horse", plural: "horses", slug: "horse" },
];

/** Returns the name of a category. An unknown one is shown by its number. */
export function categoryName(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.name ?? `Category ${id}`;
}

/** Returns the name of a category within a sentence. */
export function categorySingular(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.name.toLowerCase() ?? "animal of this kind";
}

/** Returns the plural of a category, within a sentence. */
export function categoryPlural(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.plural ?? "animals of this kind";
}

/** Returns the drawing of a category. Unknown categories share a paw. */
export function categoryPicture(id: bigint): string {
  return CATEGORIES.find((category) => category.id === id)?.slug ?? "paw";
}
