/** What an animal may lack that helps it to find a home. */
export const LACKS = ["photo", "story"] as const;
export type Lack = (typeof LACKS)[number];

/** The SQL conditions on a row of `pets` that has each of them. */
export const HAS: Readonly<Record<Lack, string>> = {
  photo: "EXISTS (SELECT FROM photos WHERE photos.pet_id = pets.id AND photos.removed_at IS NULL)",
  story:
    "EXISTS (SELECT FROM pet_profiles AS described WHERE described.pet_id = pets.id AND described.story IS NOT NULL)",
};
