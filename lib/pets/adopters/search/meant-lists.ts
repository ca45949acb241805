import { AGE_LABELS, COMPANIONS } from "../../profile/choices";
import type { CardPet, CardsPage } from "../card";
import { kindOf, type PetFilters, without } from "../filters";
import { describeList, joined } from "../list-words";
import type { MeantFilters } from "./meant-filters";

// Kept out of the browser's first bundle: used only where lists are read.

/** Adds what the words of a search mean to filters. Companions that were chosen stay. */
export function withMeant(filters: PetFilters, words: MeantFilters | null): PetFilters {
  const companions = [...(filters.goodWith ?? []), ...(words?.filters.goodWith ?? [])];
  const goodWith = COMPANIONS.filter((companion) => companions.includes(companion));
  return { ...filters, ...words?.filters, ...(goodWith.length > 0 && { goodWith }) };
}

/** Returns what all lists that a search means have in common. */
export function commonFilters(filters: PetFilters, words: MeantFilters | null): PetFilters {
  const withKind = withMeant(without(filters, "q"), words);
  const common = words?.kinds ? without(withKind, "kind") : withKind;
  return words?.ages ? without(common, "age") : common;
}

/** Returns the lists that a search means: one for each of its kinds and age groups. */
export function meantLists(filters: PetFilters, words: MeantFilters | null): PetFilters[] {
  const common = commonFilters(filters, words);
  const lists = words?.kinds?.map(({ picture }): PetFilters => ({ ...common, kind: picture })) ?? [common];
  const ages = words?.ages;
  return ages ? lists.flatMap((list) => ages.map((age): PetFilters => ({ ...list, age }))) : lists;
}

/**
 * Returns a search for the same lists in which facts are filters: "old cats and dogs" becomes "cat dog" with an age.
 * Returns null if the search means only one list, or names no filter.
 */
export function searchWithFilters(filters: PetFilters, words: MeantFilters): PetFilters | null {
  const isSeveral = words.kinds || words.ages;
  if (!isSeveral || Object.keys(words.filters).length === 0) return null;
  const kinds = words.kinds?.map(({ name }) => name.toLowerCase()) ?? [];
  const q = [...(words.ages ?? []), words.otherWords, ...kinds].filter(Boolean).join(" ");
  return { ...commonFilters(filters, words), q };
}

/** Says what several lists show: "Baby and young dogs waiting for a home". */
export function describeLists(filters: PetFilters, words: MeantFilters): string {
  const common = commonFilters(filters, words);
  const kinds = words.kinds ?? [kindOf(common) ?? { plural: "animals" }];
  const ages = words.ages?.map((age) => AGE_LABELS[age].toLowerCase()) ?? [];
  return describeList(common, `${joined.format(ages)} ${joined.format(kinds.map(({ plural }) => plural))}`.trim());
}

/** Returns the animals of several lists in the order that was chosen. */
export function inOrder(lists: readonly CardsPage[], { sort }: PetFilters): CardPet[] {
  const order = sort === "oldest" ? 1 : -1;
  return lists.flatMap(({ pets }) => pets).sort((a, b) => (a.id > b.id ? order : -order));
}
