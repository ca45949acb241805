import { DEFAULT_STATUS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { filtersHref, type PetFilters } from "./filters";
import { meantKind } from "./meant-kind";

/** A list with at most this many animals also shows others. */
const FEW = 4;
/** How many others fill a page, and the maximum number that is shown. */
const [ENOUGH, MAX_OTHERS] = [4, 8];

/** Reads the page of the list for some filters. */
type ReadPage = (filters: PetFilters) => Promise<CardsPage>;

/**
 * Adds other available animals to a list with few: first of the kind that was chosen or searched for. The list stays as
 * it is if they cannot be read.
 */
export async function withOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > FEW || filtersHref(filters) === filtersHref({ status: DEFAULT_STATUS }))
    return page;
  const meant = filters.q === undefined ? null : meantKind(filters.q);
  // A name that was found is not a typing error.
  const isMeant = meant && (page.pets.length === 0 || meant.spelling === undefined);
  const kind = isMeant ? meant.kind.picture : filters.kind;
  try {
    const pets = await findOthers(kind, filters, page.pets, read);
    if (!isMeant) return { ...page, others: { pets } };
    const { kind: _kind, ...spelled } = meant;
    return { ...page, others: { pets, kind: meant.kind.picture, ...spelled } };
  } catch {
    return page;
  }
}

async function findOthers(
  kind: string | undefined,
  filters: PetFilters,
  shown: readonly CardPet[],
  read: ReadPage,
): Promise<CardPet[]> {
  const all: PetFilters = { status: DEFAULT_STATUS };
  const sources = kind === undefined ? [all] : [{ ...all, kind }, all];
  const left = new Set(shown.map(({ id }) => id));
  const found = new Map<bigint, CardPet>();
  for (const source of sources) {
    if (found.size >= ENOUGH) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    for (const pet of (await read(source)).pets) if (!left.has(pet.id)) found.set(pet.id, pet);
  }
  return [...found.values()].slice(0, MAX_OTHERS);
}
