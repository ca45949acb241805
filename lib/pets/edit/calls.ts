import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "../../http/client";
import { ApiError } from "../../http/errors";
import { type NewProfile, Profile } from "../profile/schema";
import { petKeys } from "../queries";
import { type PetChange, PetDetail } from "../schema";

/** An animal with everything that can be edited, in the version that was read. */
export type EditedPet = { pet: PetDetail; version: string; profile: Profile };

const Found = z.array(z.extend(PetDetail, { version: z.string(), profile: Profile }));

/** The query of an animal that is edited; null when there is none with this id. */
export function editedPetQuery(id: bigint) {
  return queryOptions({
    queryKey: [...petKeys.all, "edited", id.toString()],
    queryFn: ({ signal }) => fetchEditedPet(id, signal),
  });
}

/** Reads an animal with its version and its profile. @throws ApiError */
export async function fetchEditedPet(id: bigint, signal?: AbortSignal): Promise<EditedPet | null> {
  const { data } = await callApi(`/v1/pets?ids=${id}&include=version,profile`, Found, { signal });
  const [found] = data;
  if (!found) return null;
  const { version, profile, ...pet } = found;
  return { pet, version, profile };
}

/** Changes an animal that is still in this version, and returns its next one. @throws ApiError precondition_failed */
export async function changePet(id: bigint, version: string, body: PetChange): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}`, PetDetail, { method: "PATCH", ifMatch: version, body });
  return versionOf(headers);
}

/** The same for its profile. @throws ApiError precondition_failed */
export async function setProfile(id: bigint, version: string, body: NewProfile): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}/profile`, Profile, { method: "PUT", ifMatch: version, body });
  return versionOf(headers);
}

/** The version in an answer about one animal; proxies that compress weaken its ETag. */
export function versionOf(headers: Headers): string {
  const version = /"(\d+)"/.exec(headers.get("ETag") ?? "")?.[1];
  if (version === undefined) throw new ApiError("unavailable", "The service gave an answer that could not be read.");
  return version;
}
