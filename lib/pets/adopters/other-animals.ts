import { MAX_PAGE_SIZE } from "../list/sizes";
import { DEFAULT_STATUS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { filtersHref, hasFacts, type PetFilters } from "./filters";
import { type Facts, isUnsuited, nearestFirst } from "./nearest";

/** How many others fill a page. */
const ENOUGH_OTHERS = 4;
/** Maximum number of others that are shown. */
export const MAX_OTHERS = 8;

/**
 * How a page is read: with stories that mention `story`, if given, or with the facts of each animal, in the order of
 * its animals.
 */
export type Reading = { story?: string; withFacts?: boolean };

/** A page of cards, and the facts of its animals if these were asked for. */
export type ReadCards = CardsPage & { facts?: readonly Facts[] };

/** Reads the page of the list for some filters, with `limit` animals. */
export type ReadPage = (filters: PetFilters, limit?: number, reading?: Reading) => Promise<ReadCards>;

/** The newest animals of a list, with their facts. */
export type Wider = { filters: PetFilters; page: ReadCards };

/** Reads the newest animals of a list, as many as one reading can have, with their facts. */
export const readWider = async (read: ReadPage, filters: PetFilters): Promise<Wider> => ({
  filters,
  page: await read(filters, MAX_PAGE_SIZE, { withFacts: true }),
});

/** All available animals, as on the first page. */
export const AVAILABLE: PetFilters = { status: DEFAULT_STATUS };

/** The list that others are shown below. */
type Below = {
  filters: PetFilters;
  /** The kind that the search means, if it is known. Its animals come first, otherwise those of the filters' kind. */
  kind?: string | undefined;
  /** The animals of the list, which are left out. */
  shown?: readonly CardPet[];
  /** The newest animals of all kinds, if they were read already. */
  newest?: readonly CardPet[];
  /** The animals without the facts that the filters name, if they were read already. */
  wider?: Wider | undefined;
  /** Words of the search that no filter knows. A story that mentions them counts as one more wish that is met. */
  story?: string | undefined;
};

/** The heading of animals that are ordered by how many wishes they meet. */
const NEAREST = "Closest to what you look for";

/**
 * Finds other available animals: the newest, or if the filters name facts, those that meet most of them. These leave
 * out animals that are known not to get along with a wanted companion.
 */
export async function findOthers(
  read: ReadPage,
  { filters, kind, shown = [], ...known }: Below,
): Promise<NonNullable<CardsPage["others"]>> {
  const first = kind ?? filters.kind;
  const sources = first === undefined ? [AVAILABLE] : [{ ...AVAILABLE, kind: first }, AVAILABLE];
  const shownIds = new Set(shown.map(({ id }) => id));
  const found = new Map<bigint, CardPet>();
  const isWish = hasFacts(filters);
  for (const source of sources) {
    if (found.size >= ENOUGH_OTHERS) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    const pets = isWish
      ? await readNearest(read, source, filters, known)
      : await readNewest(read, source, known.newest);
    for (const pet of pets) if (!shownIds.has(pet.id)) found.set(pet.id, pet);
  }
  return {
    pets: [...found.values()].slice(0, MAX_OTHERS),
    ...(kind !== undefined && { kind }),
    ...(isWish && { heading: NEAREST }),
  };
}

/** Reads the newest animals of a list, unless these are the newest of all, which were read already. */
const readNewest = async (read: ReadPage, list: PetFilters, newest?: readonly CardPet[]) =>
  list === AVAILABLE && newest ? newest : (await read(list)).pets;

/** Reads the animals of a list that suit the filters, those that meet most of them first. */
async function readNearest(
  read: ReadPage,
  list: PetFilters,
  wishes: PetFilters,
  { wider, story }: Pick<Below, "wider" | "story">,
): Promise<CardPet[]> {
  const isRead = wider && filtersHref(wider.filters) === filtersHref(list);
  const { page } = isRead ? wider : await readWider(read, list);
  const { pets } = story ? await read(list, MAX_PAGE_SIZE, { story }) : { pets: [] };
  const mentioned = new Map(pets.map((pet) => [pet.id, pet]));
  const known = page.pets.flatMap((pet, at) => {
    const facts = page.facts?.[at];
    const found = mentioned.get(pet.id);
    return facts ? [{ pet: found ?? pet, facts: { ...facts, isMentioned: found !== undefined } }] : [];
  });
  const suited = known.filter(({ facts }) => !isUnsuited(facts, wishes));
  return nearestFirst(suited, ({ facts }) => facts, wishes).map(({ pet }) => pet);
}
