import { type Edit, sendEdit } from "../../http/edit";
import { ApiError } from "../../http/errors";
import { CareValues, careChangeOf } from "../care/form";
import type { HistoryEntry } from "../changes/history-schema";
import { type EditedPet, fetchEditedPet, type Made, sendChangeCare, sendChangePet, sendChangeProfile } from "../client";
import type { NamedFacts } from "../facts";
import { changedFacts, NewProfile, toNewProfile } from "../profile/schema";
import { NO_PET, PetChange } from "../schema";
import { changeOf, type EditValues, PetValues, readProfileValues, toEditValues } from "./pet-values";

/** `made`: the change sets of saving. */
export type PetEdit = Edit<EditValues> & { made: string[] };

/** The basics, the profile, then care. They save nothing if nothing differs. */
const PARTS = [
  {
    async save(petId: bigint, { version, before, values }: Edit<EditValues>, confirm?: string) {
      const change = changeOf(values, before);
      return change && sendChangePet(petId, version, change, confirm);
    },
    saved: ({ before, values }: Edit<EditValues>): EditValues => ({ ...before, ...PetValues.parse(values) }),
  },
  {
    async save(petId: bigint, { version, before, values }: Edit<EditValues>) {
      const facts = changedFacts(readProfileValues(values), readProfileValues(before));
      return facts && sendChangeProfile(petId, version, facts);
    },
    saved: ({ before, values }: Edit<EditValues>): EditValues => ({ ...values, ...CareValues.parse(before) }),
  },
  {
    async save(petId: bigint, { version, before, values }: Edit<EditValues>) {
      const change = careChangeOf(values, before);
      return change && sendChangeCare(petId, version, change);
    },
    saved: ({ values }: Edit<EditValues>): EditValues => values,
  },
];

/**
 * Saves an edit, unless it collides with somebody else's. Saving again from the last `onStep` changes
 * nothing twice.
 * @throws ApiError
 */
export async function saveEdit(petId: bigint, start: PetEdit, onStep: (edit: PetEdit) => void, confirm?: string) {
  let edit: Edit<EditValues> = start;
  let { made } = start;
  for (const { save, saved } of PARTS) {
    const outcome = await sendEdit(
      edit,
      (from) => save(petId, from, confirm),
      () => readValues(petId),
    );
    edit = outcome.edit;
    if (outcome.collision) {
      onStep({ ...edit, made });
      return outcome.collision;
    }
    edit = { ...edit, version: outcome.answer?.version ?? edit.version, before: saved(edit) };
    made = [...made, ...(outcome.answer?.changeSets ?? [])];
    onStep({ ...edit, made });
  }
  return null;
}

async function readValues(petId: bigint) {
  const found = await fetchEditedPet(petId);
  if (found === null) throw new ApiError("not_found", NO_PET);
  return { version: found.version, values: toEditValues(found) };
}

export type SetBack = { fields: PetChange } | { facts: NamedFacts };

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
  const facts = wanted.success ? changedFacts(wanted.data, current) : null;
  return facts && { facts };
}

export function setBack({ pet, version }: EditedPet, to: SetBack): Promise<Made> {
  return "fields" in to ? sendChangePet(pet.id, version, to.fields) : sendChangeProfile(pet.id, version, to.facts);
}
