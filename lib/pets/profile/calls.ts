import { callApi, versionOf } from "../../http/client";
import { type NewProfile, Profile } from "./schema";

/**
 * Replaces the profile of an animal, if it still has this version, and returns the next one.
 * @throws ApiError precondition_failed
 */
export async function sendSetProfile(id: bigint, version: string, body: NewProfile): Promise<string> {
  const { headers } = await callApi(`/v1/pets/${id}/profile`, Profile, { method: "PUT", ifMatch: version, body });
  return versionOf(headers);
}
