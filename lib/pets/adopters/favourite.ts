import type { ListedPet } from "../list/schema";
import { COMPANION_LABELS, COMPANIONS, SEX_LABELS, SIZE_LABELS } from "../profile/choices";
import { ageWords } from "../profile/words";
import { type CardPet, toCard } from "./card";

/** A favourite as its card shows it, with what helps people to compare it with others. */
export type Favourite = CardPet & {
  /** The exact age, the sex and the size, as far as they are known. */
  facts: string[];
  /** Whom it is good with: "children, dogs"; empty if that is not known. */
  goodWith: string;
};

/** Makes a favourite of an animal that was listed with its profile. */
export function toFavourite(pet: ListedPet): Favourite {
  const { bornOn, sex, size, goodWith } = pet.profile ?? {};
  const facts = [bornOn && ageWords(bornOn), sex && SEX_LABELS[sex], size && SIZE_LABELS[size]];
  const companions = COMPANIONS.filter((companion) => goodWith?.[companion]);
  return {
    ...toCard(pet),
    facts: facts.filter((fact) => typeof fact === "string"),
    goodWith: companions.map((companion) => COMPANION_LABELS[companion].toLowerCase()).join(", "),
  };
}
