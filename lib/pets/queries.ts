import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { parsePageLinks } from "../http/links";
import { type NewPet, Pet, type PetStatus, Pets } from "./schema";

/** Which page of the list: plain strings and numbers, as React Query keys need. */
export type PetsParams = { status?: PetStatus | undefined; cursor?: string | undefined; limit?: number | undefined };

/** A page of animals, as the pages show it. */
export type PetsPage = { pets: Pet[]; next: string | null; prev: string | null };

/** The one key factory of this slice. */
export const petKeys = {
  all: ["pets"] as const,
  list: ({ status, cursor, limit = 20 }: PetsParams) =>
    [...petKeys.all, "list", status ?? "all", limit, cursor ?? "first"] as const,
};

/** Reads one page of animals through the API. */
export async function fetchPets({ status, cursor, limit = 20 }: PetsParams, signal?: AbortSignal): Promise<PetsPage> {
  const search = new URLSearchParams({ limit: String(limit) });
  if (status) search.set("status", status);
  if (cursor) search.set("cursor", cursor);
  const { data, headers } = await callApi(`/v1/pets?${search}`, Pets, { signal });
  return { pets: data, ...parsePageLinks(headers.get("Link")) };
}

/** The query of one page; the server prefetches with the same key. */
export function petsQuery(params: PetsParams) {
  return queryOptions({
    queryKey: petKeys.list(params),
    queryFn: ({ signal }) => fetchPets(params, signal),
    staleTime: 30_000,
    // What the server rendered is shown as it is, even when this browser's clock says that it is old.
    refetchOnMount: false,
    placeholderData: keepPreviousData,
  });
}

/** Adds an animal; every list is read again afterwards. */
export function useAddPet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (pet: NewPet) => (await callApi("/v1/pets", Pet, { method: "POST", body: pet })).data,
    onSuccess: (pet) => {
      // The newest animal is at the top at once; then every list is read again.
      client.setQueryData<PetsPage>(
        petKeys.list({}),
        (page) => page && { ...page, pets: [pet, ...page.pets].slice(0, 20) },
      );
      void client.invalidateQueries({ queryKey: petKeys.all });
    },
  });
}
