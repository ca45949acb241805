import type { CardsPage, TextExcerpt } from "../cards/card";
import { kindOf, type PetFilters, parseFilters } from "../cards/filters";
import { listHeading } from "../cards/list-words";
import type { Facts } from "../cards/nearest";
import type { CardsWithFacts, ReadOptions } from "../cards/page-reader";

// Twelve animals for the tests of completePage.

export const filters = (query: string) => parseFilters(new URLSearchParams(query));
/** The heading of the page of a search. */
export const headingOf = (query: string, page: CardsPage) => listHeading(page.meantFilters ?? filters(query), page);
/** A page with animals of these ids. Those with even ids are cats, the others dogs. */
export const pageOf = (ids: readonly number[], next: string | null = null) => ({
  pets: ids.map((id) => ({ id: BigInt(id), name: id === 3 ? "Cato" : "Olive", categoryId: id % 2 === 0 ? 2n : 1n })),
  next,
  prev: null,
});
/** The animals whose texts have a word. */
const TEXTS: Record<string, number[]> = { dog: [12, 11], labrador: [11], calm: [11], fence: [12, 3], rex: [12] };
/** Animals that are not available, each with its status. */
const GONE = [
  { id: 20n, name: "Pumpkin", categoryId: 2n, status: "pending" as const },
  { id: 21n, name: "Rex", categoryId: 1n, status: "sold" as const },
  { id: 22n, name: "Rexona", categoryId: 1n, status: "pending" as const },
  { id: 23n, name: "Bunny", categoryId: 3n, status: "sold" as const },
  { id: 24n, name: "Fencer", categoryId: 1n, status: "sold" as const },
];
/** The facts of an animal: the last is not good with cats, the one before is, and nothing is known of the others. */
export const factsOf = (id: bigint): Facts => ({
  ageGroup: id === 5n || id === 11n ? "senior" : null,
  sex: null,
  size: null,
  goodWith: { children: null, dogs: null, cats: id === 9n ? true : id === 11n ? false : null },
});
const EXCERPT: TextExcerpt = ["", "excerpt", ""];
/** Lists twelve animals. */
export const read = async (
  source: PetFilters,
  limit = 9,
  { inText, withFacts }: ReadOptions = {},
): Promise<CardsWithFacts> => {
  const page = pageOf(inText === undefined ? [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] : (TEXTS[inText] ?? []));
  if (source.q !== undefined) {
    const q = source.q.toLowerCase();
    return { ...NO_PETS, pets: source.status ? [] : GONE.filter(({ name }) => name.toLowerCase().includes(q)) };
  }
  if (source.status === "pending" || source.status === undefined) {
    const told = inText === "hayloft" ? GONE.slice(0, 2) : inText === "barn" ? GONE.slice(1, 2) : [];
    if (inText !== undefined)
      return { ...NO_PETS, pets: told.filter(({ status }) => status === (source.status ?? status)) };
  }
  const kind = kindOf(source);
  const all =
    inText === undefined
      ? page.pets
      : page.pets.map((pet) => ({ ...pet, textExcerpt: EXCERPT, foundIn: "story" as const }));
  const pets = all.filter(({ categoryId }) => !kind || categoryId === kind.id).slice(0, limit);
  return { ...page, pets, ...(withFacts && { facts: pets.map(({ id }) => factsOf(id)) }) };
};
export const NO_PETS = pageOf([]);
export const NEAREST = "Closest to what you look for";
export const DOGS = "Dogs waiting for a home";
