/** The choices of a profile. Without Zod, to keep the JavaScript of the first page small. */
export const SEXES = ["female", "male"] as const;
export type Sex = (typeof SEXES)[number];

export const SIZES = ["small", "medium", "large", "extra_large"] as const;
export type Size = (typeof SIZES)[number];

export const AGE_GROUPS = ["baby", "young", "adult", "senior"] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

export const COMPANIONS = ["children", "dogs", "cats"] as const;
export type Companion = (typeof COMPANIONS)[number];

export const SEX_LABELS: Readonly<Record<Sex, string>> = { female: "Female", male: "Male" };
export const SIZE_LABELS: Readonly<Record<Size, string>> = {
  small: "Small",
  medium: "Medium",
  large: "Large",
  extra_large: "Extra large",
};
export const AGE_LABELS: Readonly<Record<AgeGroup, string>> = {
  baby: "Baby",
  young: "Young",
  adult: "Adult",
  senior: "Senior",
};
export const COMPANION_LABELS: Readonly<Record<Companion, string>> = {
  children: "Children",
  dogs: "Dogs",
  cats: "Cats",
};
