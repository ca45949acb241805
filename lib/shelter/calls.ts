import { callApi, versionOf } from "../http/client";
import { type NewShelter, Shelter } from "./schema";

/** What the shelter says about itself, and its version. */
export type VersionedShelter = { shelter: Shelter; version: string };

/** Reads what the shelter says about itself. */
export async function fetchShelter(signal?: AbortSignal): Promise<VersionedShelter> {
  return toVersioned(await callApi("/v1/shelter", Shelter, { signal }));
}

/** Replaces what the shelter says about itself, if it still has this version. @throws ApiError precondition_failed */
export async function sendChangeShelter(
  version: string,
  { replyDays, ...rest }: NewShelter,
): Promise<VersionedShelter> {
  const body = { ...rest, replyDays: replyDays === null ? null : BigInt(replyDays) };
  return toVersioned(await callApi("/v1/shelter", Shelter, { method: "PUT", body, ifMatch: version }));
}

function toVersioned({ data, headers }: { data: Shelter; headers: Headers }): VersionedShelter {
  return { shelter: data, version: versionOf(headers) };
}
