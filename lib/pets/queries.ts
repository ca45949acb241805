import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../errors";
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

/** An animal to add, and the key that makes adding it safe to try again. */
export type Addition = { pet: NewPet; idempotencyKey: string };

/** So often an addition is tried again by itself while an earlier try with its key is still running. */
const MAX_TRIES_IN_CONFLICT = 5;

/** Adds an animal: on the list at once, off it again when that fails; every list is read anew afterwards. */
export function useAddPet() {
  const client = useQueryClient();
  const first = petKeys.list({});
  return useMutation({
    mutationFn: addPet,
    retry: (failures, error) =>
      error instanceof ApiError && error.code === "conflict" && failures < MAX_TRIES_IN_CONFLICT,
    onMutate: async ({ pet }: Addition) => {
      await client.cancelQueries({ queryKey: petKeys.all });
      const before = client.getQueryData<PetsPage>(first);
      const shown: Pet = { ...pet, id: PENDING_ID };
      client.setQueryData<PetsPage>(first, (page) => page && { ...page, pets: [shown, ...page.pets].slice(0, 20) });
      return { before };
    },
    onSuccess: (pet) => {
      client.setQueryData<PetsPage>(
        first,
        (page) => page && { ...page, pets: page.pets.map((shown) => (shown.id === PENDING_ID ? pet : shown)) },
      );
    },
    onError: (_error, _pet, context) => {
      if (context?.before) client.setQueryData(first, context.before);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: petKeys.all }),
  });
}

/** The id of an animal that is being added; the service never gives it. */
export const PENDING_ID = 0n;

/** Adds an animal through the API; with the same key again, nothing is added twice. */
export async function addPet({ pet, idempotencyKey }: Addition): Promise<Pet> {
  return (await callApi("/v1/pets", Pet, { method: "POST", body: pet, idempotencyKey })).data;
}
