/** What helps an animal to find a home and may be missing. */
export const MISSING_PARTS = ["photo", "story"] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

/** The SQL conditions on a row of `pets` that has each of them. */
export const HAS_PART: Readonly<Record<MissingPart, string>> = {
  photo: "EXISTS (SELECT FROM photos WHERE photos.pet_id = pets.id AND photos.removed_at IS NULL)",
  story:
    "EXISTS (SELECT FROM pet_profiles AS described WHERE described.pet_id = pets.id AND described.story IS NOT NULL)",
};
