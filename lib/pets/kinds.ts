import { singleton } from "../process/singleton";

/** A kind of animal that has a name. Animals may have any other int64. */
export type Category = {
  readonly id: bigint;
  readonly name: string;
  readonly plural: string;
  /** Its name in URLs. */
  readonly slug: string;
  /** Of a drawing in `public/animals.svg`, and of a preview in `public/cards`. */
  readonly picture: string;
  readonly words: readonly string[];
};
type Kinds = readonly Category[];

const known = () => singleton("known kinds", () => ({ kinds: [] as Kinds, listeners: new Set<() => void>() }));

/** The kinds that this process or this tab knows: it has to learn them first. In the order of their ids. */
export const knownKinds = (): Kinds => known().kinds;

export function learnKinds(kinds: Kinds): void {
  if (kinds === known().kinds) return;
  known().kinds = kinds;
  for (const listener of known().listeners) listener();
}

/** Calls the listener whenever the kinds change. Returns a function that ends this. */
export function followKinds(listener: () => void): () => void {
  known().listeners.add(listener);
  return () => known().listeners.delete(listener);
}

export const findKind = (id: bigint | undefined): Category | undefined =>
  knownKinds().find((category) => category.id === id);

export const findKindBySlug = (slug: string | undefined): Category | undefined =>
  knownKinds().find((category) => category.slug === slug);

export const categoryName = (id: bigint): string => findKind(id)?.name ?? "Other";

export const categoryPlural = (id: bigint): string => findKind(id)?.plural ?? "animals of this kind";

/** Returns the drawing of a category. Those without a name have the paw. */
export const categoryPicture = (id: bigint): string => findKind(id)?.picture ?? "paw";

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
