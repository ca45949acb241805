import type { ListedPet } from "../../list/schema";
import { SEX_LABELS, SIZE_LABELS } from "../../profile/choices";
import type { Profile } from "../../profile/schema";
import { ageWords } from "../../profile/words";
import { type CardPet, toCard } from "./card";

/** A favourite as its card shows it: every card has the same facts in the same place, known or not. */
export type Favourite = CardPet & {
  facts: { sex: string; age: string; size: string };
  goodWith: Profile["goodWith"];
  /** Since when it has been waiting for a home, or null if it has found one. */
  waitsSince: Date | null;
};

const UNKNOWN = { children: null, dogs: null, cats: null } as const;

/** Makes a favourite of an animal that was listed with its profile. */
export function toFavourite(pet: ListedPet): Favourite {
  const { bornOn, sex, size, goodWith = UNKNOWN } = pet.profile ?? {};
  return {
    ...toCard(pet),
    facts: {
      sex: sex ? SEX_LABELS[sex] : "Sex not known",
      age: bornOn ? ageWords(bornOn) : "Age not known",
      size: size ? SIZE_LABELS[size] : "Size not known",
    },
    goodWith,
    waitsSince: pet.waitsSince !== undefined && pet.status !== "sold" ? new Date(pet.waitsSince) : null,
  };
}
