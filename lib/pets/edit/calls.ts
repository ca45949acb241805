import * as z from "zod/mini";
import { callApi } from "../../http/client";
import { ApiError } from "../../http/errors";
import { type NewProfile, Profile } from "../profile/schema";
import { type NewPet, Pet, type PetChange, PetDetail } from "../schema";

/** An animal with everything that can be edited, and the version that was read. */
export type EditedPet = { pet: PetDetail; version: string; profile: Profile };

const Found = z.array(z.extend(PetDetail, { version: z.string(), profile: Profile }));

/** Reads an animal with its version and its profile. @throws ApiError */
export async function fetchEditedPet(id: bigint, signal?: AbortSignal): Promise<EditedPet | null> {
  const { data } = await callApi(`/v1/pets?ids=${id}&include=version,profile`, Found, { signal });
  const [found] = data;
  if (!found) return null;
  const { version, profile, ...pet } = found;
  return { pet, version, profile };
}

/** Changes an animal, if it still has this version, and returns the next one. @throws ApiError precondition_failed */
export async function changePet(id: bigint, version: string, body: PetChange): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}`, PetDetail, { method: "PATCH", ifMatch: version, body });
  return versionOf(headers);
}

/**
 * Replaces the profile of an animal, if it still has this version, and returns the next one.
 * @throws ApiError precondition_failed
 */
export async function setProfile(id: bigint, version: string, body: NewProfile): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}/profile`, Profile, { method: "PUT", ifMatch: version, body });
  return versionOf(headers);
}

/** Maximum number of attempts while an earlier one with the same Idempotency-Key is in progress. */
const MAX_TRIES_IN_CONFLICT = 6;
const CONFLICT_WAIT_MS = 1_500;

/** An animal to add, and the Idempotency-Key that makes retrying safe. */
export type Addition = { pet: NewPet; idempotencyKey: string };

/**
 * Adds an animal through the API. Repeated with the same Idempotency-Key, it adds nothing twice, and waits for an
 * earlier attempt that is still in progress.
 * @throws ApiError; if `isCertain(error)` is false, the animal may have been added anyway
 */
export async function addPet({ pet, idempotencyKey }: Addition): Promise<Pet> {
  for (let tries = 1; ; tries++) {
    try {
      return (await callApi("/v1/pets", Pet, { method: "POST", body: pet, idempotencyKey })).data;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "conflict")) throw error;
      // The outcome of the earlier attempt is unknown.
      if (tries === MAX_TRIES_IN_CONFLICT)
        throw new ApiError("unavailable", "An earlier attempt is still in progress.");
      await new Promise((resolve) => setTimeout(resolve, CONFLICT_WAIT_MS));
    }
  }
}

/** The version in an answer about one animal. Its ETag may be weak, because of proxies that compress. */
export function versionOf(headers: Headers): string {
  const version = /"(\d+)"/.exec(headers.get("ETag") ?? "")?.[1];
  if (version === undefined) throw new ApiError("unavailable", "The service gave an answer that could not be read.");
  return version;
}
