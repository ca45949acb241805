import { callApi } from "../../http/client";
import { PetCounts } from "./count-schema";

/** Reads the counts by status and kind. */
export async function fetchCounts(signal?: AbortSignal): Promise<PetCounts> {
  return (await callApi("/v1/pets/counts", PetCounts, { signal })).data;
}
