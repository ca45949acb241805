import { AGE_LABELS } from "../../profile/choices";
import type { CardPet, CardsPage } from "../card";
import { kindOf, type PetFilters, without } from "../filters";
import { joined, wordsOf } from "../list-words";
import type { MeantFilters } from "./meant-filters";

// Only used where lists are read, to keep these texts out of the first page.

/** Returns what all lists that a search means have in common. */
export function commonFilters(filters: PetFilters, words: MeantFilters | null): PetFilters {
  const withKind = { ...without(filters, "q"), ...words?.filters };
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

/** Says what several lists show: "Baby and young dogs waiting for a home". */
export function wordsOfLists(filters: PetFilters, words: MeantFilters): string {
  const common = commonFilters(filters, words);
  const kinds = words.kinds ?? [kindOf(common) ?? { plural: "animals" }];
  const ages = words.ages?.map((age) => AGE_LABELS[age].toLowerCase()) ?? [];
  return wordsOf(common, `${joined.format(ages)} ${joined.format(kinds.map(({ plural }) => plural))}`.trim());
}

/** Returns the animals of several lists in the order that was chosen. */
export function inOrder(lists: readonly CardsPage[], { sort }: PetFilters): CardPet[] {
  const order = sort === "oldest" ? 1 : -1;
  return lists.flatMap(({ pets }) => pets).sort((a, b) => (a.id > b.id ? order : -order));
}
