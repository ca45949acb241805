import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { ApiError, isCertain } from "@/lib/http/errors";
import { encodeJson } from "@/lib/http/json";
import { sendCreatePet } from "@/lib/pets/changes/calls";
import { usePetsChanged } from "@/lib/pets/queries";
import type { NewPet, PetDetail } from "@/lib/pets/schema";
import { useTabState } from "../../ui/hooks/use-tab-state";

/** The animal that was sent with an unknown outcome, and its Idempotency-Key. */
const Saved = z.object({ attempt: z.nullable(z.object({ text: z.string(), key: z.string() })) });
type Saved = z.infer<typeof Saved>;
const EMPTY: Saved = { attempt: null };

type RetryableAddition = {
  isPending: boolean;
  /** Whether the animal in the form was sent and may or may not have been added. */
  isInDoubt: boolean;
  /** Adds an animal. @throws what `sendCreatePet` throws */
  send(pet: NewPet): Promise<PetDetail & { version: string }>;
};

/**
 * Adds animals. Saves the Idempotency-Key of each in this tab until it is known whether the animal was added. Sending
 * the same animal again, even after a reload, repeats the request; a different animal is a new request.
 * Idempotency-Keys belong to a person, so the next person in the tab starts without one. `current` is the animal in the
 * form, or null while the form is invalid.
 */
export function useRetryableAddition(person: string, current: NewPet | null): RetryableAddition {
  const [{ attempt }, save] = useTabState(`pets.addition.${person}`, EMPTY, Saved);
  const petsChanged = usePetsChanged();
  const add = useMutation({ mutationFn: sendCreatePet, onSettled: () => void petsChanged() });
  const isInDoubt = !add.isPending && current !== null && attempt?.text === encodeJson(current);

  const send = async (pet: NewPet) => {
    const text = encodeJson(pet);
    const earlier = attempt?.text === text ? attempt : null;
    // What was not sent was not added, so there is no doubt.
    if (!earlier && !navigator.onLine)
      throw new ApiError("unavailable", "You are offline. Add it again when the connection is back.");
    const idempotencyKey = earlier?.key ?? randomId();
    // Saved before sending, because a reload from here on must not lose the Idempotency-Key.
    save({ attempt: { text, key: idempotencyKey } });
    try {
      const added = await add.mutateAsync({ pet, idempotencyKey });
      save(EMPTY);
      return added;
    } catch (error) {
      // The refusal of a retry does not tell whether the earlier attempt succeeded.
      if (!earlier && isCertain(error)) save(EMPTY);
      throw error;
    }
  };
  return { isPending: add.isPending, isInDoubt, send };
}
