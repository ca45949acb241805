import * as z from "zod/mini";
import { callApi } from "../../http/client";
import { DateTime } from "../../values/date-time";
import { Profile } from "../profile/schema";
import { PetDetail } from "../schema";

/** An animal with everything that can be edited, the version that was read, and when it last came to the shelter. */
export type EditedPet = { pet: PetDetail; version: string; profile: Profile; cameAt: string };

const Found = z.array(z.extend(PetDetail, { version: z.string(), profile: Profile, waitsSince: DateTime }));

/** Reads an animal with its version and its profile. @throws ApiError */
export async function fetchEditedPet(id: bigint, signal?: AbortSignal): Promise<EditedPet | null> {
  const { data } = await callApi(`/v1/pets?ids=${id}&include=version,profile,waitsSince`, Found, { signal });
  const [found] = data;
  if (!found) return null;
  const { version, profile, waitsSince, ...pet } = found;
  return { pet, version, profile, cameAt: waitsSince };
}
