import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch } from "../refetch";
import { changeShelter, fetchShelter } from "./calls";
import type { NewShelter } from "./schema";

/** The query keys of this slice. */
export const shelterKeys = { all: ["shelter"] as const };

/** Returns the query of the shelter. */
export function shelterQuery() {
  return queryOptions({
    queryKey: shelterKeys.all,
    queryFn: ({ signal }) => fetchShelter(signal),
  });
}

/** Replaces what the shelter says about itself, if it still has the version that was read. */
export function useChangeShelter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, shelter }: { version: string; shelter: NewShelter }) => changeShelter(version, shelter),
    onSuccess: (data) => client.setQueryData(shelterKeys.all, data),
    onError: () => refetch(client, shelterKeys.all),
  });
}
