import * as z from "zod/mini";
import { newIdempotencyKey } from "@/lib/http/client";
import { isCertain } from "@/lib/http/errors";
import { encodeJson } from "@/lib/http/json";
import { useAddPet } from "@/lib/pets/add";
import { EMPTY_PET_FORM, type PetFormValues, readPetForm } from "@/lib/pets/form";
import type { NewPet, Pet } from "@/lib/pets/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import { useKept } from "../ui/use-kept";

/** The text of the form, and the animal that was sent without anybody knowing what became of it. */
const Kept = z.object({
  values: z.object({
    name: z.string(),
    category: z.string(),
    otherCategory: z.string(),
    status: z.enum(PET_STATUSES),
  }),
  attempt: z.nullable(z.object({ text: z.string(), key: z.string() })),
});
type Kept = z.infer<typeof Kept>;
const EMPTY: Kept = { values: EMPTY_PET_FORM, attempt: null };

type KeptAddition = {
  values: PetFormValues;
  set(change: Partial<PetFormValues>): void;
  isPending: boolean;
  /** The animal in the form was sent, and may or may not have been added. */
  inDoubt: boolean;
  /** Adds an animal; @throws what `addPet` throws. */
  send(pet: NewPet): Promise<Pet>;
};

/**
 * The form that adds an animal, kept for this tab and this person: what was typed, and the Idempotency-Key of an animal
 * until it is known what became of it. The same animal sent again, also after a reload, is the same request; another one
 * is not. Idempotency-Keys are a person's own, so the next person in the tab starts empty.
 */
export function useKeptAddition(person: string): KeptAddition {
  const [{ values, attempt }, keep] = useKept(`pet-form ${person}`, EMPTY, Kept);
  const add = useAddPet();
  const found = readPetForm(values);
  const inDoubt = !add.isPending && "value" in found && attempt?.text === encodeJson(found.value);

  const send = async (pet: NewPet) => {
    const text = encodeJson(pet);
    const earlier = attempt?.text === text ? attempt : null;
    const key = earlier?.key ?? newIdempotencyKey();
    // Before it is sent: a reload from here on must not lose the key.
    keep((current) => ({ ...current, attempt: { text, key } }));
    try {
      const added = await add.mutateAsync({ pet, idempotencyKey: key });
      // The next animal of a litter is likely of the same kind. Keep the text if the user typed while the request was running.
      keep((current) => ({
        values: current.values === values ? { ...values, name: "" } : current.values,
        attempt: null,
      }));
      return added;
    } catch (error) {
      // A refusal says nothing of a try before it.
      if (!earlier && isCertain(error)) keep((current) => ({ ...current, attempt: null }));
      throw error;
    }
  };
  const set = (change: Partial<PetFormValues>) =>
    keep((current) => ({ ...current, values: { ...current.values, ...change } }));
  return { values, set, isPending: add.isPending, inDoubt, send };
}
