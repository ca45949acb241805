/** The choices of a profile; without Zod, to keep the JavaScript of the first page small. */
export const SEXES = ["female", "male"] as const;

export const SIZES = ["small", "medium", "large", "extra_large"] as const;

/** The ages by which people look for an animal. */
export const AGE_GROUPS = ["baby", "young", "adult", "senior"] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

/** Whom an animal may get along with. */
export const COMPANIONS = ["children", "dogs", "cats"] as const;
