import { MAX_PAGE_SIZE } from "../list/sizes";
import { DEFAULT_STATUS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { filtersHref, type PetFilters } from "./filters";
import { meantKind } from "./meant-kind";
import { nearestName } from "./near-name";

/** A list with at most this many animals also shows others. */
const FEW = 4;
/** How many others fill a page, and the maximum number that is shown. */
const [ENOUGH, MAX_OTHERS] = [4, 8];

/** Reads the page of the list for some filters, with `limit` animals if that is given. */
type ReadPage = (filters: PetFilters, limit?: number) => Promise<CardsPage>;

/** What a search without a result probably means. */
type Meant = Omit<NonNullable<CardsPage["others"]>, "pets">;

const ALL: PetFilters = { status: DEFAULT_STATUS };

/**
 * Adds other available animals to a list with few: first the one whose name, or those whose kind, was probably meant,
 * then those of the chosen kind. The list stays as it is if they cannot be read.
 */
export async function withOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > FEW || filtersHref(filters) === filtersHref(ALL)) return page;
  try {
    return { ...page, others: await findOthers(filters, page.pets, read) };
  } catch {
    return page;
  }
}

async function findOthers(filters: PetFilters, shown: readonly CardPet[], read: ReadPage) {
  const kind = filters.q === undefined ? null : meantKind(filters.q);
  const isCertain = kind !== null && kind.spelling === undefined;
  // Names are compared only if none was found and no kind was typed. A name that was found is not a typing error.
  const isMistyped = filters.q !== undefined && shown.length === 0 && !isCertain;
  const newest = isMistyped ? (await read(ALL, MAX_PAGE_SIZE)).pets : null;
  const near = newest && nearestName(filters.q ?? "", newest);
  // A kind has few words, so one that is as near as this is more likely than a name with two errors.
  const meansName = near && (kind === null || near.errors === 1);
  if (meansName) {
    const pets = await collect(filters.kind, filters, [], read, newest);
    return {
      pets: [near.pet, ...pets.filter(({ id }) => id !== near.pet.id)].slice(0, MAX_OTHERS),
      name: near.pet.name,
    };
  }
  const meant: Meant = {};
  if (kind && (isCertain || shown.length === 0)) {
    meant.kind = kind.kind.picture;
    if (kind.spelling !== undefined) meant.spelling = kind.spelling;
  }
  return { pets: await collect(meant.kind ?? filters.kind, filters, shown, read, newest), ...meant };
}

/** Collects other animals, first those of a kind. `newest` are those of all kinds, if they were read already. */
async function collect(
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
