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

/** Finds other animals, first those of the kind that is meant, if any. */
export async function findOthers(
  filters: PetFilters,
  meantKind: string | undefined,
  shown: readonly CardPet[],
  read: ReadPage,
): Promise<NonNullable<CardsPage["others"]>> {
  const pets = await collect(meantKind ?? filters.kind, filters, shown, read, null);
  return { pets, ...(meantKind !== undefined && { kind: meantKind }) };
}

/** Collects other animals, first those of a kind. `newest` are those of all kinds, if they were read already. */
export async function collect(
  kind: string | undefined,
  filters: PetFilters,
  shown: readonly CardPet[],
  read: ReadPage,
  newest: readonly CardPet[] | null,
): Promise<CardPet[]> {
  const sources = kind === undefined ? [ALL] : [{ ...ALL, kind }, ALL];
  const left = new Set(shown.map(({ id }) => id));
  const found = new Map<bigint, CardPet>();
  for (const source of sources) {
    if (found.size >= ENOUGH) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    const pets = source === ALL && newest ? newest : (await read(source)).pets;
    for (const pet of pets) if (!left.has(pet.id)) found.set(pet.id, pet);
  }
  return [...found.values()].slice(0, MAX_OTHERS);
}
