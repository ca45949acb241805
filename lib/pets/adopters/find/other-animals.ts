import { MAX_PAGE_SIZE } from "../../list/page-sizes";
import type { AgeGroup } from "../../profile/choices";
import type { CardPet, CardsPage } from "../cards/card";
import { filtersHref, hasFacts, type PetFilters } from "../cards/filters";
import { isUnsuited, nearestFirst } from "../cards/nearest";
import { AVAILABLE, type CardsWithFacts, type PageReader } from "../cards/page-reader";

/** How many others fill a page. */
const ENOUGH_OTHERS = 4;
/** Maximum number of others that are shown. */
export const MAX_OTHERS = 8;

/** The newest animals of a list, with their facts. */
export type UnfilteredPage = { filters: PetFilters; page: CardsWithFacts };

/** Reads the newest animals of a list, as many as one reading can have, with their facts. */
export const readUnfiltered = async (read: PageReader, filters: PetFilters): Promise<UnfilteredPage> => ({
  filters,
  page: await read(filters, MAX_PAGE_SIZE, { withFacts: true }),
});

/** The list that others are shown below. */
type OthersRequest = {
  filters: PetFilters;
  /** The kind that the search means, if it is known. Its animals come first, otherwise those of the filters' kind. */
  kind?: string | undefined;
  /** The animals of the list, which are left out. */
  shown?: readonly CardPet[];
  /** The newest animals of all kinds, if they were read already. */
  newest?: readonly CardPet[];
  /** The list without the facts of the filters, if it was read already. */
  unfiltered?: UnfilteredPage | undefined;
  /** The age groups that the search names, if they are several. */
  ages?: readonly AgeGroup[] | undefined;
  /** Words of the search that no filter knows. A text that has them counts as one more wish that is met. */
  inText?: string | undefined;
};

/** The heading of animals that are ordered by how many wishes they meet. */
const NEAREST = "Closest to what you look for";

/**
 * Finds other available animals: the newest, or if the filters name facts, those of the kind that meet most of them.
 * These leave out animals that are known not to get along with a wanted companion.
 */
export async function readOthers(
  read: PageReader,
  { filters, kind, shown = [], ...known }: OthersRequest,
): Promise<NonNullable<CardsPage["others"]>> {
  const first = kind ?? filters.kind;
  const sources = first === undefined ? [AVAILABLE] : [{ ...AVAILABLE, kind: first }, AVAILABLE];
  const seen = new Set(shown.map(({ id }) => id));
  const found: CardPet[] = [];
  const isWish = hasFacts(filters) || known.ages !== undefined;
  // Whoever looks for a senior cat does not look for a horse.
  const enough = isWish ? 1 : ENOUGH_OTHERS;
  let isNear = isWish;
  for (const source of sources) {
    if (found.length >= enough) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    const pets = isWish
      ? await readNearest(read, source, filters, known)
      : await readNewest(read, source, known.newest);
    const others = pets.filter(({ id }) => !seen.has(id));
    for (const { id } of others) seen.add(id);
    found.push(...others);
    isNear = isWish && source.kind === first;
  }
  return {
    pets: found.slice(0, MAX_OTHERS),
    ...(kind !== undefined && { kind }),
    ...(isNear && { heading: NEAREST }),
  };
}

/** Reads the newest animals of a list, unless these are the newest of all, which were read already. */
const readNewest = async (read: PageReader, list: PetFilters, newest?: readonly CardPet[]) =>
  list === AVAILABLE && newest ? newest : (await read(list)).pets;

/** Reads the animals of a list that suit the filters, those that meet most of them first. */
async function readNearest(
  read: PageReader,
  list: PetFilters,
  wishes: PetFilters,
  { unfiltered: wider, ages, inText }: Pick<OthersRequest, "unfiltered" | "ages" | "inText">,
): Promise<CardPet[]> {
  const isRead = wider && filtersHref(wider.filters) === filtersHref(list);
  const { page } = isRead ? wider : await readUnfiltered(read, list);
  // Among animals of another kind, texts do not count.
  const { pets } = inText && list.kind === wishes.kind ? await read(list, MAX_PAGE_SIZE, { inText }) : { pets: [] };
  const mentioned = new Map(pets.map((pet) => [pet.id, pet]));
  const known = page.pets.flatMap((pet, at) => {
    const facts = page.facts?.[at];
    const found = mentioned.get(pet.id);
    return facts ? [{ pet: found ?? pet, facts: { ...facts, isMentioned: found !== undefined } }] : [];
  });
  const suited = known.filter(({ facts }) => !isUnsuited(facts, wishes));
  return nearestFirst(suited, ({ facts }) => facts, { ...wishes, ages }).map(({ pet }) => pet);
}
