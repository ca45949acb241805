import { ApiError } from "../../http/errors";
import { retryIfStale } from "../../http/retry-if-stale";
import { mergeEdits } from "../../merge-edits";
import { sendChangePet } from "../changes/calls";
import { sendSetProfile } from "../profile/calls";
import { profilesDiffer } from "../profile/schema";
import { NO_PET, PetChange } from "../schema";
import { fetchEditedPet } from "./calls";
import { PetValues, readPetValues } from "./pet-values";
import { type EditValues, readProfileValues, toEditValues } from "./values";

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
