import { sendChangePet } from "../changes/calls";
import type { HistoryEntry } from "../changes/history-schema";
import { sendSetProfile } from "../profile/calls";
import { NewProfile, profilesDiffer, toNewProfile } from "../profile/schema";
import { PetChange } from "../schema";
import type { EditedPet } from "./calls";

/** A change that sets an animal back to the values of an entry of its history. */
export type SetBack = { fields: PetChange } | { profile: NewProfile };

/**
 * Returns the change that sets an animal back to the values of an entry of its history. Returns null if it has them, or
 * if it cannot be set back: photos may be gone, and changing a status takes more than a click on an old entry.
 */
export function setBackTo({ changes }: Pick<HistoryEntry, "changes">, { pet, profile }: EditedPet): SetBack | null {
  const values = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
  const fields = PetChange.safeParse(values);
  if (fields.success) {
    const { name = pet.name, categoryId = pet.categoryId, status } = fields.data;
    if (status !== undefined || (name === pet.name && categoryId === pet.categoryId)) return null;
    return { fields: fields.data };
  }
  const current = toNewProfile(profile);
  const wanted = NewProfile.safeParse({ ...current, ...values });
  return wanted.success && profilesDiffer(wanted.data, current) ? { profile: wanted.data } : null;
}

/** Sets an animal back to earlier values, if it still has this version, and returns the next one. @throws ApiError */
export function setBack({ pet, version }: EditedPet, to: SetBack): Promise<string> {
  return "fields" in to ? sendChangePet(pet.id, version, to.fields) : sendSetProfile(pet.id, version, to.profile);
}
