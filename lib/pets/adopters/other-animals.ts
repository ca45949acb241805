import { DEFAULT_STATUS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { filtersHref, type PetFilters } from "./filters";

/** How many others fill a page. */
const ENOUGH = 4;
/** Maximum number of others that are shown. */
export const MAX_OTHERS = 8;

/** Reads the page of the list for some filters, with `limit` animals, and stories that mention `story`, if given. */
export type ReadPage = (filters: PetFilters, limit?: number, story?: string) => Promise<CardsPage>;

/** All available animals, as on the first page. */
export const ALL: PetFilters = { status: DEFAULT_STATUS };

/** The list that others are shown below. */
type Below = {
  filters: PetFilters;
  /** The kind that the search means, if it is known. Its animals come first, otherwise those of the filters' kind. */
  kind?: string | undefined;
  /** The animals of the list, which are left out. */
  shown?: readonly CardPet[];
  /** The newest animals of all kinds, if they were read already. */
  newest?: readonly CardPet[];
};

/** Finds other available animals. */
export async function findOthers(
  read: ReadPage,
  { filters, kind, shown = [], newest }: Below,
): Promise<NonNullable<CardsPage["others"]>> {
  const first = kind ?? filters.kind;
  const sources = first === undefined ? [ALL] : [{ ...ALL, kind: first }, ALL];
  const shownIds = new Set(shown.map(({ id }) => id));
  const found = new Map<bigint, CardPet>();
  for (const source of sources) {
    if (found.size >= ENOUGH) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    const pets = source === ALL && newest ? newest : (await read(source)).pets;
    for (const pet of pets) if (!shownIds.has(pet.id)) found.set(pet.id, pet);
  }
  return { pets: [...found.values()].slice(0, MAX_OTHERS), ...(kind !== undefined && { kind }) };
}
