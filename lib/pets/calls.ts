import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import { Pets, type PetsPage } from "./list/schema";

/** Reads one page of animals, with the parameters of the list operation. @throws ApiError */
export async function fetchPets(
  query: Record<string, string> | URLSearchParams,
  signal?: AbortSignal,
): Promise<PetsPage> {
  const { data, headers } = await callApi(`/v1/pets?${new URLSearchParams(query)}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}
