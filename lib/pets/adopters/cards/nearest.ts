import { countWords } from "../../../values/counts";
import type { ListedPet } from "../../list/schema";
import { yearsFromGroup } from "../../profile/age";
import { AGE_GROUPS, type AgeGroup, COMPANIONS, SIZES } from "../../profile/choices";
import type { Profile } from "../../profile/schema";
import type { WordLink } from "./card";
import type { PetFilters } from "./filters";
import { activeFilters } from "./list-words";

// Kept out of the browser's first bundle: used only where lists are read.

/** What is compared with the wishes of an adopter. */
export type Facts = Pick<Profile, "ageGroup" | "sex" | "size" | "goodWith"> & {
  bornOn?: Profile["bornOn"];
  /** Whether its text has what else is searched for. */
  isMentioned?: boolean;
};

const NO_FACTS: Facts = { ageGroup: null, sex: null, size: null, goodWith: { children: null, dogs: null, cats: null } };

/** Returns what is compared, of an animal that was listed with its profile. */
export const comparableFacts = ({ profile }: ListedPet): Facts => profile ?? NO_FACTS;

/** What an adopter wishes an animal to be. */
type Wishes = Pick<PetFilters, "age" | "sex" | "size" | "goodWith"> & {
  /** The age groups, if they are several. */
  ages?: readonly AgeGroup[] | undefined;
};

/** Whether an animal is known not to get along with one of the wanted companions. */
export const isUnsuited = ({ goodWith }: Facts, wishes: Wishes): boolean =>
  (wishes.goodWith ?? []).some((companion) => goodWith[companion] === false);

/**
 * Returns animals in the order of how many wishes they meet. An age or size that is near the wanted one counts too, but
 * less. Of two that meet as many, the one with the wanted sex, age group or size comes first. Those that do not get
 * along with a companion come last.
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

/** Returns the numbers that order animals. The first one that differs between two animals decides: higher is nearer. */
function rankOf(facts: Facts, wishes: Wishes): number[] {
  const [age, size] = [ageNearness(facts, wishes), sizeNearness(facts, wishes)];
  const sex = wishes.sex !== undefined && facts.sex === wishes.sex ? 1 : 0;
  const friends = COMPANIONS.filter((each) => wishes.goodWith?.includes(each) && facts.goodWith[each]).length;
  return [isUnsuited(facts, wishes) ? 0 : 1, (facts.isMentioned ? 1 : 0) + age + sex + size + friends, sex, age, size];
}

/** How much an age or size counts that is right beside the wanted one. */
const BESIDE = 0.8;
/** How many years from the wanted age group an age no longer counts. */
const FAR_YEARS = 4;
/** How many years a step from one age group to the next counts, if only the group is known. */
const GROUP_YEARS = 2;

/**
 * Returns 1 for the wanted age, and less the further an age is from it: a kitten of 11 months is nearly a young cat.
 */
function ageNearness({ ageGroup, bornOn }: Facts, { age, ages = age ? [age] : [] }: Wishes): number {
  if (ages.length === 0 || ageGroup === null) return 0;
  if (ages.includes(ageGroup)) return 1;
  const years = bornOn
    ? Math.min(...ages.map((group) => yearsFromGroup(bornOn, group)))
    : Math.min(...ages.map((group) => distance(AGE_GROUPS, ageGroup, group) * GROUP_YEARS));
  return BESIDE * Math.max(0, 1 - years / FAR_YEARS);
}

/** Returns 1 for the wanted size, and less for the sizes beside it. */
function sizeNearness({ size }: Facts, { size: wanted }: Wishes): number {
  if (wanted === undefined || size === null) return 0;
  const steps = distance(SIZES, size, wanted);
  return steps === 0 ? 1 : steps === 1 ? BESIDE / 2 : 0;
}

/** Returns how many steps a value is from another one. */
const distance = <W extends string>(order: readonly W[], known: W, wanted: W): number =>
  Math.abs(order.indexOf(known) - order.indexOf(wanted));

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
