/** A kind of animal that this site knows by name. The API takes any int64: there are no category records. */
export type Category = {
  readonly id: bigint;
  readonly name: string;
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

const categoryOf = (id: bigint) => CATEGORIES.find((category) => category.id === id);

export const categoryName = (id: bigint): string => categoryOf(id)?.name ?? `Category ${id}`;

export const categorySingular = (id: bigint): string => categoryOf(id)?.name.toLowerCase() ?? "animal of this kind";

export const categoryPlural = (id: bigint): string => categoryOf(id)?.plural ?? "animals of this kind";

/** Returns the drawing of a category. Unknown categories share a paw. */
export const categoryPicture = (id: bigint): string => categoryOf(id)?.slug ?? "paw";

type Colours = readonly [coat: string, patch: string];

const FUR: readonly [Colours, ...Colours[]] = [
  ["#c98a4b", "#8f5a2b"],
  ["#ecd2a4", "#c79a5e"],
  ["#a9a6a4", "#77736f"],
  ["light-dark(#5d554f, #857b72)", "light-dark(#3d3733, #5a524b)"],
  ["#f3ebe1", "#b58f69"],
];

const OTHERS: Readonly<Record<string, typeof FUR>> = {
  bird: [
    ["#5aa3d8", "#2f74ad"],
    ["#f0c64a", "#c9912a"],
    ["#6fbf6a", "#3f8d4d"],
    ["#e07a5f", "#b24c39"],
    ["#8f8fd0", "#5f5fa8"],
  ],
  tortoise: [
    ["#9db66b", "#6f7f3d"],
    ["#b9ad6a", "#84743a"],
    ["#7fae8a", "#4c7d5c"],
    ["#a3a17b", "#6d6a48"],
    ["#8fb4a5", "#5b7f72"],
  ],
};

// The numbers are coprime, so no two of any 210 successive animals of a kind look alike.
const COATS = 5n;
const TINTS = 6n;
const POSES = 7n;

/** The kind is the name of its drawing. Tint and pose are numbers in app/styles/animals.css. */
export function drawingOf(petId: bigint, kind: string) {
  const [coat, patch] = (OTHERS[kind] ?? FUR)[Number(petId % COATS)] ?? FUR[0];
  return { coat, patch, tint: Number(petId % TINTS), pose: Number(petId % POSES) };
}
