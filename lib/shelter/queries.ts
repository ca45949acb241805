import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch } from "../refetch";
import { fetchShelter } from "./calls";
import type { ShelterValues } from "./form";
import { type ShelterBase, saveShelter } from "./save";

/** The query keys of this slice. */
export const shelterKeys = { all: ["shelter"] as const };

/** Returns the query for the shelter. */
export function shelterQuery() {
  return queryOptions({
    queryKey: shelterKeys.all,
    queryFn: ({ signal }) => fetchShelter(signal),
  });
}

/** Saves an edit of the shelter, merged with what others have changed in the meantime. */
export function useChangeShelter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ base, values }: { base: ShelterBase; values: ShelterValues }) => saveShelter(base, values),
    onSuccess: ({ current }) => client.setQueryData(shelterKeys.all, current),
    onError: () => refetch(client, shelterKeys.all),
  });
}
