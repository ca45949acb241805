import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import { type BatchResult, BatchResults } from "./changes/batch-schema";
import { Pets, type PetsPage } from "./list/schema";
import type { PetChange } from "./schema";

/** Reads one page of animals, with the parameters of the list operation. @throws ApiError */
export async function fetchPets(
  query: Record<string, string> | URLSearchParams,
  signal?: AbortSignal,
): Promise<PetsPage> {
  const { data, headers } = await callApi(`/v1/pets?${new URLSearchParams(query)}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** A change of one animal, made only if it still has this version. */
export type SentChange = PetChange & { id: bigint; ifMatch: string | undefined };

/** Changes each animal that can be changed. Returns a result for each, in order. @throws ApiError */
export async function sendChanges(changes: readonly SentChange[]): Promise<BatchResult[]> {
  const call = { method: "POST", body: { mode: "each", changes } } as const;
  return (await callApi("/v1/pets/batch", BatchResults, call)).data.results;
}
