import { callApi } from "../../http/client";
import { parsePageLinks } from "../../http/links";
import { PetCounts } from "./count-schema";
import { Pets, type PetsPage } from "./schema";

/** Reads one page of animals, with the parameters of the list operation. @throws ApiError */
export async function fetchPets(
  query: Record<string, string> | URLSearchParams,
  signal?: AbortSignal,
): Promise<PetsPage> {
  const { data, headers } = await callApi(`/v1/pets?${new URLSearchParams(query)}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads the counts by status and kind, of all animals or of those that match. */
export async function fetchCounts(signal?: AbortSignal, filter?: URLSearchParams): Promise<PetCounts> {
  return (await callApi(`/v1/pets/counts${filter ? `?${filter}` : ""}`, PetCounts, { signal })).data;
}
