import { ApiError } from "../../http/errors";
import { retryIfStale } from "../../http/retry-if-stale";
import { keysOf } from "../../values/keys-of";
import { fetchCurrentPet } from "../list/calls";
import type { ListedPet } from "../list/schema";
import { sendSetProfile } from "../profile/calls";
import { COMPANIONS, type Companion } from "../profile/choices";
import { type NewProfile, NO_PROFILE, toNewProfile } from "../profile/schema";
import type { ImportedProfile } from "./read-rows";

/** The members of a profile that are compared as they are. */
const PLAIN_MEMBERS = keysOf(NO_PROFILE).filter((member) => member !== "story" && member !== "goodWith");

/** The members of a profile that a row may name. */
type Member = Exclude<keyof NewProfile, "goodWith"> | Companion;

/** Returns the profile of an animal that was listed, as it can be set. */
export const profileOfListed = ({ profile }: Pick<ListedPet, "profile">): NewProfile =>
  profile ? toNewProfile(profile) : NO_PROFILE;

/** Whether a profile already has what a row names. */
export const hasImported = (profile: NewProfile, named: ImportedProfile) => changedMembers(profile, named).length === 0;

/** Returns the members of a profile that a row changes. */
export const changedMembers = (profile: NewProfile, named: ImportedProfile) =>
  differing(profile, withImported(profile, named), named);

/** The version of an animal, and whether it was made by setting the profile, now or in an earlier attempt. */
type SetProfile = { version: string; isMade: boolean };

/**
 * Sets the members of a profile that a row names. If the animal has changed since this version, the other members are
 * read again. `before` is the profile that the named ones are based on.
 * @throws ApiError precondition_failed when somebody else has changed a member that the row names
 */
export function setImported(
  id: bigint,
  based: { version: string; before: NewProfile },
  named: ImportedProfile,
): Promise<SetProfile> {
  return retryIfStale(
    { version: based.version, current: based.before },
    async ({ version, current }): Promise<SetProfile> => {
      return { version: await sendSetProfile(id, version, withImported(current, named)), isMade: true };
    },
    async () => {
      const pet = await fetchCurrentPet(id, "profile,version");
      if (!pet) throw new ApiError("not_found", "Somebody has removed this animal.");
      const { version = "" } = pet;
      const current = profileOfListed(pet);
      // An earlier attempt, whose answer was lost, has already set it.
      if (hasImported(current, named)) return { result: { version, isMade: false } };
      if (differing(current, based.before, named).length > 0)
        throw new ApiError("precondition_failed", "The profile has changed.");
      return { start: { version, current } };
    },
  );
}

/** Returns a profile with what a row says about it. */
const withImported = (profile: NewProfile, { goodWith, ...others }: ImportedProfile): NewProfile => ({
  ...profile,
  ...others,
  goodWith: { ...profile.goodWith, ...goodWith },
});

/** Returns where two profiles differ in what a row names. Trimmed white space is not a difference. */
function differing(one: NewProfile, other: NewProfile, named: ImportedProfile): Member[] {
  const isOtherStory = named.story !== undefined && (one.story?.trim() ?? "") !== (other.story?.trim() ?? "");
  return [
    ...(isOtherStory ? (["story"] as const) : []),
    ...PLAIN_MEMBERS.filter((member) => named[member] !== undefined && one[member] !== other[member]),
    ...COMPANIONS.filter((name) => named.goodWith?.[name] !== undefined && one.goodWith[name] !== other.goodWith[name]),
  ];
}
