import type { Row } from "../../database/pg-private";
import { ageGroupOf } from "./age";
import { SEXES, SIZES } from "./choices";
import type { NewProfile, ProfileFacts } from "./schema";

/** The columns of the table `pet_profiles`, in the order that `toProfile` reads. */
export const PROFILE_COLUMNS = "story, sex, born_on, size, good_with_children, good_with_dogs, good_with_cats";

/** Reads `PROFILE_COLUMNS` from a row, from the column with the number `start` on. Without a profile, all are null. */
export function toProfile(row: Row, start: number): ProfileFacts {
  const [story = null, sex, bornOn = null, size, children, dogs, cats] = row.slice(start);
  return {
    story,
    sex: toSex(sex),
    bornOn,
    size: toSize(size),
    goodWith: { children: toFlag(children), dogs: toFlag(dogs), cats: toFlag(cats) },
    ageGroup: bornOn === null ? null : ageGroupOf(bornOn),
  };
}

/** Returns the columns of a profile to store. */
export function fromProfile({ story, sex, bornOn, size, goodWith }: NewProfile) {
  return {
    story,
    sex,
    bornOn,
    size,
    goodWithChildren: goodWith.children,
    goodWithDogs: goodWith.dogs,
    goodWithCats: goodWith.cats,
  };
}

/** Returns a sex as it is stored. */
export const toSex = (text: string | null | undefined) => SEXES.find((known) => known === text) ?? null;

/** Returns a size as it is stored. */
export const toSize = (text: string | null | undefined) => SIZES.find((known) => known === text) ?? null;

/** Returns a boolean as PostgreSQL writes it. */
function toFlag(text: string | null | undefined): boolean | null {
  return text === "t" ? true : text === "f" ? false : null;
}
