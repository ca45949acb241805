import type { Row } from "../../database/pg-private";
import type { PetProfile } from "../../generated/prisma/client";
import { photosColumn, readPhotosColumn } from "../photos/columns";
import { ageGroupOf } from "./age";
import { SEXES, SIZES } from "./choices";
import type { NewProfile, Profile } from "./schema";

/**
 * Returns the columns of a profile, in the order that `toProfile` reads: those of `pet_profiles`, and the photos.
 * `petId` is the column with the id of the animal.
 */
export const profileColumns = (petId: string): string =>
  `story, breed, sex, born_on, size, good_with_children, good_with_dogs, good_with_cats, ${photosColumn(petId)}`;

/**
 * Reads `profileColumns` from a row, from the column with the number `start` on. Without a profile, all facts are null.
 */
export function toProfile(row: Row, start: number): Profile {
  const [story = null, breed = null, sex, bornOn = null, size, children, dogs, cats, photos] = row.slice(start);
  return {
    story,
    breed,
    sex: toSex(sex),
    bornOn,
    size: toSize(size),
    goodWith: { children: toFlag(children), dogs: toFlag(dogs), cats: toFlag(cats) },
    ageGroup: bornOn === null ? null : ageGroupOf(bornOn),
    photos: readPhotosColumn(photos),
  };
}

/** Returns the columns of a profile to store. */
export function toStored({ story, breed, sex, bornOn, size, goodWith }: NewProfile): Omit<PetProfile, "petId"> {
  return {
    story,
    breed,
    sex,
    bornOn,
    size,
    goodWithChildren: goodWith.children,
    goodWithDogs: goodWith.dogs,
    goodWithCats: goodWith.cats,
  };
}

/** Returns the profile that was stored. */
export function fromStored(row: Omit<PetProfile, "petId">): NewProfile {
  const { story, breed, bornOn, goodWithChildren: children, goodWithDogs: dogs, goodWithCats: cats } = row;
  return { story, breed, sex: toSex(row.sex), bornOn, size: toSize(row.size), goodWith: { children, dogs, cats } };
}

/** Returns a sex as it is stored. */
const toSex = (text: string | null | undefined) => SEXES.find((known) => known === text) ?? null;

/** Returns a size as it is stored. */
const toSize = (text: string | null | undefined) => SIZES.find((known) => known === text) ?? null;

/** Returns a boolean as PostgreSQL writes it. */
function toFlag(text: string | null | undefined): boolean | null {
  return text === "t" ? true : text === "f" ? false : null;
}
