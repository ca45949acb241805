import { callApi } from "../../http/client";
import { PetCounts } from "./count-schema";

/** Reads the counts by status and kind, of all animals or of those that match. */
export async function fetchCounts(signal?: AbortSignal, filter?: URLSearchParams): Promise<PetCounts> {
  return (await callApi(`/v1/pets/counts${filter ? `?${filter}` : ""}`, PetCounts, { signal })).data;
}
