import { callApi } from "../../http/client";
import { ApiError } from "../../http/errors";
import { type NewPet, Pet } from "../schema";

/** Maximum attempts while an earlier attempt with the same Idempotency-Key is still running. */
const MAX_TRIES_IN_CONFLICT = 6;
const CONFLICT_WAIT_MS = 1_500;

/** An animal to add, and the Idempotency-Key that makes retrying safe. */
export type Addition = { pet: NewPet; idempotencyKey: string };

/**
 * Adds an animal through the API; with the same key again, nothing is added twice. While an earlier try with its key is
 * still running, it waits for that one.
 * @throws ApiError; if `isCertain(error)` is false, the animal may have been added anyway
 */
export async function addPet({ pet, idempotencyKey }: Addition): Promise<Pet> {
  for (let tries = 1; ; tries++) {
    try {
      return (await callApi("/v1/pets", Pet, { method: "POST", body: pet, idempotencyKey })).data;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "conflict")) throw error;
      // The outcome of the earlier attempt is unknown.
      if (tries === MAX_TRIES_IN_CONFLICT) throw new ApiError("unavailable", "An earlier try is still running.");
      await new Promise((resolve) => setTimeout(resolve, CONFLICT_WAIT_MS));
    }
  }
}
