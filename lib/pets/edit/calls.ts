import * as z from "zod/mini";
import { callApi } from "../../http/client";
import { Profile } from "../profile/schema";
import { PetDetail } from "../schema";

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
