import { countWords } from "../../values/counts";
import type { ListedPet } from "../list/schema";
import { AGE_GROUPS, COMPANIONS, SIZES } from "../profile/choices";
import type { Profile } from "../profile/schema";
import type { WordLink } from "./card";
import type { PetFilters } from "./filters";
import { activeFilters } from "./list-words";

// Kept out of the browser's first bundle: used only where lists are read.

/** What is compared with the wishes of an adopter. */
export type Facts = Pick<Profile, "ageGroup" | "sex" | "size" | "goodWith"> & {
  /** Whether its story mentions what else is searched for. */
  isMentioned?: boolean;
};

const NO_FACTS: Facts = { ageGroup: null, sex: null, size: null, goodWith: { children: null, dogs: null, cats: null } };

/** Returns what is compared, of an animal that was listed with its profile. */
export const comparableFacts = ({ profile }: ListedPet): Facts => profile ?? NO_FACTS;

/** What an adopter wishes an animal to be. */
type Wishes = Pick<PetFilters, "age" | "sex" | "size" | "goodWith">;

/** Whether an animal is known not to get along with one of the wanted companions. */
export const isUnsuited = ({ goodWith }: Facts, wishes: Wishes): boolean =>
  (wishes.goodWith ?? []).some((companion) => goodWith[companion] === false);

/**
 * Returns animals in the order of how many wishes they meet: of two that meet as many, first the one with the wanted
 * age group, sex or size, then the one that is nearer to these. Those that do not get along with a companion come last.
 */
export function nearestFirst<P>(pets: readonly P[], getFacts: (pet: P) => Facts, wishes: Wishes): P[] {
  return pets
    .map((pet) => ({ pet, rank: rankOf(getFacts(pet), wishes) }))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, index) => value !== b.rank[index]);
      return (b.rank[at] ?? 0) - (a.rank[at] ?? 0);
    })
    .map(({ pet }) => pet);
}

/** Returns numbers of which the first that differs decides; the higher one comes first. */
function rankOf(facts: Facts, wishes: Wishes): number[] {
  const { age, sex, size } = met(facts, wishes);
  return [
    isUnsuited(facts, wishes) ? 0 : 1,
    (facts.isMentioned ? 1 : 0) +
      age +
      sex +
      size +
      COMPANIONS.filter((each) => wishes.goodWith?.includes(each) && facts.goodWith[each]).length,
    age,
    sex,
    size,
    -distance(AGE_GROUPS, facts.ageGroup, wishes.age),
    -distance(SIZES, facts.size, wishes.size),
  ];
}

/** Returns 1 for each wish that an animal meets, besides companions, and 0 for the others. */
function met({ ageGroup, sex, size }: Facts, wishes: Wishes) {
  const same = (known: string | null, wanted: string | undefined) => (wanted !== undefined && known === wanted ? 1 : 0);
  return { age: same(ageGroup, wishes.age), sex: same(sex, wishes.sex), size: same(size, wishes.size) };
}

/** Returns how many steps a value is from the wanted one. One that is not known is further away than any other. */
function distance<W extends string>(order: readonly W[], known: W | null, wanted: W | undefined): number {
  if (wanted === undefined) return 0;
  return known === null ? order.length : Math.abs(order.indexOf(known) - order.indexOf(wanted));
}

/** Whether an animal meets all wishes. */
function meetsAll({ ageGroup, sex, size, goodWith }: Facts, wishes: Wishes): boolean {
  const { age = ageGroup, sex: wantedSex = sex, size: wantedSize = size } = wishes;
  const isGood = (wishes.goodWith ?? []).every((companion) => goodWith[companion]);
  return isGood && ageGroup === age && sex === wantedSex && size === wantedSize;
}

/** Maximum number of filters that can be left out one at a time. */
const MAX_LEFT_OUT = 4;

/**
 * Returns links that leave out one filter each, with how many animals then match: "Without “senior” (2)". `wider` are
 * the animals without any of these filters, and `more` says that there are others.
 */
export function withoutOne(filters: PetFilters, wider: readonly Facts[], more: boolean): WordLink[] {
  const active = activeFilters(filters);
  if (active.length < 2) return [];
  return active
    .map(({ label, rest }) => ({ label, rest, count: wider.filter((facts) => meetsAll(facts, rest)).length }))
    .filter(({ count }) => count > 0)
    .slice(0, MAX_LEFT_OUT)
    .map(({ label, rest, count }) => ({
      words: `Without “${label.toLowerCase()}” (${countWords({ count, more })})`,
      target: rest,
    }));
}
