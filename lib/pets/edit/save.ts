import { ApiError } from "../../http/errors";
import { retryIfStale } from "../../http/retry-if-stale";
import { mergeEdits } from "../../merge-edits";
import { changePet } from "../changes/calls";
import { setProfile } from "../profile/calls";
import { NO_PET, PetChange } from "../schema";
import { fetchEditedPet } from "./calls";
import { PetValues, readPetValues } from "./pet-values";
import { type EditValues, profilesDiffer, readProfile, toEditValues } from "./values";

/** What is stored: a version and its values. */
export type EditBase = { version: string; values: EditValues };

/** The fields that somebody else has changed too, with both values. */
export type Collision = { fields: (keyof EditValues)[]; theirs: EditValues; yours: EditValues };

type Edit = {
  petId: bigint;
  base: EditBase;
  values: EditValues;
  /** Called after each step with what is stored now, and what the person wants. */
  onStep(base: EditBase, values: EditValues): void;
  /** Called with each version of the animal that this makes. */
  onMade(version: string): void;
};

/**
 * Saves an edit of the version that was read. If somebody else has changed the animal since, the edits are merged.
 * Fields that both changed are a collision, which the person resolves.
 * @throws ApiError; saving the edit again from the last step changes nothing twice
 */
export async function saveEdit({ petId, base, values, onStep, onMade }: Edit): Promise<Collision | null> {
  let [stored, wanted] = [base, values];
  const send = async () => {
    for (const save of [saveFacts, saveProfile]) {
      const { version } = stored;
      stored = await save(petId, stored, wanted);
      if (stored.version !== version) onMade(stored.version);
      onStep(stored, wanted);
    }
  };
  const merge = async (): Promise<Collision | null> => {
    const fresh = await fetchEditedPet(petId);
    if (fresh === null) throw new ApiError("not_found", NO_PET);
    const theirs = toEditValues(fresh);
    const { values: merged, collisions } = mergeEdits(stored.values, wanted, theirs);
    stored = { version: fresh.version, values: theirs };
    wanted = merged;
    onStep(stored, wanted);
    return collisions.length > 0 ? { fields: collisions, theirs, yours: wanted } : null;
  };
  const outcome = await retryIfStale(send, merge);
  return "collision" in outcome ? outcome.collision : null;
}

async function saveFacts(petId: bigint, stored: EditBase, wanted: EditValues): Promise<EditBase> {
  const pet = readPetValues(wanted);
  if (pet === null) return stored;
  const before = new Map(Object.entries(readPetValues(stored.values) ?? {}));
  // Sends only what this person changed, because an untouched status could be refused.
  const changed = Object.entries(pet).filter(([name, value]) => value !== before.get(name));
  if (changed.length === 0) return stored;
  const version = await changePet(petId, stored.version, PetChange.parse(Object.fromEntries(changed)));
  return { version, values: { ...stored.values, ...PetValues.parse(wanted) } };
}

async function saveProfile(petId: bigint, stored: EditBase, wanted: EditValues): Promise<EditBase> {
  if (!profilesDiffer(wanted, stored.values)) return { ...stored, values: wanted };
  return { version: await setProfile(petId, stored.version, readProfile(wanted)), values: wanted };
}
