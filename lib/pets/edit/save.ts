import { ApiError, toErrorCode } from "../../http/errors";
import { retryIfStale } from "../../http/retries";
import { mergeEdits } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import type { HistoryEntry } from "../changes/history-schema";
import { type EditedPet, fetchEditedPet, sendChangePet, sendChangePets, sendSetProfile } from "../client";
import { NewProfile, profilesDiffer, toNewProfile } from "../profile/schema";
import { NO_PET, PetChange } from "../schema";
import { type EditValues, PetValues, readPetValues, readProfileValues, toEditValues } from "./pet-values";

/** What is stored: a version and its values. */
export type EditBase = { version: string; values: EditValues };

/** The fields that somebody else has changed too, with both values. */
export type Collision = { fields: (keyof EditValues)[]; theirs: EditValues; yours: EditValues };

/** An edit that is being saved. */
export type PetEdit = {
  stored: EditBase;
  /** What the person wants. */
  wanted: EditValues;
  /** The versions that saving has made, or null if not all are known, because an answer was lost. */
  made: string[] | null;
};

/** A step of saving: how far it got, and the fields that have to be resolved before it can go on, if any. */
export type SaveStep = { edit: PetEdit; collision: Collision | null };

/**
 * Saves an edit of the version that was read: first the basics, then the profile. If somebody else has changed the
 * animal since, the edits are merged. Fields that both changed are a collision, which the person resolves. `onStep` is
 * called after each step. Saving the edit again from the last step changes nothing twice.
 * @throws ApiError
 */
export async function saveEdit(petId: bigint, edit: PetEdit, onStep: (edit: PetEdit) => void): Promise<SaveStep> {
  const merge = (current: PetEdit) => mergeTheirs(petId, current, onStep);
  const basics = await retryIfStale(edit, (from) => saveBasics(petId, from), merge);
  if (basics.collision) return basics;
  onStep(basics.edit);
  const all = await retryIfStale(basics.edit, (from) => saveProfile(petId, from), merge);
  if (!all.collision) onStep(all.edit);
  return all;
}

/** Merges the edit with what is stored now. */
async function mergeTheirs(petId: bigint, { stored, wanted, made }: PetEdit, onStep: (edit: PetEdit) => void) {
  const fresh = await fetchEditedPet(petId);
  if (fresh === null) throw new ApiError("not_found", NO_PET);
  const theirs = toEditValues(fresh);
  const { values: yours, collisions: fields } = mergeEdits(stored.values, wanted, theirs);
  const edit: PetEdit = { stored: { version: fresh.version, values: theirs }, wanted: yours, made };
  onStep(edit);
  return fields.length > 0 ? { result: { edit, collision: { fields, theirs, yours } } } : { start: edit };
}

async function saveBasics(petId: bigint, edit: PetEdit): Promise<SaveStep> {
  const { stored, wanted } = edit;
  const pet = readPetValues(wanted);
  const before = new Map(Object.entries(readPetValues(stored.values) ?? {}));
  // Sends only what this person changed, because an untouched status could be refused.
  const changed = Object.entries(pet ?? {}).filter(([name, value]) => value !== before.get(name));
  if (changed.length === 0) return { edit, collision: null };
  const version = await sendChangePet(petId, stored.version, PetChange.parse(Object.fromEntries(changed)));
  return saved(edit, version, { ...stored.values, ...PetValues.parse(wanted) });
}

async function saveProfile(petId: bigint, edit: PetEdit): Promise<SaveStep> {
  const { stored, wanted } = edit;
  if (!profilesDiffer(readProfileValues(wanted), readProfileValues(stored.values)))
    return saved(edit, stored.version, wanted);
  return saved(edit, await sendSetProfile(petId, stored.version, readProfileValues(wanted)), wanted);
}

/** Returns the step after these values have been stored. */
function saved({ stored, wanted, made }: PetEdit, version: string, values: EditValues): SaveStep {
  const isNew = version !== stored.version;
  return {
    edit: { stored: { version, values }, wanted, made: made && isNew ? [...made, version] : made },
    collision: null,
  };
}

const prefix = (person: string) => `pets.edit.${person}.`;

/** Returns the name under which this tab saves what a person typed about an animal. */
export const draftName = (person: string, petId: bigint) => `${prefix(person)}${petId}`;

/** Returns the animals with an unsaved draft in this tab. */
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

/**
 * Undoes changes of an animal, the latest first. Each is named by the version that it made. Undone versions are removed
 * from the list, so that this can be called again after an error.
 * @throws ApiError; a conflict when the same fields have been changed since
 */
export async function undoVersions(petId: bigint, versions: string[]): Promise<void> {
  for (let undo = versions.at(-1); undo !== undefined; undo = versions.at(-1)) {
    // Changes of other fields in the meantime stay.
    const [result] = await sendChangePets([{ id: petId, ifMatch: "*", undo }]);
    if (result?.status !== 200n) throw new ApiError(toErrorCode(result?.code ?? "unavailable"), result?.message ?? "");
    versions.pop();
  }
}
