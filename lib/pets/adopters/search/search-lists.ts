import { andList } from "../../../values/word-lists";
import { AGE_LABELS, type AgeGroup, COMPANIONS } from "../../profile/choices";
import type { CardPet, CardsPage } from "../cards/card";
import { kindOf, type PetFilters, without } from "../cards/filters";
import { describeList } from "../cards/list-words";
import type { ParsedSearch } from "./parse-search";

// Kept out of the browser's first bundle: used only where lists are read.

/** Adds what the words of a search mean to filters. Companions that were chosen stay. */
export function mergeParsed(filters: PetFilters, parsed: ParsedSearch | null): PetFilters {
  const companions = [...(filters.goodWith ?? []), ...(parsed?.filters.goodWith ?? [])];
  const goodWith = COMPANIONS.filter((companion) => companions.includes(companion));
  return { ...filters, ...parsed?.filters, ...(goodWith.length > 0 && { goodWith }) };
}

/** Leaves out the ages that a search names if one is chosen, such as "senior" after a search for "young dog". */
export function withChosenAge({ age }: PetFilters, parsed: ParsedSearch | null): ParsedSearch | null {
  if (!age || !parsed) return parsed;
  const { ages: _ages, filters, ...others } = parsed;
  return { ...others, filters: without(filters, "age") };
}

/** Returns what all lists that a search means have in common. */
export function commonFilters(filters: PetFilters, parsed: ParsedSearch | null): PetFilters {
  const withKind = mergeParsed(without(filters, "q"), parsed);
  const common = parsed?.kinds ? without(withKind, "kind") : withKind;
  return parsed?.ages ? without(common, "age") : common;
}

/** Returns the lists that a search means: one for each of its kinds and age groups. */
export function listsInSearch(filters: PetFilters, parsed: ParsedSearch | null): PetFilters[] {
  const common = commonFilters(filters, parsed);
  const lists = parsed?.kinds?.map(({ slug }): PetFilters => ({ ...common, kind: slug })) ?? [common];
  const ages = parsed?.ages;
  return ages ? lists.flatMap((list) => ages.map((age): PetFilters => ({ ...list, age }))) : lists;
}

/**
 * Returns a search for the same lists in which facts are filters: "old cats and dogs" becomes "cat dog" with an age.
 * Returns null if the search means only one list, or names no filter.
 */
export function toFilterSearch(filters: PetFilters, parsed: ParsedSearch): PetFilters | null {
  const isSeveral = parsed.kinds || parsed.ages;
  if (!isSeveral || Object.keys(parsed.filters).length === 0) return null;
  const q = [...ageWordsOf(parsed), parsed.otherWords, ...kindNames(parsed)].filter(Boolean).join(" ");
  return { ...commonFilters(filters, parsed), q };
}

/** Returns a search for the animals of any age, with its other filters and words. */
export function withoutAges(filters: PetFilters, parsed: ParsedSearch): PetFilters {
  const q = [parsed.otherWords, ...kindNames(parsed)].filter(Boolean).join(" ");
  return { ...commonFilters(filters, parsed), ...(q && { q }) };
}

/** Returns the words for the age groups of a search, as somebody types them. "Young" alone means babies too. */
export const ageWordsOf = ({ ages = [] }: ParsedSearch): readonly AgeGroup[] =>
  ages.join() === "baby,young" ? ["young"] : ages;

const kindNames = ({ kinds = [] }: ParsedSearch) => kinds.map(({ name }) => name.toLowerCase());

/** Says what several lists show: "Baby and young dogs waiting for a home", with the number if it is known. */
export function describeLists(filters: PetFilters, parsed: ParsedSearch, count?: number): string {
  const common = commonFilters(filters, parsed);
  const kinds = parsed.kinds ?? [kindOf(common) ?? { plural: "animals" }];
  const ages = parsed.ages?.map((age) => AGE_LABELS[age].toLowerCase()) ?? [];
  const words = describeList(common, `${andList(ages)} ${andList(kinds.map(({ plural }) => plural))}`.trim());
  // "1 baby and young cats" would be wrong.
  return count === undefined || count < 2 ? words : `${count} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Returns the animals of several lists in the order that was chosen. */
export function inOrder(lists: readonly CardsPage[], { sort }: PetFilters): CardPet[] {
  const order = sort === "oldest" ? 1 : -1;
  return lists.flatMap(({ pets }) => pets).sort((a, b) => (a.id > b.id ? order : -order));
}

/** Leaves out animals that come earlier in the list already. */
export const onlyOnce = (pets: readonly CardPet[]): CardPet[] =>
  pets.filter(({ id }, at) => pets.findIndex((other) => other.id === id) === at);
