import { ApiError } from "../../http/errors";
import { retryIfStale } from "../../http/retries";
import { mergeEdits } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import type { HistoryEntry } from "../changes/history-schema";
import { type EditedPet, fetchEditedPet, type Made, sendChangePet, sendSetProfile } from "../client";
import { NewProfile, profilesDiffer, toNewProfile } from "../profile/schema";
import { NO_PET, PetChange } from "../schema";
import { changeOf, type EditValues, PetValues, readProfileValues, toEditValues } from "./pet-values";

export type EditBase = { version: string; values: EditValues };

export type Collision = { fields: (keyof EditValues)[]; theirs: EditValues; yours: EditValues };

export type PetEdit = {
  stored: EditBase;
  wanted: EditValues;
  /** The change sets of saving. */
  made: string[];
};

export type SaveStep = { edit: PetEdit; collision: Collision | null };

/**
 * First the basics, then the profile. Changes by others are merged; fields that both changed are a collision, which the
 * person resolves. Saving again from the last `onStep` changes nothing twice.
 * @throws ApiError
 */
export async function saveEdit(
  petId: bigint,
  edit: PetEdit,
  onStep: (edit: PetEdit) => void,
  confirm?: string,
): Promise<SaveStep> {
  const merge = (current: PetEdit) => mergeTheirs(petId, current, onStep);
  const basics = await retryIfStale(edit, (from) => saveBasics(petId, from, confirm), merge);
  if (basics.collision) return basics;
  onStep(basics.edit);
  const all = await retryIfStale(basics.edit, (from) => saveProfile(petId, from), merge);
  if (!all.collision) onStep(all.edit);
  return all;
}

async function mergeTheirs(petId: bigint, { stored, wanted, made }: PetEdit, onStep: (edit: PetEdit) => void) {
  const fresh = await fetchEditedPet(petId);
  if (fresh === null) throw new ApiError("not_found", NO_PET);
  const theirs = toEditValues(fresh);
  const { values: yours, collisions: fields } = mergeEdits(stored.values, wanted, theirs);
  const edit: PetEdit = { stored: { version: fresh.version, values: theirs }, wanted: yours, made };
  onStep(edit);
  return fields.length > 0 ? { result: { edit, collision: { fields, theirs, yours } } } : { start: edit };
}

async function saveBasics(petId: bigint, edit: PetEdit, confirm?: string): Promise<SaveStep> {
  const { stored, wanted } = edit;
  const change = changeOf(wanted, stored.values);
  if (change === null) return { edit, collision: null };
  const made = await sendChangePet(petId, stored.version, change, confirm);
  return saved(edit, made, { ...stored.values, ...PetValues.parse(wanted) });
}

async function saveProfile(petId: bigint, edit: PetEdit): Promise<SaveStep> {
  const { stored, wanted } = edit;
  if (!profilesDiffer(readProfileValues(wanted), readProfileValues(stored.values)))
    return saved(edit, { version: stored.version, changeSets: [] }, wanted);
  return saved(edit, await sendSetProfile(petId, stored.version, readProfileValues(wanted)), wanted);
}

function saved({ wanted, made }: PetEdit, { version, changeSets }: Made, values: EditValues): SaveStep {
  return { edit: { stored: { version, values }, wanted, made: [...made, ...changeSets] }, collision: null };
}

const prefix = (person: string) => `pets.edit.${person}.`;

export const draftName = (person: string, petId: bigint) => `${prefix(person)}${petId}`;

export function draftedPets(person: string): bigint[] {
  const start = prefix(person);
  try {
    return Object.keys(sessionStorage).flatMap((name) => {
      const id = name.startsWith(start) ? parseInt64(name.slice(start.length)) : null;
      return id === null ? [] : [id];
    });
  } catch {
    // Storage is disabled.
    return [];
  }
}

export type SetBack = { fields: PetChange } | { profile: NewProfile };

/** Null if it has the values, or cannot be set back: photos may be gone, and a status takes more than a click. */
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

export function setBack({ pet, version }: EditedPet, to: SetBack): Promise<Made> {
  return "fields" in to ? sendChangePet(pet.id, version, to.fields) : sendSetProfile(pet.id, version, to.profile);
}
